internal import Files
public import Foundation
public import Manifests
public import Tickets

/// Builds and signs the list of an event's tickets (docs/MANIFEST.md). For the organizer's machine.
public struct ManifestBuilder {
    private let definition: EventDefinition
    private let key: SigningKey
    private let previous: Previous
    private let sequence: Int64?
    private let now: Timestamp
    private let isTest: Bool
    private let acceptsGuessableCodes: Bool
    private let acceptsLoss: Bool
    private let sequences: SequenceFile?
    private let changes: PublishedChanges?

    /// Where the previous list of the event is.
    public enum Previous: Sendable {
        /// There is none, or it is not to be compared with.
        case none
        /// In this file, which must hold a list of the same event, signed with the same key.
        case list(URL)
        /// In this file, if it exists. A list of another event or key is an error, unless loss is accepted.
        case anyIn(URL)
    }

    /// What came of a build.
    public struct Outcome: Sendable {
        /// What the list in the output file says now.
        public let claims: ManifestClaims
        /// `nil` when there is no list before it to compare with.
        public let difference: ManifestDifference?
        /// No list was written, because the one before says the same and is not too old.
        public let isUnchanged: Bool
        /// Size in bytes of the changes that lead from the list before to this one; `nil` when none were made.
        public let changesByteCount: Int64?
    }

    /// - Parameters:
    ///   - key: the organizer's manifest key; stations must trust it.
    ///   - previous: an earlier manifest of the event, whose salt is kept and which the new one is compared with.
    ///     Without it the salt is derived from the key and the event, which gives the same one every time.
    ///   - sequence: `nil` for the time of publication, or the next after `previous` if that is later.
    ///   - isTest: stations show TEST.
    ///   - acceptsGuessableCodes: builds a list although its codes are too easy to guess; the list says so.
    ///   - acceptsLoss: builds a list although much of `previous` is gone: see ``LossGuard``.
    ///   - sequences: the file of numbers that earlier lists have, so that each number is used once.
    ///   - changes: those beside the output, for stations that have an earlier list; `nil` to make none.
    public init(
        definition: EventDefinition, key: SigningKey, previous: Previous = .none, sequence: Int64? = nil,
        now: Timestamp, isTest: Bool = false, acceptsGuessableCodes: Bool = false, acceptsLoss: Bool = false,
        sequences: SequenceFile? = nil, changes: PublishedChanges? = nil
    ) {
        self.changes = changes
        self.definition = definition
        self.key = key
        self.previous = previous
        self.acceptsLoss = acceptsLoss
        self.sequences = sequences
        self.sequence = sequence
        self.now = now
        self.isTest = isTest
        self.acceptsGuessableCodes = acceptsGuessableCodes
    }

    /// The key with which stations open names in a list with ``Privacy/staff``: a secret of 32 bytes, for the stations'
    /// credentials. It opens nothing of other events.
    public static func staffKey(for event: String, key: SigningKey) -> Data {
        key.derivedSecret(info: "usher staff \(event)")
    }

    static func salt(for event: String, key: SigningKey) -> Data {
        key.derivedSecret(info: "usher salt \(event)")
    }

    /// Builds the manifest of all rows. With any bad row, throws all faults and writes nothing.
    /// - Parameters:
    ///   - output: replaced only by a complete new manifest.
    ///   - progress: called now and then with the number of rows read.
    @discardableResult
    public func build(
        _ tickets: inout some TicketSource, to output: URL, progress: (Int64) -> Void = { _ in }
    ) throws -> ManifestClaims {
        try make(&tickets, to: output, progress: progress).claims
    }

    /// As ``build(_:to:progress:)``, and returns what changed.
    /// - Parameter keepsUnchanged: writes nothing when the list before says the same and is younger than half of
    ///   `max_age`.
    public func make(
        _ tickets: inout some TicketSource, to output: URL, keepsUnchanged: Bool = false,
        progress: (Int64) -> Void = { _ in }
    ) throws -> Outcome {
        let earlier = try previousList()
        try checkSequence(after: earlier?.claims)
        try checkDefinition()
        let body = try PendingFile(in: output.deletingLastPathComponent())
        let content = try fill(body.file, with: &tickets, after: earlier, progress: progress)
        let draft = self.claims(of: content, sequence: sequence ?? earlier?.claims.sequence ?? 1)
        let difference = try earlier.map { try self.difference(from: $0, to: body.file, plan: content.plan, draft) }
        if keepsUnchanged, let earlier, let difference, difference.isEmpty, draft.body == earlier.claims.body,
            earlier.claims.issued <= now, now - earlier.claims.issued < definition.maxAge / 2
        {
            return Outcome(
                claims: earlier.claims, difference: difference, isUnchanged: true, changesByteCount: nil)
        }
        let claims = self.claims(of: content, sequence: try nextSequence(after: earlier?.claims))
        // Before the list, so that stations that read its line find them.
        let size = earlier.flatMap { changes?.write(from: $0, to: body.file, claims) }
        try SignedList(claims, body: body.file).write(to: output, with: key)
        changes?.tidyUp(before: earlier?.claims.sequence, sequence: claims.sequence)
        return Outcome(claims: claims, difference: difference, isUnchanged: false, changesByteCount: size)
    }

    /// What is in the body.
    private struct Content {
        let plan: EventPlan
        let salt: Data
        let hasGuessableCodes: Bool
        let body: ManifestClaims.Body
    }

    private func fill(
        _ body: URL, with tickets: inout some TicketSource, after earlier: PreviousList?, progress: (Int64) -> Void
    ) throws -> Content {
        var intake = TicketIntake(
            definition: definition, salt: earlier?.claims.salt ?? Self.salt(for: definition.event.id, key: key),
            staffKey: Self.staffKey(for: definition.event.id, key: key),
            numbers: earlier?.body.isNumberedByType == false ? earlier : nil)
        let (plan, count) = try BodyWriter.write(to: body.path, parts: definition.bodyParts) { writer in
            try intake.takeAll(&tickets, into: writer, progress: progress)
            let plan = try definition.plan(ticketTypes: intake.types, after: earlier?.claims.event)
            try check(plan)
            try checkTypes(of: plan, after: earlier)
            try intake.addWalkIns(of: plan, into: writer)
            try intake.addSpareMedia(into: writer)
            return (plan, try writer.finish(plan, isNumberedByType: intake.isNumberedByType))
        }
        let weakest = intake.guessability.weakest.flatMap { $0.bits < GuessabilityEstimate.requiredBits ? $0 : nil }
        if let weakest, !acceptsGuessableCodes {
            throw guessable(weakest.bits, place: weakest.place, name: tickets.name)
        }
        if let weak = intake.rests.weakest, weak.bits < GuessabilityEstimate.requiredBits {
            throw fault(
                .guessableCodes,
                """
                find_by has code, and after their first \(SearchTerm.codeLength) characters its ticket codes can be guessed: \
                about \(Int(weak.bits)) bits, \(Int(GuessabilityEstimate.requiredBits)) are needed; the weakest is on \
                \(weak.place)
                """, hint: "Use longer codes, or leave code out of find_by.")
        }
        let measured = try ManifestFile.measure(body)
        return Content(
            plan: plan, salt: intake.salt, hasGuessableCodes: weakest != nil,
            body: .init(sha256: measured.sha256, bytes: measured.bytes, tickets: count))
    }

    private func claims(of content: Content, sequence: Int64) -> ManifestClaims {
        ManifestClaims(
            organizer: definition.organizer, event: content.plan.event, maxAge: definition.maxAge, issued: now,
            expires: definition.expires, sequence: sequence, salt: content.salt, isTest: isTest,
            privacy: definition.privacy, ticketKeys: definition.ticketKeys, backend: definition.backend,
            hasGuessableCodes: content.hasGuessableCodes,
            terms: ListTerms(content.plan, findBy: definition.findBy, symbologies: definition.symbologies),
            body: content.body)
    }

    private func difference(
        from earlier: PreviousList, to body: URL, plan: EventPlan, _ claims: ManifestClaims
    ) throws -> ManifestDifference {
        let opened = try ManifestBody(body, byteCount: claims.body.bytes, subject: definition.event.id)
        let difference = try ManifestDifference(from: earlier, to: opened, plan: plan, claims: claims, now: now)
        if !acceptsLoss { try LossGuard.check(difference, subject: earlier.name) }
        return difference
    }

    // MARK: - Checks

    private func previousList() throws -> PreviousList? {
        let event = definition.event.id
        return switch previous {
        case .none: nil
        case .list(let file): try PreviousList(file, key: key.verificationKey, event: event)
        case .anyIn(let file):
            try PreviousList.ifAny(
                at: file, key: key.verificationKey, event: event, acceptingLoss: acceptsLoss)
        }
    }

    private func checkSequence(after base: ManifestClaims?) throws {
        let lowest = base.map { $0.sequence + 1 } ?? 1
        guard let sequence, !(lowest...ManifestClaims.maximumSequence).contains(sequence) else { return }
        throw fault(
            .notNewer, "the sequence number \(sequence) is not above that of the list before, \(lowest - 1)",
            hint: "Leave it out to take the time of publication.")
    }

    private func nextSequence(after base: ManifestClaims?) throws -> Int64 {
        if let sequence { return sequence }
        return try SequenceFile.next(in: sequences, for: definition.event.id, after: base?.sequence ?? 0, now: now)
    }

    private func checkDefinition() throws {
        guard definition.expires > now else {
            throw fault(
                .expired, "the time in expires has passed, so no station would accept the list",
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
        guard plan.lists.count <= BodySchema.maximumListCount else {
            throw fault(
                .badDefinition,
                "it has \(plan.lists.count) admission lists, a signed list can hold \(BodySchema.maximumListCount)",
                hint: "Name those that stations need: only_lists, beside the address of the server.")
        }
        guard plan.dates.count <= EventDate.maximumCount else {
            throw fault(
                .badDefinition, "it has \(plan.dates.count) dates, a signed list can hold \(EventDate.maximumCount)")
        }
        guard plan.types.allSatisfy({ $0.slug.utf8.count <= 100 }),
            (plan.lists.map(\.slug) + plan.gates.map(\.slug)).allSatisfy(Event.isValidID)
        else {
            throw fault(
                .badDefinition,
                "the server gives a type, an admission list or a gate an id that is too long or has characters that no id may have"
            )
        }
        var slugs: [Int: String] = [:]
        for type in plan.types {
            // Small numbers are used in lists that count the lines of a code.
            let other = slugs.updateValue(type.slug, forKey: type.lineNumber)
            guard other == nil, type.lineNumber >= BodySchema.maximumTypeCount else {
                throw fault(
                    .badDefinition,
                    "the id of the type \(type.slug.quotation)gives an internal number that is already in use",
                    hint: "Change one letter in this id.")
            }
        }
    }

    /// A type that is only spelled differently would give everybody who has one a new right to enter.
    private func checkTypes(of plan: EventPlan, after earlier: PreviousList?) throws {
        guard let earlier, !acceptsLoss else { return }
        let slugs = Set(plan.types.map(\.slug))
        let gone = earlier.plan.types.filter { !slugs.contains($0.slug) }
        let spellings = Dictionary(gone.map { ($0.slug.comparableSpelling, $0.slug) }) { first, _ in first }
        for type in plan.types where earlier.plan.types.allSatisfy({ $0.slug != type.slug }) {
            guard let before = spellings[type.slug.comparableSpelling] else { continue }
            throw fault(
                .lossNotAccepted,
                """
                its type \(type.slug.quotation)was spelled \(before.quotation)in the list before: to stations it would be \
                another type, and its tickets could enter once more
                """,
                hint: "Spell it as before; or give --accept-loss.")
        }
    }

    private func guessable(_ bits: Double, place: String, name: String) -> ManifestError {
        ManifestError(
            .guessableCodes, "build the list of", name,
            """
            its ticket codes can be guessed: about \(Int(bits)) bits, \(Int(GuessabilityEstimate.requiredBits)) are needed; \
            the weakest is on \(place)
            """,
            hint: """
                Use random codes of 16 letters and digits or more, or give --accept-guessable-codes: names in the list can \
                then be read by whoever has the file.
                """)
    }

    private func fault(_ code: ManifestFailure, _ reason: String, hint: String? = nil) -> ManifestError {
        ManifestError(code, "build the list of", definition.event.id, reason, hint: hint)
    }
}
