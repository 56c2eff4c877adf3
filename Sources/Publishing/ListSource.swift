public import Backends
internal import CheckedYAML
public import Foundation
public import Tickets

/// The ticketing server that the tickets of an event are pulled from, on the organizer's machine.
public struct ListSource: Sendable {
    public let settings: BackendSettings
    /// The server's id of the event.
    public let event: String
    /// Where the path of the credential begins.
    private let folder: URL

    init(_ mapping: YAMLMapping, folder: URL) {
        settings = BackendSettings(name: "source", mapping)
        event = mapping.string("event", maximumByteCount: 200)
        self.folder = folder
    }

    /// Reads a file like one entry of `backends`, with the key `event` in addition.
    ///
    /// - Parameter kind: what it must be a source of.
    /// - Throws: `YAMLFaults`
    public init(contentsOf file: URL, kind: BackendSettings.Kind) throws {
        self = try CheckedYAML.read(contentsOf: file) { root in
            let source = ListSource(root, folder: file.deletingLastPathComponent())
            if source.settings.kind != kind { root.fault("kind", "is not \(kind.rawValue), which was asked for") }
            return source
        }
    }

    /// Everything about the event, read anew. Codes and names are held in memory only.
    ///
    /// - Parameters:
    ///   - ignoringRules: leaves out what our lists cannot express, and says so in a note.
    ///   - progress: called now and then with the number of tickets so far.
    public func pull(
        ignoringRules: Bool, now: @escaping @Sendable () -> Timestamp, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> PulledTickets {
        let folder = folder
        let connector = BackendConnector(
            secrets: { name throws(BackendTrouble) in
                try SecretFile.read(URL(filePath: name, below: folder))
            }, now: now)
        return try await connector.source(settings, event: event, ignoringRules: ignoringRules).pull(progress: progress)
    }
}
