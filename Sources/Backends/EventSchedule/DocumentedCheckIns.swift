internal import Tickets

/// Sends check-ins to a server with the documented interface, one request per person.
struct DocumentedCheckIns {
    let api: JSONServer

    static func answerWithoutSending(to outgoing: OutgoingCheckIn) -> ServerAnswer? {
        guard outgoing.checkIn.reference == nil, outgoing.code == nil else { return nil }
        return .rejected(reason: "the ticket has no id on the server, and its code is not known here")
    }

    func deliver(_ outgoing: OutgoingCheckIn) async throws(BackendError) -> ServerAnswer {
        let checkIn = outgoing.checkIn
        if let answer = Self.answerWithoutSending(to: outgoing) { return answer }
        // What the server never counted must not be subtracted from its count.
        if checkIn.undoes != nil, outgoing.undoneCount == nil { return .accepted }
        for key in EntryKey.keys(of: outgoing) {
            let answer = try await api.post("/checkins", Self.message(of: outgoing, key: key))
            guard let opinion = DocumentedAnswer.opinion(answer, hiding: outgoing.code) else {
                throw api.failure(.unexpected, "it answers \(answer.status) without the result of a check-in")
            }
            guard opinion == .accepted else { return opinion }
        }
        return .accepted
    }

    static func message(of outgoing: OutgoingCheckIn, key: EntryKey) -> JSONValue {
        let checkIn = outgoing.checkIn
        let isEntry = checkIn.verdict == .admitted
        // The interface has no undo: an entry is undone by an exit, and an exit by an entry.
        let goesIn = checkIn.undoes == nil ? isEntry : !isEntry
        let members: [(name: String, value: String?)] = [
            ("ticket_id", checkIn.reference), ("ticket_code", outgoing.code),
            ("event_id", outgoing.serverEvent ?? checkIn.event), ("gate_id", checkIn.gate),
            ("device_id", checkIn.station), ("action", goesIn ? "checkin" : "checkout"),
            ("ts", time(of: outgoing).description), ("idempotency_key", key.text),
        ]
        return .object(members.compactMap { name, value in value.map { (name, .string($0)) } })
    }

    /// In the server's time if this station's clock was known to be wrong: the message has no field for a second clock.
    private static func time(of outgoing: OutgoingCheckIn) -> Timestamp {
        guard outgoing.checkIn.clock == .unsynchronised, let offset = outgoing.clockOffset else {
            return outgoing.checkIn.at
        }
        return outgoing.checkIn.at - offset
    }
}
