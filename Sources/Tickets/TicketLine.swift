internal import Crypto
public import Foundation

/// What the backend says about a line: only `valid` lets people in. The raw value is the number in the manifest's
/// `ticket.status`.
public enum TicketStatus: Int, Sendable, CaseIterable {
    case valid = 0
    case unpaid = 1
    case voided = 2
    case refunded = 3
    case blocked = 4
    case unapproved = 5

    /// The word in tickets.csv.
    public var word: String { String(describing: self) }

    /// Reads the word in tickets.csv; `nil` for any other.
    public init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = found
    }
}

// Why: docs/decisions/006-type-numbers-from-slugs.md
extension TicketType {
    /// The number of a type in manifests and signed codes: 31 bits of SHA-256 of its slug. It depends on nothing else,
    /// so a box office can issue codes from event.yaml alone, and a new list never renumbers what was sold.
    public static func number(of slug: String) -> Int64 {
        SHA256.hash(data: Data(slug.utf8)).prefix(4).reduce(0) { $0 << 8 | Int64($1) } & 0x7FFF_FFFF
    }

    /// The number of every line of this type. No other type gets it, whatever rows are added or removed.
    public var lineNumber: Int { Int(Self.number(of: slug)) }
}

/// One right to enter under a code.
/// See docs/decisions/103-line-has-type-number.md.
public struct TicketLine: Hashable, Sendable {
    /// Identifies the line together with the ticket key, in every list of the event: ``TicketType/lineNumber``. In
    /// events whose first list was built before there was such a number: counted from 0 within a code.
    public let number: Int
    /// The backend's own id of the line, up to 200 bytes: `ABC12-1`.
    public let reference: String?
    /// The lines of a code have different types.
    public let type: TicketType
    /// Set by the backend, not by scans.
    public internal(set) var status: TicketStatus
    /// How many people may enter on it: 1 to 1,000.
    public let admits: Int
    /// May enter from this instant on.
    public internal(set) var notBefore: Timestamp
    /// May enter before this instant.
    public internal(set) var notAfter: Timestamp
    /// For people: up to 200 bytes of UTF-8.
    public let seat: String?
    /// What a steward must do for this ticket, up to 1,000 bytes; that of its type is shown as well.
    public let attention: String?
    /// What it is for, in a series; `nil` in any other event.
    public let date: EventDate?
    /// Ids of the event's questions that this guest need not answer: the server has the answer, or needs none.
    public var answered: Set<String>

    public init(
        number: Int, reference: String? = nil, type: TicketType, status: TicketStatus = .valid, admits: Int = 1,
        notBefore: Timestamp, notAfter: Timestamp, seat: String? = nil, attention: String? = nil,
        date: EventDate? = nil, answered: Set<String> = []
    ) {
        self.date = date
        self.answered = answered
        self.number = number
        self.reference = reference
        self.type = type
        self.status = status
        self.admits = admits
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.seat = seat
        self.attention = attention
    }
}

/// Identifies a ticket wherever its code must not appear: the first 16 bytes of HMAC-SHA256(salt, code).
public struct TicketKey: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Half of a SHA-256: collisions do not happen, and a key takes less room in a list of a million tickets.
    public static let byteCount = 16

    /// Always ``byteCount`` of them.
    public let bytes: Data

    /// - Parameter salt: the manifest's salt, 32 bytes.
    public init(code: String, salt: Data) {
        let mac = HMAC<SHA256>.authenticationCode(for: Data(code.utf8), using: SymmetricKey(data: salt))
        bytes = Data(mac.prefix(Self.byteCount))
    }

    /// `nil` unless there are exactly 16 bytes.
    public init?(bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// `nil` unless the text is 32 hexadecimal digits.
    public init?(hex: String) {
        guard let bytes = Data(hex: hex) else { return nil }
        self.init(bytes: bytes)
    }

    /// 32 lower-case hexadecimal digits.
    public var description: String { bytes.hex }
}
