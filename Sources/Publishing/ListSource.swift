public import Backends
internal import CheckedYAML
public import Foundation
public import Tickets

/// The ticketing server that the tickets of an event are pulled from, on the organizer's machine.
public struct ListSource: Sendable {
    /// Address, kind and credential of the server.
    public let settings: BackendSettings
    /// The server's id of the event, 1 to 200 bytes.
    public let event: String
    /// Rules of the server's admission lists are left out.
    public private(set) var ignoresRules = false
    /// The path of the credential is relative to this folder.
    private let folder: URL

    init(_ mapping: YAMLMapping, folder: URL) {
        settings = BackendSettings(name: "source", mapping)
        event = mapping.string("event", maximumByteCount: 200)
        self.folder = folder
    }

    /// Reads a file that is like one entry of `backends`, and has the keys `event` and `ignore_rules` as well.
    /// - Throws: `YAMLFaults`
    public init(contentsOf file: URL) throws {
        self = try CheckedYAML.read(contentsOf: file) { root in
            var source = ListSource(root, folder: file.deletingLastPathComponent())
            source.ignoresRules = root.bool("ignore_rules", default: false)
            return source
        }
    }

    /// Reads everything about the event from the server. Codes and names are in memory only.
    ///
    /// - Parameters:
    ///   - ignoringRules: leaves out rules of the server that a list cannot express, and says so in a note.
    ///   - finding: personal data by which staff are to find tickets; none other is asked for.
    ///   - progress: called from time to time with the number of tickets so far.
    public func pull(
        ignoringRules: Bool, finding terms: Set<SearchTerm> = [], now: @escaping @Sendable () -> Timestamp,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> PulledTickets {
        try await server(ignoringRules: ignoringRules, finding: terms, now: now).pull(progress: progress)
    }

    /// Whether the server says, without a pull, that it has what it had.
    /// - Parameter mark: of that pull; `nil` when it has none.
    func isUnchanged(
        since mark: String?, ignoringRules: Bool, now: @escaping @Sendable () -> Timestamp
    ) async -> Bool {
        guard let mark, let server = try? server(ignoringRules: ignoringRules, finding: [], now: now) else {
            return false
        }
        // A pull says what is wrong with a server.
        return (try? await server.hasChanged(since: mark)) == false
    }

    private func server(
        ignoringRules: Bool, finding terms: Set<SearchTerm>, now: @escaping @Sendable () -> Timestamp
    ) throws -> any TicketServer {
        let folder = folder
        let connector = BackendConnector(
            secrets: { name throws(BackendError) in
                try SecretFile.read(URL(filePath: name, below: folder))
            }, now: now)
        return try connector.source(settings, event: event, ignoringRules: ignoringRules, finding: terms)
    }
}
