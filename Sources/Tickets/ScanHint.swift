/// What the station says when there is no verdict: a text that is no ticket, or a code that a camera cannot read. Nothing
/// is journalled.
public struct ScanHint: Hashable, Sendable, Decodable {
    /// Raw values stand in JSON.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case webAddress, wifi, contact, place, calendarEntry
        /// A code is in a camera's view and has not been read for some seconds.
        case notRead
        /// Several tickets are in a camera's view.
        case severalTickets
        /// A pairing was shown, and waits for a person to compare its key.
        case pairingShown
        /// A pairing was shown and is in force.
        case pairingAccepted
        /// A pairing was shown to a station that takes none at the moment.
        case pairingRefused
        /// What was shown is no pairing that can be used: expired, used before, or altered.
        case pairingUnusable

        init(_ content: OtherContent) {
            self =
                switch content {
                case .webAddress: .webAddress
                case .wifi: .wifi
                case .contact: .contact
                case .place: .place
                case .calendarEntry: .calendarEntry
                }
        }
    }

    public let hint: Kind
    /// Slug of the gate.
    public let gate: String?
    public let at: Timestamp
    public let how: CheckIn.How
    /// One English sentence for the steward, without a full stop.
    public let message: String

    public init(_ content: OtherContent, gate: Gate?, at: Timestamp, how: CheckIn.How) {
        self.init(about: Kind(content), gate: gate, at: at, how: how)
    }

    public init(about hint: Kind, gate: Gate?, at: Timestamp, how: CheckIn.How) {
        self.hint = hint
        self.gate = gate?.slug.withoutControls
        self.at = at
        self.how = how
        message = hint.message
    }

    public var json: JSONValue {
        .object([
            ("hint", .string(hint.rawValue)), ("gate", .init(gate)), ("at", .string(at.description)),
            ("how", .string(how.rawValue)), ("message", .string(message)),
        ])
    }
}

extension ScanHint.Kind {
    fileprivate var message: String {
        switch self {
        case .webAddress: "This is a web address, not a ticket"
        case .wifi: "This is a Wi-Fi code, not a ticket"
        case .contact: "This is a contact, not a ticket"
        case .place: "This is a place on a map, not a ticket"
        case .calendarEntry: "This is a calendar entry, not a ticket"
        case .notRead: "Hold the code still: nearer, and out of the glare"
        case .pairingShown: "A pairing was shown: compare its key on both screens"
        case .pairingAccepted: "The pairing is in force"
        case .pairingRefused: "This station takes no pairing now: open it with usher enroll --open"
        case .pairingUnusable: "This pairing is expired, used or damaged: make a new one"
        case .severalTickets: "Several tickets are in view: show one at a time"
        }
    }
}
