import Tickets

@testable import Backends

/// A server that can be told everything.
struct EverythingTaken: CheckInReceiver {
    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        Delivery(answers: checkIns.map { _ in .accepted })
    }
}

/// A server that knows tickets by their codes, and no exits; nobody knows at first that it does.
struct CodesOnly: CheckInReceiver {
    var isKnown = true

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        Delivery(answers: checkIns.map { _ in .accepted })
    }

    func answerWithoutSending(to checkIn: OutgoingCheckIn) throws(BackendError) -> ServerAnswer? {
        if checkIn.checkIn.verdict == .checkedOut { return .contradicted(reason: "no exits") }
        guard checkIn.code == nil else { return nil }
        guard isKnown else { throw BackendError(.unreachable, "ask", "the server", "it is away") }
        return .rejected(reason: "no code")
    }
}
