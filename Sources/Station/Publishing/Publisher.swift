internal import Backends
internal import CheckedYAML
public import Foundation
public import Manifests
public import Tickets

/// Makes signed lists from what ticketing servers have, on the organizer's machine: the only one that holds the
/// account's key and the signing key.
public struct Publisher: Sendable {
    /// What became of a list.
    public struct Result: Sendable {
        public let claims: ManifestClaims
        /// What the organizer should know, a sentence each.
        public let notes: [String]
    }

    private let now: @Sendable () -> Timestamp

    public init(now: @escaping @Sendable () -> Timestamp = StationClock.system.now) {
        self.now = now
    }

    /// Pulls the tickets and builds the list of an event.
    ///
    /// - Parameters:
    ///   - event: event.yaml; the server fills its gaps.
    ///   - output: replaced only by a whole new list.
    ///   - progress: called now and then with the number of tickets so far.
    public func build(
        event: URL, from source: ListSource, key: SigningKey, to output: URL, previous: URL? = nil,
        sequence: Int64? = nil, ignoringRules: Bool = false, acceptingGuessableCodes: Bool = false,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Result {
        let pulled = try await source.pull(ignoringRules: ignoringRules, now: now, progress: progress)
        guard !pulled.rows.isEmpty else {
            throw BackendTrouble(
                .unexpected, "make a list of", event.lastPathComponent, "the server has no ticket of this event",
                hint: "A list without tickets would close the doors. If it is right, make it from an empty tickets.csv."
            )
        }
        let definition = try EventDefinition(contentsOf: event, outline: pulled.outline)
        var rows = TicketRows(pulled.rows, name: "the tickets of \(source.settings.url)")
        // What happened on the server since the pull began may be missing: the list is as old as that.
        let builder = ManifestBuilder(
            definition: definition, key: key, previous: previous, sequence: sequence, now: pulled.began,
            acceptsGuessableCodes: acceptingGuessableCodes)
        return Result(claims: try builder.build(&rows, to: output), notes: pulled.notes)
    }

    /// Makes a list and puts it where stations fetch it.
    public func publish(_ publication: Publication, progress: @escaping @Sendable (Int) -> Void) async throws -> Result
    {
        let key = try KeyFile.signingKey(at: publication.key, for: .manifest)
        switch publication.target {
        case .file(let file):
            return try await build(publication, key: key, to: file, progress: progress)
        case .address(let address, let credential):
            let folder = FileManager.default.temporaryDirectory.appending(path: "usher-publish-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "list.usher")
            let result = try await build(publication, key: key, to: file, progress: progress)
            let secret = try credential.map { try SecretFile.read(URL(filePath: $0, below: publication.folder)) }
            try await ListUpload(network: publication.network).put(file, to: address, credential: secret)
            return result
        }
    }

    private func build(
        _ publication: Publication, key: SigningKey, to output: URL, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Result {
        switch publication.tickets {
        case .source(let source):
            return try await build(
                event: publication.event, from: source, key: key, to: output,
                ignoringRules: publication.ignoresRules,
                acceptingGuessableCodes: publication.acceptsGuessableCodes, progress: progress)
        case .file(let file):
            let definition = try EventDefinition(contentsOf: publication.event)
            var rows = try TicketCSV(file, zone: definition.zone)
            let builder = ManifestBuilder(
                definition: definition, key: key, now: now(),
                acceptsGuessableCodes: publication.acceptsGuessableCodes)
            return Result(claims: try builder.build(&rows, to: output) { progress(Int($0)) }, notes: [])
        }
    }
}
