internal import Foundation
internal import Tickets

/// Sends check-ins to pretix, one at a time. Each has its entry's id as the nonce, so that pretix accepts it once.
/// See docs/decisions/110-forced-after-refusal.md.
struct PretixReceiver: CheckInReceiver {
    let pace: Duration
    private let server: PretixServer
    private let settings: BackendSettings

    init(_ server: PretixServer, settings: BackendSettings) {
        self.server = server
        self.settings = settings
        pace = Self.pace(of: settings.url)
    }

    /// The hosted pretix accepts 360 requests a minute from a device (https://docs.pretix.eu/dev/api/ratelimit.html);
    /// other pretix servers have no limit.
    static func pace(of url: ServerAddress) -> Duration {
        let host = url.host?.lowercased() ?? ""
        return host == "pretix.eu" || host.hasSuffix(".pretix.eu") ? .milliseconds(170) : .zero
    }

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        guard let checkIn = checkIns.first else { return Delivery(answers: []) }
        let message: PretixMessage
        do throws(PretixMessage.UnsupportedCheckIn) {
            message = try PretixMessage(checkIn, settings: settings)
        } catch {
            return Delivery(answers: [error.answer])
        }
        do throws(BackendError) {
            return Delivery(answers: [try await send(message)])
        } catch {
            return Delivery(answers: [], error: error)
        }
    }

    /// An entry is sent as pretix would decide it, and only forced when pretix refuses it: so that it says whether another
    /// device has let in the same ticket. What happened at the door is recorded in both cases.
    private func send(_ message: PretixMessage) async throws(BackendError) -> ServerAnswer {
        var objection: String?
        // The medium is linked with the check-in, or neither is there: then the check-in comes alone.
        for exchange in message.exchanges {
            let answer = try await server.post(PretixMessage.exchangePath, exchange)
            if answer.isSuccess {
                try checkAcceptance(answer, of: message.purpose)
                return objection.map { .disputed(reason: $0) } ?? .accepted
            }
            objection = objection ?? Self.objection(answer, to: message)
        }
        if message.leavesMedium {
            objection = "pretix links a wristband or card only to a ticket that was scanned: link it there"
        }
        if let unforced = message.unforced, message.exchanges.isEmpty {
            let answer = try await server.post(message.path, unforced)
            if answer.isSuccess {
                try checkAcceptance(answer, of: message.purpose)
                return objection.map { .disputed(reason: $0) } ?? .accepted
            }
            // Anything else than a decision comes again with the forced one.
            objection = objection ?? Self.objection(answer, to: message)
        }
        let answer = try await server.post(message.path, message.body)
        if answer.isSuccess { try checkAcceptance(answer, of: message.purpose) }
        let opinion = Self.opinion(answer, of: message.purpose)
        guard opinion == .accepted, let objection, try await !isLinked(message, after: objection) else {
            return opinion
        }
        return .disputed(reason: objection)
    }

    /// pretix says `ok` to a passage and to an undo, and repeats a refusal. Anything else is not from pretix, or from one that
    /// works otherwise: it must not count as delivered.
    private func checkAcceptance(
        _ answer: JSONServer.Answer, of purpose: PretixMessage.Purpose
    ) throws(BackendError) {
        guard !Self.isAcceptance(answer, of: purpose) else { return }
        let status = answer.body["status"]
        throw server.failure(
            .unexpected,
            status.isNull
                ? "it answers a check-in with \(answer.status) and without a status"
                : "it answers a check-in with a status that is not known: "
                    + status.canonicalText.withoutControls.hidingSecrets.prefix(60),
            hint: "Is it a pretix server? Nothing of it counts as delivered.")
    }

    /// Of an answer that is successful.
    static func isAcceptance(_ answer: JSONServer.Answer, of purpose: PretixMessage.Purpose) -> Bool {
        let status = answer.body["status"]
        return switch purpose {
        case .passage, .annulment: status.text == "ok"
        case .refusal: status.isNull ? answer.body.members?.isEmpty == false : status.text == "ok"
        }
    }

    /// Whether pretix refused to link the medium only because it is linked to this ticket: an earlier try was taken, and its
    /// answer was lost.
    private func isLinked(_ message: PretixMessage, after objection: String) async throws(BackendError) -> Bool {
        guard objection == PretixReason.refusal("already_exchanged"), let medium = message.medium,
            let position = message.position
        else { return false }
        do throws(BackendError) {
            let found = try await server.get(
                "reusablemedia/", query: ["identifier": medium.identifier, "type": medium.type]
            ).body
            return (found["results"].items ?? []).contains { each in
                each["linked_orderpositions"].items?.contains { $0.integer.map(Int64.init) == position } ?? false
            }
        } catch {
            // A device that may not read media.
            guard [.unauthorised, .notFound].contains(error.code) else { throw error }
            return false
        }
    }

    /// Why pretix would not let somebody in who was let in. Whether a medium is missing, or should have been shown, is no
    /// reason: stations let in by both.
    private static func objection(_ answer: JSONServer.Answer, to message: PretixMessage) -> String? {
        guard let reason = answer.body["reason"].text ?? answer.body["status"].text else { return nil }
        switch reason {
        case "exchange", "already_exchanged", "error":
            return message.exchanges.isEmpty ? nil : PretixReason.refusal(reason)
        case "incomplete":
            // What was not asked here need not be answered; what was answered is lost unless pretix takes it.
            let lost = (answer.body["questions"].items ?? []).filter { question in
                question["id"].integer.map { message.answered.contains(String($0)) } ?? false
            }
            let names = lost.compactMap { $0["question"].name(in: nil)?.withoutControls }
            return lost.isEmpty ? nil : "pretix does not accept the answer to: \(names.joined(separator: ", "))"
        default: return PretixReason.refusal(reason)
        }
    }

    func answerWithoutSending(to checkIn: OutgoingCheckIn) throws(BackendError) -> ServerAnswer? {
        do throws(PretixMessage.UnsupportedCheckIn) {
            _ = try PretixMessage(checkIn, settings: settings)
            return nil
        } catch {
            return error.answer
        }
    }

    /// What an answer means.
    static func opinion(_ answer: JSONServer.Answer, of purpose: PretixMessage.Purpose) -> ServerAnswer {
        if answer.isSuccess { return .accepted }
        if let reason = answer.body["reason"].text { return .contradicted(reason: PretixReason.refusal(reason)) }
        let reason = PretixReason.reason(of: answer)
        if answer.body["status"].text == "incomplete" {
            return .contradicted(reason: PretixReason.refusal("incomplete"))
        }
        guard purpose == .annulment else { return .rejected(reason: reason) }
        if reason.contains("unsuccessful checkin") {
            // It is undone already: the answer to an earlier try was lost.
            return .accepted
        }
        if reason.contains("15 minutes") {
            return .contradicted(reason: "pretix allows an undo for 15 minutes only: the check-in stays there")
        }
        return answer.status == 404
            ? .contradicted(reason: "pretix has no such check-in of this station to undo") : .rejected(reason: reason)
    }
}
