internal import Foundation
internal import Tickets

/// Sends entries to the fork Planify, one scan each. It has no exits and no undo, and records only its own times.
struct PlanifyScans {
    /// If the answer to a first try was lost, the scan is at most this old at the second; older ones are from somebody
    /// else.
    private static let longestRetry = Duration.seconds(120)
    /// Its times have whole seconds.
    private static let tolerance = Duration.seconds(2)
    /// How long to wait after too many requests, if the server does not say.
    private static let rateLimitPause = Duration.seconds(60)

    let api: JSONServer

    /// What cannot be sent is `contradicted`: parked, it would hold up later entries of the ticket.
    static func answerWithoutSending(to outgoing: OutgoingCheckIn) -> ServerAnswer? {
        guard outgoing.checkIn.undoes == nil else {
            return .contradicted(reason: "not sent: this server cannot undo a check-in")
        }
        guard outgoing.checkIn.verdict == .admitted else {
            return .contradicted(reason: "not sent: this server does not support check-outs")
        }
        return outgoing.code == nil ? noCode : nil
    }

    private static let noCode = ServerAnswer.rejected(
        reason: "not sent: this server identifies tickets by their code, which was not scanned here")

    func deliver(_ outgoing: OutgoingCheckIn) async throws(BackendError) -> ServerAnswer {
        if let answer = Self.answerWithoutSending(to: outgoing) { return answer }
        guard let code = outgoing.code else { return Self.noCode }
        let answer = try await ask(code)
        // A 403 that names this ticket is about the ticket, any other about the key.
        if answer.status == 403, !answer.reason.contains("this ticket") {
            throw api.failure(
                .unauthorised, "it answers 403: \(answer.reason.hiding(code))", hint: "Check what its user may do.")
        }
        if let opinion = Self.opinion(answer, on: outgoing) { return opinion }
        throw api.failure(.unexpected, "it answers \(answer.status) without the result of a scan")
    }

    /// Sends both names of the code: the server's own apps send `ticket_code`, its source reads `code`.
    private func ask(_ code: String) async throws(BackendError) -> JSONServer.Answer {
        do throws(BackendError) {
            return try await api.post(
                "/tickets/scan", .object([("code", .string(code)), ("ticket_code", .string(code))]), taking: [403])
        } catch {
            guard error.code == .busy, error.retryAfter == nil else { throw error }
            throw api.failure(.busy, error.reason, retryAfter: Self.rateLimitPause)
        }
    }

    /// - Returns: `nil` when this is not an answer to a scan.
    static func opinion(_ answer: JSONServer.Answer, on outgoing: OutgoingCheckIn) -> ServerAnswer? {
        let reason = answer.reason.hiding(outgoing.code)
        switch answer.status {
        case 200..<300:
            guard answer.body["error"].isNull else { return .rejected(reason: reason) }
            guard let scan = answer.body["data"].members, !scan.isEmpty else { return nil }
            return earlierScan(LenientJSON.object(scan), answer, outgoing) ?? .accepted
        // It records check-ins on the event's own day only, by its calendar at the moment of the upload.
        case 400 where reason.contains("not valid for today"):
            return .contradicted(
                reason: "not recorded there: this server takes check-ins only on the day of the event (\(reason))")
        case 400, 403, 404: return .contradicted(reason: reason)
        default: return .rejected(reason: reason)
        }
    }

    /// The server also answers a second scan with success: only the old time shows it.
    private static func earlierScan(
        _ scan: LenientJSON, _ answer: JSONServer.Answer, _ outgoing: OutgoingCheckIn
    ) -> ServerAnswer? {
        guard let scanned = try? EventScheduleTimes(zone: "UTC").read(scan["scanned_at"], as: .start) else {
            return nil
        }
        let passed = outgoing.checkIn.at - (outgoing.clockOffset ?? .zero)
        let answered = answer.headers.first("Date").flatMap(ServerClock.read) ?? scanned
        guard scanned < passed - tolerance || scanned < answered - longestRetry else { return nil }
        return .contradicted(reason: "already scanned at \(scanned)")
    }
}
