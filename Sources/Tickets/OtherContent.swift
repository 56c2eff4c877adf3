/// Kinds of text that people show to a reader although they are not tickets. Raw values are used in JSON.
/// See docs/decisions/010-hint-never-hides-a-ticket.md.
public enum OtherContent: String, Codable, Sendable, CaseIterable {
    case webAddress
    case wifi
    /// A person's card, or a way to reach somebody.
    case contact
    case place
    case calendarEntry

    /// How such texts begin; letters of either case.
    private var beginnings: [String] {
        switch self {
        case .webAddress: ["http://", "https://", "www."]
        case .wifi: ["wifi:"]
        case .contact: ["begin:vcard", "mecard:", "bizcard:", "mailto:", "matmsg:", "tel:", "sms:", "smsto:"]
        case .place: ["geo:"]
        case .calendarEntry: ["begin:vevent", "begin:vcalendar"]
        }
    }

    /// `nil` when a text looks like none of these.
    init?(lookingAt text: String) {
        let beginning = text.prefix(16).lowercased()
        guard let found = Self.allCases.first(where: { $0.beginnings.contains(where: beginning.hasPrefix) }) else {
            return nil
        }
        self = found
    }
}
