internal import Foundation
internal import Journal
internal import Manifests
internal import StationAPI
internal import Tickets
internal import Venue

/// A passage that is to be undone.
private enum UndoTarget: Hashable {
    case own(CheckIn)
    case elsewhere(ForeignEntry)

    var id: String {
        switch self {
        case .own(let entry): entry.id
        case .elsewhere(let entry): entry.id
        }
    }

    /// Number in this station's journal; `nil` for a passage of another station.
    var sequence: Int64? {
        switch self {
        case .own(let entry): entry.sequence
        case .elsewhere: nil
        }
    }

    var event: String? {
        switch self {
        case .own(let entry): entry.event
        case .elsewhere(let entry): entry.line.event
        }
    }

    /// `nil` when it is about no ticket.
    var line: ListedLine? {
        switch self {
        case .own(let entry): entry.listedLine
        case .elsewhere(let entry): entry.line
        }
    }

    var reference: String? {
        switch self {
        case .own(let entry): entry.reference
        case .elsewhere(let entry): entry.reference
        }
    }

    var verdict: Verdict {
        switch self {
        case .own(let entry): entry.verdict
        case .elsewhere(let entry): entry.verdict
        }
    }

    var count: Int {
        switch self {
        case .own(let entry): entry.count
        case .elsewhere(let entry): entry.count
        }
    }

    /// Whether a venue's ledger can have it. A passage that only a server has reported has no id that the ledger knows.
    var isOfJournal: Bool {
        switch self {
        case .own: true
        case .elsewhere(let entry): entry.isOfJournal
        }
    }
}

/// Undoing entries: each stays in its journal, and a new one here says that it no longer counts.
extension Door {
    func undo(_ request: UndoRequest, in scope: UndoScope = .all) throws -> UndoAnswer {
        try requireRecorded("undo")
        let situation = situation()
        let (undone, entry) = try recordUndo(request, in: scope, situation: situation)
        noteEntry(at: situation.now, of: manifests.installed.first { $0.plan.event.id == undone.event })
        return UndoAnswer(
            seq: entry.checkIn.sequence, undone: undone.sequence, entry: undone.id, verdict: undone.verdict.word,
            ref: undone.reference, at: entry.checkIn.at)
    }

    private func recordUndo(
        _ request: UndoRequest, in scope: UndoScope, situation: Situation
    ) throws -> (UndoTarget, JournalEntry) {
        if let venue, let (first, ticket) = try claimable(request, in: scope, with: venue) {
            var request = request
            if let sequence = first.sequence { (request.sequence, request.entry) = (sequence, nil) }
            return try record(
                ticket, with: venue,
                propose: { look, _ in
                    let undone = try target(request, in: scope, of: look)
                    return (undone, try proposal(undoing: undone, request, situation))
                }, isUnchanged: ==)
        }
        return try journal.transaction { transaction in
            let undone = try target(request, in: scope, of: transaction.reader)
            let proposal = try proposal(undoing: undone, request, situation)
            let ledger = proposal.ledgerDraft(isClaimed: false)
            return (undone, try transaction.append(proposal.draft, outbox: proposal.outbox, ledger: ledger))
        }
    }

    /// The passage, and the ticket at the ledger, when the ledger is to be asked before the passage is undone. An entry
    /// that the ledger does not have yet is undone there after it was delivered.
    private func claimable(
        _ request: UndoRequest, in scope: UndoScope, with venue: VenueLink
    ) throws -> (UndoTarget, LedgerTicket)? {
        func undone() throws -> UndoTarget { try journal.look { try target(request, in: scope, of: $0) } }
        var first = try undone()
        guard let ticket = first.line.map(LedgerTicket.init) else { return nil }
        if !first.isOfJournal {
            // It may know the passage by its station's id.
            venue.learn(of: ticket)
            first = try undone()
        }
        guard first.isOfJournal, try journal.ledgerStanding(first.id) != .waiting else { return nil }
        return (first, ticket)
    }

    private func proposal(
        undoing undone: UndoTarget, _ request: UndoRequest, _ situation: Situation
    ) throws -> Proposal {
        let manifest = manifests.installed.first { $0.plan.event.id == undone.event }
        let list = undone.line.flatMap { manifest?.list($0.list, for: $0.key) }
        let line = undone.line.flatMap { try? manifest?.line($0.line, of: $0.key) }
        let limits = Proposal.EntryLimits(
            admits: line?.admits ?? max(1, undone.count), reentry: list?.reentry ?? .none)
        return Proposal(
            draft: try draft(undoing: undone, request, situation),
            outbox: outbox(of: manifest, reference: undone.reference),
            ledger: venue == nil || !undone.isOfJournal ? nil : limits)
    }

    private func draft(
        undoing undone: UndoTarget, _ request: UndoRequest, _ situation: Situation
    ) throws -> CheckInDraft {
        switch undone {
        case .own(let entry):
            return CheckInDraft(
                undoing: entry, station: settings.station, operator: request.operator, at: situation.now,
                clock: situation.clock, note: request.note)
        case .elsewhere(let entry):
            guard let name = request.operator, !name.isBlank else {
                throw StationError(
                    undoing: entry.id, "no name is given", hint: "Say with --operator who does it.")
            }
            guard let note = request.note, !note.isBlank else {
                throw StationError(
                    undoing: entry.id, "no reason is given", hint: "Say why with --note; it is kept in the journal.")
            }
            return CheckInDraft(
                undoing: entry, station: settings.station, operator: name, at: situation.now,
                clock: situation.clock, note: note)
        }
    }
}

// MARK: - What is meant

extension Door {
    /// The passage that a request is about.
    private func target(
        _ request: UndoRequest, in scope: UndoScope, of journal: borrowing JournalReader
    ) throws -> UndoTarget {
        guard let text = request.entry else { return .own(try passage(request.sequence, in: scope, of: journal)) }
        guard request.sequence == nil else {
            throw StationError(
                .refused, "undo", "an entry", "both a number and an id are given",
                hint: "Give one of them.")
        }
        let id = UndoRequest.id(of: text)
        if let own = try journal.entry(id: id)?.checkIn {
            return .own(try passage(own.sequence, in: scope, of: journal))
        }
        return .elsewhere(try passageElsewhere(id, in: journal))
    }

    private func passage(
        _ sequence: Int64?, in scope: UndoScope, of journal: borrowing JournalReader
    ) throws -> CheckIn {
        guard let undone = try journal.passage(sequence, in: scope)?.checkIn else {
            if let sequence, try journal.passage(sequence) != nil {
                throw StationError(
                    .refused, "undo", "entry \(sequence)",
                    "it is neither your own act nor a scan of the last \(StaffActs.scanMinutes) minutes",
                    hint: "A supervisor can take it back.")
            }
            throw StationError(
                .notFound, "undo", sequence.map { "entry \($0)" } ?? "the last entry",
                sequence == nil
                    ? "no admission or check-out is left to undo"
                    : "no admission or check-out with this number is left to undo")
        }
        if sequence == nil { try checkLast(undone, of: journal) }
        return undone
    }

    /// Without a number, what was just done is meant, and once: undone twice, the guest before would lose their entry.
    private func checkLast(_ entry: CheckIn, of journal: borrowing JournalReader) throws {
        let now = clock.now()
        let isUndone = try journal.hasUndone(after: entry.sequence)
        guard isUndone || abs((now - entry.at).wholeMilliseconds) > Self.lastSpan.wholeMilliseconds else { return }
        let zone = manifests.installed.first { $0.plan.event.id == entry.event }?.plan.event.timeZone
        let time = DoorClock(zone: zone, now: now).text(of: entry.at)
        let ticket = (entry.reference?.referenceForPeople).map { " of \($0.withoutControls)" } ?? ""
        let what = entry.verdict == .checkedOut ? "check-out" : "admission"
        throw StationError(
            .refused, "undo", "the last entry",
            isUndone ? "it has been undone already" : "it is more than a minute old",
            hint: "usher undo \(entry.sequence) undoes the \(what)\(ticket), \(time).")
    }

    /// For so long an entry is the one that was just made.
    private static let lastSpan = Duration.seconds(60)

    private func passageElsewhere(
        _ id: String, in journal: borrowing JournalReader
    ) throws -> ForeignEntry {
        // What was typed is not repeated: it may be anything.
        guard let entry = try journal.foreignEntry(id) else {
            throw StationError(
                .notFound, "undo", "the entry", "no entry with this id is known here",
                hint: "usher search shows the passages of a ticket with their ids. What this station has not heard of "
                    + "is undone where it was recorded.")
        }
        guard entry.undoes == nil else {
            throw StationError(
                undoing: entry.id, "this entry is itself an undo", hint: "Let the person in again by hand instead.")
        }
        guard entry.verdict.reason == nil, entry.verdict != .noted else {
            throw StationError(
                undoing: entry.id, "it is a refusal: nobody passed", hint: "There is nothing to undo.")
        }
        guard try !journal.isUndone(id: entry.id) else {
            throw StationError(undoing: entry.id, "it has already been undone", hint: "There is nothing more to undo.")
        }
        return entry
    }
}

extension UndoRequest {
    /// An id of a journal entry may be written in upper or lower case.
    static func id(of text: String) -> String {
        UUID(uuidString: text)?.uuidString.lowercased() ?? text
    }
}

extension StationError {
    /// - Parameter id: of an entry that is known.
    init(undoing id: String, _ reason: String, hint: String) {
        self.init(.refused, "undo", "entry \(id.withoutControls)", reason, hint: hint)
    }
}

extension LedgerTicket {
    fileprivate init(_ line: ListedLine) {
        self.init(event: line.event, list: line.list, key: line.key.description)
    }
}
