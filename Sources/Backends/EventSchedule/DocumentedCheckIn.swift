internal import Tickets

/// A check-in in the list of the documented interface.
struct DocumentedCheckIn: Sendable {
    /// Id of the journal entry; the server's own id when no station made it.
    let id: String
    let ticket: String
    /// That of the entry which it undoes, if it undoes one.
    let verdict: Verdict
    let gate: String?
    let station: String?
    let at: Timestamp
    let people: Int
    let undoes: String?

    /// - Parameter read: when the list was read; used for a check-in without a readable time.
    /// - Returns: `nil` for what is no passage: a refusal, an unknown action, no ticket. Also for the second and
    ///   further people of an entry: the first one counts for all of them.
    init?(_ item: LenientJSON, read: Timestamp) {
        guard let ticket = item["ticket_id"].text, ticket.utf8.count <= 200,
            let name = item["idempotency_key"].text ?? item["id"].text,
            DocumentedAnswer.accepted.contains(item["status"].text ?? "admitted")
        else { return nil }
        let key = item["idempotency_key"].text.flatMap(EntryKey.init)
        guard (key?.number ?? 1) == 1 else { return nil }
        let isUndo = key?.undoes != nil
        switch item["action"].text ?? "checkin" {
        case "checkin": verdict = isUndo ? .checkedOut : .admitted
        case "checkout": verdict = isUndo ? .admitted : .checkedOut
        default: return nil
        }
        id = key?.entry ?? "eventschedule:\(name.withoutControls.prefix(200))"
        people = key?.people ?? 1
        undoes = key?.undoes
        self.ticket = ticket
        gate = item["gate_id"].text.flatMap { Event.isValidID($0) ? $0 : nil }
        station = item["device_id"].text.map { String($0.withoutControls.prefix(100)) }
        at = item["timestamp", "ts"].time ?? read
    }
}

/// Counts the entries and exits of one ticket.
struct CheckInTally {
    private var checkIns: [DocumentedCheckIn] = []

    mutating func add(_ checkIn: DocumentedCheckIn) {
        checkIns.append(checkIn)
    }

    /// Counts by gate, up to a time. What was undone by then is left out.
    func used(until end: Timestamp) -> [TicketRow.Used] {
        let counting = checkIns.filter { $0.at <= end }
        let undone = Set(counting.compactMap(\.undoes))
        var gates: [String?: TicketRow.Used] = [:]
        for checkIn in counting where checkIn.undoes == nil && !undone.contains(checkIn.id) {
            let known = gates[checkIn.gate] ?? TicketRow.Used(list: nil, gate: checkIn.gate, ins: 0)
            gates[checkIn.gate] = known.adding(checkIn)
        }
        return gates.values.sorted { ($0.gate ?? "") < ($1.gate ?? "") }
    }
}

extension TicketRow.Used {
    fileprivate func adding(_ checkIn: DocumentedCheckIn) -> Self {
        let isEntry = checkIn.verdict == .admitted
        return Self(
            list: list, gate: gate, ins: ins + (isEntry ? checkIn.people : 0),
            outs: outs + (isEntry ? 0 : checkIn.people),
            firstAt: isEntry ? min(firstAt ?? checkIn.at, checkIn.at) : firstAt,
            lastAt: max(lastAt ?? checkIn.at, checkIn.at))
    }
}
