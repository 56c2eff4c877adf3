import Backends
import Synchronization
import Tickets

/// A ticketing server in memory: stations send it their check-ins, and ask it for those of others.
final class TicketServer: CheckInReceiver {
    enum Mood: Int, CaseIterable {
        case well, away, losesAnswers, contradicts, rejects
    }

    private struct State {
        var mood = Mood.well
        /// Ids of entries with which it disagrees.
        var contradicted: Set<String> = []
    }

    let batchSize = 3
    let telling = TellingRecord()
    private let state = Mutex(State())

    var told: [CheckIn] { telling.told }
    var mood: Mood { state.withLock { $0.mood } }
    /// Whether the last answer to an entry was a contradiction.
    func hasContradicted(_ id: String) -> Bool { state.withLock { $0.contradicted.contains(id) } }

    /// The entries and exits that it counts, by line and admission list.
    func used() -> [Model.Line: [String: Model.Used]] {
        let (told, contradicted) = (telling.told, state.withLock { $0.contradicted })
        let undone = Set(told.filter { !contradicted.contains($0.id) }.compactMap(\.undoes))
        var used: [Model.Line: [String: Model.Used]] = [:]
        let counting = told.filter {
            $0.verdict.reason == nil && $0.undoes == nil && !undone.contains($0.id) && !contradicted.contains($0.id)
        }
        for checkIn in counting.enumerated().sorted(by: { ($0.1.at, $0.0) < ($1.1.at, $1.0) }).map(\.element) {
            guard let line = checkIn.reference.flatMap(Organizer.line(reference:)), let list = checkIn.list else {
                continue
            }
            var count = used[line]?[list] ?? Model.Used(ins: 0, outs: 0, last: .min)
            if checkIn.verdict == .admitted {
                count.ins += checkIn.count
            } else {
                count.outs += min(checkIn.count, count.ins - count.outs)
            }
            count.last = max(count.last, checkIn.at.milliseconds)
            used[line, default: [:]][list] = count
        }
        return used
    }

    func set(_ mood: Mood) { state.withLock { $0.mood = mood } }

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        state.withLock { state in
            guard state.mood != .away else { return Self.unheard }
            if state.mood != .rejects { telling.tell(checkIns.map(\.checkIn)) }
            guard state.mood != .losesAnswers else { return Self.unheard }
            // A person may send again what it has contradicted (usher outbox retry).
            let ids = checkIns.map(\.checkIn.id)
            switch state.mood {
            case .well:
                telling.settle(ids)
                state.contradicted.subtract(ids)
            case .contradicts: state.contradicted.formUnion(ids)
            case .away, .losesAnswers, .rejects: break
            }
            return Delivery(answers: checkIns.map { _ in Self.answer(in: state.mood) })
        }
    }

    private static func answer(in mood: Mood) -> ServerAnswer {
        switch mood {
        case .contradicts: .contradicted(reason: "used elsewhere")
        case .rejects: .rejected(reason: "cannot take it")
        case .well, .away, .losesAnswers: .accepted
        }
    }

    static let unheard = Delivery(
        answers: [], error: BackendError(.unreachable, "reach", "the server", "nobody answers"))
}
