package import Backends
internal import Tickets

/// A backend as the relay tells it of check-ins.
package struct RelayBackend: Sendable {
    let settings: BackendSettings
    let receiver: any CheckInReceiver
    /// What can be asked about a code; `nil` when stations may not ask.
    let lookup: (any TicketLookup)?

    package init(
        settings: BackendSettings, receiver: any CheckInReceiver, lookup: (any TicketLookup)? = nil
    ) {
        self.settings = settings
        self.receiver = receiver
        self.lookup = lookup
    }

    func outgoing(
        _ message: CheckInMessage, code: String?, undoneCount: Int? = nil, answers: [String: String] = [:]
    ) -> OutgoingCheckIn {
        OutgoingCheckIn(
            message.checkIn, code: code, serverEvent: message.checkIn.event.map(settings.serverEvent),
            type: message.type, clockOffset: message.clockOffset, undoneCount: undoneCount,
            answers: answers)
    }

    /// What becomes of a message whatever the server says; `nil` when the server can be told.
    /// - Throws: why that is not known.
    func answerWithoutSending(to message: CheckInMessage, code: String?) throws(BackendError) -> ServerAnswer? {
        try receiver.answerWithoutSending(to: outgoing(message, code: code))
    }
}
