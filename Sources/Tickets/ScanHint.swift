/// What the station shows when there is no verdict: for a text that is no ticket, or a code that a camera cannot read.
/// Nothing is recorded in the journal.
/// See docs/decisions/004-hint-object.md.
public struct ScanHint: Hashable, Sendable, Decodable {
    /// Raw values are used in JSON, and are keys of `hints` in the message files.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case webAddress, wifi, contact, place, calendarEntry
        /// A code is in a camera's view and has not been read for some seconds.
        case notRead
        /// Several tickets are in a camera's view.
        case severalTickets
        /// A pairing code was shown; a person must compare its key and confirm it.
        case pairingShown
        /// A pairing code was shown and is in force.
        case pairingAccepted
        /// A pairing code was shown to a station that accepts none at the moment.
        case pairingRefused
        /// A pairing code was shown that cannot be used: expired, used before, or altered.
        case pairingUnusable
        /// The badge of somebody who works here was shown: they type their PIN next.
        case badgeShown
        /// The badge of somebody who works at other gates, or at other hours.
        case badgeElsewhere

        /// The hint about such a text.
        public init(_ content: OtherContent) {
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

    /// What was shown to the reader, or what it cannot read.
    public let hint: Kind
    /// Slug of the gate.
    public let gate: String?
    /// By the station's clock.
    public let at: Timestamp
    /// What read it.
    public let how: CheckIn.How
    /// One English sentence for the steward, without a full stop.
    public let message: String
    /// Whose badge it is; `nil` for anything else.
    public var `operator`: String?

    /// Control characters are removed from the texts.
    public init(about hint: Kind, gate: Gate?, at: Timestamp, how: CheckIn.How, message: String) {
        self.hint = hint
        self.gate = gate?.slug.withoutControls
        self.at = at
        self.how = how
        self.message = message.withoutControls
    }

    /// All members, in a fixed order: the object that is printed instead of a verdict. `operator` is there for a badge only.
    public var json: JSONValue {
        .object(
            [
                ("hint", .string(hint.rawValue)), ("gate", .init(gate)), ("at", .string(at.description)),
                ("how", .string(how.rawValue)), ("message", .string(message)),
            ] + (`operator`.map { [("operator", .string($0))] } ?? []))
    }
}
