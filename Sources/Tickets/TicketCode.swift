internal import Foundation

/// A text that may be a ticket, and the dialect it is written in. It is a secret, so printing it shows only its
/// dialect.
public struct TicketCode: Hashable, Sendable {
    /// How a ticketing system writes its codes.
    public enum Dialect: Hashable, Sendable {
        /// Any text that is none of the others.
        case plain
        /// A URL whose path ends in `/ticket/view/<event>/<secret>`, on any host.
        case eventSchedule
        /// `TKT:<number>|ORD:<order>|EVT:<uuid>|USR:<uuid>` or `TICKET:<uuid>`.
        case eventPassUG
        /// A pretix signature. It is used only when ``TicketCode/text`` is not found.
        case signed(SignedCode)
        /// A signed code in a spelling that no issuer writes: `invalid`, unless its text is found.
        case nonCanonicalSigned
    }

    /// The text that is looked up, case sensitive: of an EventSchedule URL the secret at its end, otherwise the whole
    /// text.
    public let text: String
    /// Recognised from the text alone.
    public let dialect: Dialect
    /// Id of the event the code says it is for. It is used in the text of a refusal, and never changes which ticket is
    /// found.
    public let eventHint: String?
    /// What a text of no dialect looks like. It is still looked up; the hint takes the place of a verdict only
    /// when nothing is found.
    public let otherContent: OtherContent?

    /// - Parameter text: stripped and well formed; ``ScannedText`` sees to that.
    init(_ text: String) {
        if let link = EventScheduleLink(text) {
            self.init(text: link.secret, dialect: .eventSchedule, eventHint: link.event)
        } else if let payload = EventPassUGPayload(text) {
            self.init(text: text, dialect: .eventPassUG, eventHint: payload.event)
        } else {
            switch SignedCode.reading(text) {
            case .code(let code): self.init(text: text, dialect: .signed(code))
            case .nonCanonical: self.init(text: text, dialect: .nonCanonicalSigned)
            case .otherText:
                self.init(text: text, dialect: .plain, otherContent: OtherContent(lookingAt: text))
            }
        }
    }

    private init(text: String, dialect: Dialect, eventHint: String? = nil, otherContent: OtherContent? = nil) {
        self.text = text
        self.dialect = dialect
        self.eventHint = eventHint
        self.otherContent = otherContent
    }
}

extension TicketCode: CustomStringConvertible, CustomReflectable {
    /// The dialect, never the code.
    public var description: String {
        switch dialect {
        case .plain: "a plain code"
        case .eventSchedule: "an EventSchedule code"
        case .eventPassUG: "an EventPassUG code"
        case .signed: "a signed code"
        case .nonCanonicalSigned: "a signed code in a non-canonical spelling"
        }
    }

    /// Empty: `dump` must not show the code.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The end of the path decides, never the host: servers have their own domains and may be in sub-folders. A query, a
/// fragment and one slash at the end are not part of the secret.
private struct EventScheduleLink {
    let event: String
    let secret: String

    init?(_ text: String) {
        guard let scheme = text.range(of: "://"), ["http", "https"].contains(text[..<scheme.lowerBound].lowercased())
        else { return nil }
        let address = text[scheme.upperBound...].utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        var parts = address.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
        if parts.last == "" { parts.removeLast() }
        // Host, then at least the four parts of the path's end.
        guard parts.count >= 5, parts[0] != "", parts.dropLast(2).suffix(2) == ["ticket", "view"],
            let event = parts.dropLast().last, let secret = parts.last, event != "", secret != ""
        else { return nil }
        self.event = String(event)
        self.secret = String(secret)
    }
}

private struct EventPassUGPayload {
    let event: String?

    init?(_ text: String) {
        let fields = text.split(separator: "|", omittingEmptySubsequences: false)
        switch fields.count {
        case 1:
            guard Self.uuid(fields[0], named: "TICKET:") != nil else { return nil }
            event = nil
        case 4:
            guard fields[0].hasPrefix("TKT:"), fields[1].hasPrefix("ORD:"),
                let event = Self.uuid(fields[2], named: "EVT:"), Self.uuid(fields[3], named: "USR:") != nil
            else { return nil }
            self.event = event
        default: return nil
        }
    }

    private static func uuid(_ field: Substring, named name: String) -> String? {
        guard field.hasPrefix(name) else { return nil }
        let text = String(field.dropFirst(name.count))
        return UUID(uuidString: text) == nil ? nil : text
    }
}
