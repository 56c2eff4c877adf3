internal import Tickets

/// What pretix answers, in text for people.
enum PretixReason {
    /// Why a request was refused: `{"detail": ...}`, a list of texts, or texts by field. At most 200 characters.
    static func reason(of answer: JSONServer.Answer) -> String {
        let texts = Self.texts(in: answer.body)
        let reason = texts.isEmpty ? "no reason given (\(answer.status))" : texts.joined(separator: "; ")
        return String(reason.withoutControls.prefix(200))
    }

    private static func texts(in body: LenientJSON) -> [String] {
        switch body {
        case .string(let text): [text]
        case .array(let items): items.flatMap(texts)
        case .object(let members):
            members["detail"]?.text.map { [$0] }
                ?? members.sorted { $0.key < $1.key }.flatMap { field, value in
                    texts(in: value).map { field == "non_field_errors" ? $0 : "\(field): \($0)" }
                }
        default: []
        }
    }

    /// Text for the `reason` of a refused check-in (`Checkin.REASONS` in pretix's `base/models/checkin.py`).
    static func refusal(_ reason: String) -> String {
        switch reason {
        case "invalid": "pretix does not know this ticket, or no longer"
        case "canceled": "the order or ticket is cancelled in pretix"
        case "unpaid": "the order is not paid in pretix"
        case "product": "this kind of ticket is not on the list in pretix"
        case "rules": "a rule of the list in pretix forbids it"
        case "revoked": "the code was revoked in pretix"
        case "incomplete": "pretix asks questions that were not answered"
        case "already_redeemed": "the ticket was used before in pretix"
        case "ambiguous": "the code matches several tickets of the list in pretix"
        case "blocked": "the ticket is blocked in pretix"
        case "unapproved": "the order is not approved in pretix"
        case "invalid_time": "the ticket is not valid at this time in pretix"
        case "medium_invalid": "pretix does not know the wristband or card"
        case "medium_exists": "the wristband or card is already in use in pretix"
        case "exchange", "already_exchanged":
            "the ticket belongs on a reusable medium in pretix"
        default: "pretix refuses it (\(String(reason.prefix(60)).withoutControls))"
        }
    }
}

extension LenientJSON {
    /// A text in several languages, `{"de": "Stehplatz", "en": "Standing"}`, or a plain text.
    ///
    /// - Parameter locale: of the event, such as `de-informal`; then English, then any.
    func name(in locale: String?) -> String? {
        guard let names = members else { return text }
        let language = locale?.split(separator: "-").first.map(String.init)
        let wanted = [locale, language, "en"].compactMap(\.self)
        return wanted.lazy.compactMap { names[$0]?.text }.first
            ?? names.sorted { $0.key < $1.key }.lazy.compactMap(\.value.text).first
    }
}
