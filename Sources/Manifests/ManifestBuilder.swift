public import Foundation
public import Tickets

/// Builds and signs the list of an event's tickets.
public struct ManifestBuilder {
    private let definition: EventDefinition
    private let key: SigningKey
    private let previous: URL?
    private let sequence: Int64?
    private let now: Timestamp
    private let isTest: Bool
    private let acceptsGuessableCodes: Bool

    /// - Parameters:
    ///   - key: the organizer's; stations must trust it.
    ///   - previous: an earlier manifest of the event whose salt is kept; it must be of the same key. Without it the
    ///     salt is derived from the key and the event, which gives the same one every time.
    ///   - sequence: `nil` for the time of publication, or the next after `previous` if that is later.
    ///   - isTest: stations show TEST.
    ///   - acceptsGuessableCodes: builds a list whose codes are too easy to guess, and says so in it.
    public init(
        definition: EventDefinition, key: SigningKey, previous: URL? = nil, sequence: Int64? = nil, now: Timestamp,
        isTest: Bool = false, acceptsGuessableCodes: Bool = false
    ) {
        self.definition = definition
        self.key = key
        self.previous = previous
        self.sequence = sequence
        self.now = now
        self.isTest = isTest
        self.acceptsGuessableCodes = acceptsGuessableCodes
    }

    /// The key that opens names at stations in a list with ``Privacy/staff``: a secret of 32 bytes for their
    /// credentials. It opens nothing of other events.
    public static func staffKey(for event: String, key: SigningKey) -> Data {
        key.derivedSecret(info: "usher staff \(event)")
    }

    static func salt(for event: String, key: SigningKey) -> Data {
        key.derivedSecret(info: "usher salt \(event)")
    }

    /// Builds the manifest of all rows, or throws every fault of theirs and writes nothing.
    /// - Parameters:
    ///   - output: replaced only by a whole new manifest.
    ///   - progress: called now and then with the number of rows read.
    @discardableResult
    public func build(
        _ tickets: inout some TicketSource, to output: URL, progress: (Int64) -> Void = { _ in }
    ) throws -> ManifestClaims {
        let base = try previousClaims()
        let sequence = try checkedSequence(after: base)
        try checkDefinition()
        let folder = output.deletingLastPathComponent()
        let body = try PendingFile(in: folder)
        var intake = TicketIntake(
            definition: definition, salt: base?.salt ?? Self.salt(for: definition.event.id, key: key),
            staffKey: Self.staffKey(for: definition.event.id, key: key))
        var count: Int64 = 0
        try BodyWriter.write(to: body.file.path) { writer in
            try intake.takeAll(&tickets, into: writer, progress: progress)
            let plan = try definition.plan(ticketTypes: intake.types)
            try check(plan)
            count = try writer.finish(plan)
        }
        let weakest = intake.codeSpace.weakest.flatMap { $0.bits < CodeSpace.requiredBits ? $0 : nil }
        if let weakest, !acceptsGuessableCodes {
            throw guessable(weakest.bits, place: "\(tickets.placeWord) \(weakest.place)", name: tickets.name)
        }
        let measured = try ManifestFile.measure(body.file)
        let claims = ManifestClaims(
            organizer: definition.organizer, event: definition.event, maxAge: definition.maxAge, issued: now,
            expires: definition.expires, sequence: sequence, salt: intake.salt, isTest: isTest,
            privacy: definition.privacy, ticketKeys: definition.ticketKeys, backend: definition.backend,
            hasGuessableCodes: weakest != nil,
            body: .init(sha256: measured.sha256, bytes: measured.bytes, tickets: count))
        try write(claims, body: body.file, to: output)
        return claims
    }

    private func write(_ claims: ManifestClaims, body: URL, to output: URL) throws {
        let line = try SignedClaims.sign(Data(claims.json.text.utf8), purpose: .manifest, with: key)
        guard line.utf8.count <= ManifestLine.maximumByteCount else {
            throw fault(.badDefinition, "the texts in event.yaml are too long for the signed line")
        }
        let folder = output.deletingLastPathComponent()
        var file = try PendingFile(in: folder)
        try file.write(line + "\n")
        try OwnedFile(reading: body).forEachChunk { try file.write($0) }
        try file.commit(to: output)
        try Folder.synchronize(folder)
    }

    // MARK: - Checks

    /// The claims of the earlier manifest, if its signature is right.
    private func previousClaims() throws -> ManifestClaims? {
        guard let previous else { return nil }
        let bytes = try ManifestFile.line(of: previous)
        let line = try ManifestLine(bytes, keys: [key.verificationKey], subject: previous.path)
        guard line.claims.event.id == definition.event.id else {
            throw ManifestError(
                .badPrevious, "use", previous.path,
                "it is a list of \(line.claims.event.id), not of \(definition.event.id)")
        }
        return line.claims
    }

    private func checkedSequence(after base: ManifestClaims?) throws -> Int64 {
        let lowest = base.map { $0.sequence + 1 } ?? 1
        guard let sequence else { return max(now.seconds, lowest) }
        guard sequence >= lowest, sequence <= ManifestClaims.maximumSequence else {
            throw fault(
                .notNewer, "the sequence number \(sequence) is not above that of the list before, \(lowest - 1)",
                hint: "Leave it out to take the time of publication.")
        }
        return sequence
    }

    private func checkDefinition() throws {
        guard definition.expires > now else {
            throw fault(
                .expired, "expires is past, so no station would take the list",
                hint: "Set expires in event.yaml to a later time.")
        }
        guard !definition.ticketKeys.contains(key.verificationKey) else {
            throw fault(
                .ticketKeyTaken, "the key that signs it is also one of ticket_keys",
                hint: "Make a key of its own for tickets: `usher key generate --for tickets`.")
        }
    }

    private func check(_ plan: EventPlan) throws {
        guard plan.types.count <= BodySchema.maximumTypeCount else {
            throw fault(.badTickets, "the tickets have more than \(BodySchema.maximumTypeCount) different types")
        }
    }

    private func guessable(_ bits: Double, place: String, name: String) -> ManifestError {
        ManifestError(
            .guessableCodes, "build a manifest of", name,
            """
            its ticket codes can be guessed: about \(Int(bits)) bits, \(Int(CodeSpace.requiredBits)) are needed; \
            the weakest is on \(place)
            """,
            hint: """
                Use random codes of 16 letters and digits or more, or give --accept-guessable-codes: names in the list can \
                then be read by whoever has the file.
                """)
    }

    private func fault(_ code: ManifestError.Code, _ reason: String, hint: String? = nil) -> ManifestError {
        ManifestError(code, "build a manifest of", definition.event.id, reason, hint: hint)
    }
}
