internal import Foundation
internal import Tickets

/// Tells the fork Planify of entries, one scan each. It knows no exits, no undo and no time but its own.
struct PlanifyScans {
    /// An answer to a try whose first answer was lost is this old at most; older ones are somebody else's scan.
    private static let longestRetry = Duration.seconds(120)
    /// Its times have whole seconds, and clocks are compared by them.
    private static let tolerance = Duration.seconds(2)
    /// How long it takes until it listens again after it was asked too often.
    private static let penance = Duration.seconds(60)

    let api: JSONServer

    /// What it cannot be told is `contradicted`: parked, it would hold up whatever else happens to the ticket.
    static func foregoneAnswer(to outgoing: OutgoingCheckIn) -> ServerAnswer? {
        guard outgoing.checkIn.undoes == nil else {
            return .contradicted(words: "not sent: this server can take no check-in back")
        }
        guard outgoing.checkIn.verdict == .admitted else {
            return .contradicted(words: "not sent: this server knows no check-outs")
        }
        return outgoing.code == nil ? noCode : nil
    }

    private static let noCode = ServerAnswer.rejected(
        words: "not sent: this server knows tickets by their code, and it was not scanned here")

    func deliver(_ outgoing: OutgoingCheckIn) async throws(BackendTrouble) -> ServerAnswer {
        if let answer = Self.foregoneAnswer(to: outgoing) { return answer }
        guard let code = outgoing.code else { return Self.noCode }
        let answer = try await ask(code)
        // Not to scan this ticket is about the ticket, anything else about the key.
        if answer.status == 403, !answer.words.contains("this ticket") {
            throw api.trouble(
                .unauthorised, "it answers 403: \(answer.words.hiding(code))", hint: "Check what its user may do.")
        }
        if let opinion = Self.opinion(answer, on: outgoing) { return opinion }
        throw api.trouble(.unexpected, "it answers \(answer.status) and does not say what became of a scan")
    }

    /// Apps of its own send `ticket_code`, its code reads `code`.
    private func ask(_ code: String) async throws(BackendTrouble) -> JSONServer.Answer {
        do throws(BackendTrouble) {
            return try await api.post(
                "/tickets/scan", .object([("code", .string(code)), ("ticket_code", .string(code))]), taking: [403])
        } catch {
            guard error.code == .busy, error.retryAfter == nil else { throw error }
            throw api.trouble(.busy, error.reason, retryAfter: Self.penance)
        }
    }

    /// - Returns: `nil` when the answer is none to this question.
    static func opinion(_ answer: JSONServer.Answer, on outgoing: OutgoingCheckIn) -> ServerAnswer? {
        let words = answer.words.hiding(outgoing.code)
        switch answer.status {
        case 200..<300:
            guard let scan = answer.body["data"].members, answer.body["error"].isNull else {
                return answer.body["error"].isNull ? nil : .rejected(words: words)
            }
            return earlierScan(LooseJSON.object(scan), answer, outgoing) ?? .accepted
        case 400, 403, 404: return .contradicted(words: words)
        default: return .rejected(words: words)
        }
    }

    /// A second scan is a success too: it only shows by its old time.
    private static func earlierScan(
        _ scan: LooseJSON, _ answer: JSONServer.Answer, _ outgoing: OutgoingCheckIn
    ) -> ServerAnswer? {
        guard let scanned = try? EventScheduleTimes(zone: "UTC").read(scan["scanned_at"], as: .start) else {
            return nil
        }
        let passed = outgoing.checkIn.at - (outgoing.clockOffset ?? .zero)
        let answered = answer.headers.first("Date").flatMap(ServerClock.read) ?? scanned
        guard scanned < passed - tolerance || scanned < answered - longestRetry else { return nil }
        return .contradicted(words: "already scanned at \(scanned)")
    }
}
