public import Tickets

/// A check-in in the form in which one station sends it to another that uploads for it.
extension OutgoingCheckIn {
    /// The webhook's message, with everything else that a server may need. It contains the ticket code and answers, so nobody else
    /// may read it.
    public var json: JSONValue {
        guard case .object(let members) = CheckInMessage(checkIn, type: type, clockOffset: clockOffset).json else {
            return .null
        }
        return .object(
            members + [
                .init("code", JSONValue(code)), .init("server_event", JSONValue(serverEvent)),
                .init("undone_count", JSONValue(undoneCount.map(Int64.init))),
                .init("answers", .object(answers.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })),
            ])
    }

    /// Reads what ``json`` wrote.
    /// - Throws: ``CheckInMessage/Fault``
    public init(parsing text: some Sequence<UInt8>) throws(CheckInMessage.Fault) {
        guard let value = LenientJSON(parsing: text) else { throw CheckInMessage.Fault(problem: "it is not JSON") }
        let message = try CheckInMessage(value)
        self.init(
            message.checkIn, code: value["code"].text, serverEvent: value["server_event"].text,
            type: message.type, clockOffset: message.clockOffset,
            undoneCount: value["undone_count"].integer(in: 0...1000),
            answers: (value["answers"].members ?? [:]).compactMapValues(\.text))
    }
}
