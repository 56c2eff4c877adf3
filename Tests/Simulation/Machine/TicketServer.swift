import Backends
import Synchronization
import Tickets

/// A ticketing server in memory: stations tell it of their check-ins, and ask it for those of others.
final class TicketServer: CheckInReceiver {
    enum Mood: Int, CaseIterable {
        case well, away, losesAnswers, contradicts, rejects
    }

    private struct State {
        var mood = Mood.well
        /// In the order in which they came, each once.
        var told: [CheckIn] = []
        var heard: Set<String> = []
        /// Told again although the station had its answer.
        var again: [String] = []
        var settled: Set<String> = []
    }

    let batchSize = 3
    private let state = Mutex(State())

    var told: [CheckIn] { state.withLock { $0.told } }
    var toldAgain: [String] { state.withLock { $0.again } }

    func set(_ mood: Mood) { state.withLock { $0.mood = mood } }

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        state.withLock { state in
            guard state.mood != .away else { return Delivery(answers: [], trouble: Self.trouble) }
            for checkIn in checkIns.map(\.checkIn) where state.mood != .rejects {
                if state.settled.contains(checkIn.id) { state.again.append(checkIn.id) }
                if state.heard.insert(checkIn.id).inserted { state.told.append(checkIn) }
            }
            guard state.mood != .losesAnswers else { return Delivery(answers: [], trouble: Self.trouble) }
            // What it has contradicted may be sent again by a person (usher outbox retry).
            if state.mood == .well { state.settled.formUnion(checkIns.map(\.checkIn.id)) }
            return Delivery(answers: checkIns.map { _ in Self.answer(in: state.mood) })
        }
    }

    private static func answer(in mood: Mood) -> ServerAnswer {
        switch mood {
        case .contradicts: .contradicted(words: "used elsewhere")
        case .rejects: .rejected(words: "cannot take it")
        case .well, .away, .losesAnswers: .accepted
        }
    }

    private static let trouble = BackendTrouble(.unreachable, "reach", "the server", "nobody answers")
}
