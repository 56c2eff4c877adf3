internal import Backends
internal import CheckedYAML
internal import Files
public import Foundation
public import Manifests
public import Tickets

/// Makes signed lists from what ticketing servers have, on the organizer's machine: the only machine that has the
/// account's key and the signing key.
/// See docs/decisions/052-empty-pull-is-an-error.md.
public struct Publisher: Sendable {
    /// Result of a publication.
    public struct Result: Sendable {
        /// The claims of the list that is published now.
        public let claims: ManifestClaims
        /// What the organizer should know: one sentence each.
        public let notes: [String]
        /// What changed; `nil` without a previous list.
        public let difference: ManifestDifference?
        /// The previous list says the same, and stays.
        public let isUnchanged: Bool
        /// Size in bytes of the changes, which a station with the previous list fetches after the beginning of the list;
        /// `nil`: it fetches all of it.
        public let changesByteCount: Int64?

        /// See ``PulledTickets/mark``.
        let mark: String?

        init(_ outcome: ManifestBuilder.Outcome, notes: [String], mark: String? = nil) {
            self.mark = mark
            (claims, difference, isUnchanged) = (outcome.claims, outcome.difference, outcome.isUnchanged)
            changesByteCount = outcome.changesByteCount
            self.notes = notes
        }

        /// The previous list stays, and nothing was read but what says so.
        init(staying claims: ManifestClaims, notes: [String]) {
            (self.claims, self.notes) = (claims, notes)
            difference = ManifestDifference(none: claims.body.tickets)
            (isUnchanged, changesByteCount, mark) = (true, nil, nil)
        }
    }

    private let now: @Sendable () -> Timestamp

    /// - Parameter now: the clock; lists get their times and numbers from it.
    public init(now: @escaping @Sendable () -> Timestamp) {
        self.now = now
    }

    /// Pulls the tickets and builds the list of an event.
    ///
    /// - Parameters:
    ///   - event: event.yaml; where it has no value, the server's is used.
    ///   - output: replaced only by a whole new list.
    ///   - progress: called now and then with the number of tickets so far.
    public func build(
        event: URL, from source: ListSource, key: SigningKey, to output: URL, options: BuildOptions = BuildOptions(),
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Result {
        let pulled = try await source.pull(
            ignoringRules: options.ignoresRules, finding: EventDefinition.findBy(in: event), now: now,
            progress: progress)
        guard !pulled.rows.isEmpty else {
            throw BackendError(
                .unexpected, "make a list of", event.lastPathComponent, "the server has no tickets for this event",
                hint:
                    "A list without tickets admits nobody. If that is right, build it from an empty tickets.csv."
            )
        }
        let definition = try EventDefinition(contentsOf: event, outline: pulled.outline)
        var rows = TicketRows(pulled.rows, name: "the tickets of \(source.settings.url)")
        // What has happened on the server since the pull began may be missing, so the list is as old as the pull.
        let builder = options.builder(definition, key: key, now: pulled.began)
        let outcome = try builder.make(&rows, to: output, keepsUnchanged: options.keepsUnchanged)
        return Result(outcome, notes: pulled.notes + definition.windowNotes, mark: pulled.mark)
    }

    /// Builds the list of an event from a tickets.csv.
    ///
    /// - Parameters:
    ///   - output: replaced only by a whole new list.
    ///   - progress: called now and then with the number of tickets so far.
    public func build(
        event: URL, tickets: URL, key: SigningKey, to output: URL, options: BuildOptions = BuildOptions(),
        progress: (Int) -> Void
    ) throws -> Result {
        let definition = try EventDefinition(contentsOf: event)
        var rows = try TicketCSV(tickets, zone: definition.zone)
        let builder = options.builder(definition, key: key, now: now())
        let outcome = try builder.make(&rows, to: output, keepsUnchanged: options.keepsUnchanged) { progress(Int($0)) }
        return Result(outcome, notes: [])
    }

    /// Makes a list and puts it where stations fetch it.
    ///
    /// Makes no list when nothing has changed since the previous one, unless that has reached half of `max_age`. Where
    /// the files, and the cursor of the server, say so, the tickets are not even read.
    /// - Parameters:
    ///   - acceptingLoss: makes a list although much of the previous one is gone.
    ///   - cancelling: ids of events that are cancelled if their server does not have them any more.
    public func publish(
        _ publication: Publication, acceptingLoss: Bool = false, cancelling: Set<String> = [],
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Result {
        let confirmed = Confirmed(loss: acceptingLoss, cancelled: cancelling)
        let key = try KeyFile.signingKey(at: publication.key, for: .manifest)
        let lock = try PublicationLock(publication)
        defer { withExtendedLifetime(lock) {} }
        // Before anything is read: what changes from now on is found the next time.
        let inputs = PublicationRecord.inputs(of: publication, key: key)
        if !acceptingLoss, let inputs, let stays = await standing(publication, key: key, inputs: inputs) {
            return stays
        }
        let result = try await make(publication, key: key, confirmed: confirmed, progress: progress)
        PublicationRecord.write(of: publication, inputs: inputs, mark: result.mark, notes: result.notes)
        return result
    }

    /// The published list, if it is certain without reading the tickets that a new one would say the same.
    private func standing(_ publication: Publication, key: SigningKey, inputs: String) async -> Result? {
        let now = now()
        guard let record = PublicationRecord(of: publication), record.inputs == inputs,
            let claims = try? ManifestFile.claims(of: publication.standing, key: key.verificationKey),
            claims.issued <= now, now - claims.issued < claims.maxAge / 2, now < claims.expires
        else { return nil }
        if case .source(let source) = publication.tickets {
            let isUnchanged = await source.isUnchanged(
                since: record.mark, ignoringRules: publication.ignoresRules, now: self.now)
            guard isUnchanged else { return nil }
        }
        return Result(staying: claims, notes: record.notes)
    }

    /// What the organizer has confirmed.
    private struct Confirmed {
        let loss: Bool
        /// Ids of events.
        let cancelled: Set<String>
    }

    private func make(
        _ publication: Publication, key: SigningKey, confirmed: Confirmed, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Result {
        switch publication.target {
        case .file(let file):
            // A run that was killed leaves half a list behind, where everybody can fetch it.
            try? Folder.sweepAbandoned(file.deletingLastPathComponent())
            return try await build(
                publication, key: key, to: file, before: file, confirmed: confirmed, progress: progress)
        case .address(let address, let credential):
            let kept = publication.kept
            let folder = kept.deletingLastPathComponent()
            do {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw PublishingError(
                    "keep the previous list in", folder.path,
                    "the folder cannot be created", hint: "Name a file in another folder: `keep` in publish.yaml.")
            }
            let file = folder.appending(path: ".new-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            let result = try await build(
                publication, key: key, to: file, before: kept, confirmed: confirmed, progress: progress)
            guard !result.isUnchanged else { return result }
            let secret = try credential.map { try SecretFile.read(URL(filePath: $0, below: publication.folder)) }
            try await ListUpload(network: publication.network).put(file, to: address, credential: secret)
            // The next list is compared only with one that has arrived.
            try DurableFile.write(Data(contentsOf: file, options: .mappedIfSafe), to: kept)
            return result
        }
    }

    private func build(
        _ publication: Publication, key: SigningKey, to output: URL, before: URL, confirmed: Confirmed,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Result {
        let options = BuildOptions(
            previous: .anyIn(before), ignoresRules: publication.ignoresRules,
            acceptsGuessableCodes: publication.acceptsGuessableCodes, acceptsLoss: confirmed.loss,
            keepsUnchanged: true, sequences: SequenceFile(nextToKey: publication.key),
            changes: before == output ? PublishedChanges(beside: output) : nil)
        switch publication.tickets {
        case .source(let source):
            do {
                return try await build(
                    event: publication.event, from: source, key: key, to: output, options: options, progress: progress)
            } catch let error as BackendError where error.code == .notFound {
                guard let gone = GoneEvent(lastList: before, key: key.verificationKey) else { throw error }
                let note = "\(error.subject) does not have the event any more: its list says that it is cancelled."
                if gone.isCancelled { return Result(gone.unchanged, notes: [note]) }
                guard confirmed.cancelled.contains(gone.event) else { throw gone.error(after: error) }
                return Result(
                    try gone.cancel(
                        to: output, key: key, now: now(), sequences: options.sequences, changes: options.changes),
                    notes: [note])
            }
        case .file(let file):
            return try build(
                event: publication.event, tickets: file, key: key, to: output, options: options, progress: progress)
        }
    }
}

extension Publisher {
    /// Events of one organizer that are open at the same time: at the same doors, tickets of one are refused, or
    /// tickets of the other night are accepted.
    ///
    /// - Parameter published: the lists as they are now.
    /// - Returns: a sentence for each pair.
    public func overlaps(among published: [ManifestClaims]) -> [String] {
        Dictionary(grouping: published, by: \.organizer).values.flatMap { claims in
            Event.overlaps(among: claims.map(\.event), now: now(), grace: .zero)
        }.map { first, second in
            "\(first.name) is still on when the doors of \(second.name) open. A station serves one event at a time unless "
                + "`events` in usher.yaml names both; if they are at the same doors, name a later `doors_open`."
        }.sorted()
    }
}
