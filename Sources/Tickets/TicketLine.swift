internal import Crypto
public import Foundation

/// What the backend says of a line. The raw value is the number in the manifest's `ticket.status`.
public enum TicketStatus: Int, Sendable, CaseIterable {
    case valid = 0
    case unpaid = 1
    case voided = 2
    case refunded = 3
    case blocked = 4
    case unapproved = 5

    /// The word in tickets.csv.
    public var word: String { String(describing: self) }

    public init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = found
    }
}

extension TicketType {
    /// The number a type goes by in manifests and signed codes: 31 bits of SHA-256 of its slug. It depends on nothing
    /// else, so a box office can issue codes from event.yaml alone, and a new list never renumbers what was sold.
    public static func number(of slug: String) -> Int64 {
        SHA256.hash(data: Data(slug.utf8)).prefix(4).reduce(0) { $0 << 8 | Int64($1) } & 0x7FFF_FFFF
    }

    /// The number of every line of this type. Whatever rows come and go, no other type gets it.
    public var lineNumber: Int { Int(Self.number(of: slug)) }
}

/// One right to enter under a code.
public struct TicketLine: Hashable, Sendable {
    /// What the line goes by beside the ticket key, in every list of the event: ``TicketType/lineNumber``. In events
    /// whose first list was built before there was such a number: counted from 0 within a code.
    public let number: Int
    /// The backend's own id of the line.
    public let reference: String?
    public let type: TicketType
    public let status: TicketStatus
    /// How many people may enter on it.
    public let admits: Int
    /// May enter from this instant on.
    public let notBefore: Timestamp
    /// May enter before this instant.
    public let notAfter: Timestamp
    public let seat: String?
    /// What a steward must do for this ticket.
    public let attention: String?

    public init(
        number: Int, reference: String? = nil, type: TicketType, status: TicketStatus = .valid, admits: Int = 1,
        notBefore: Timestamp, notAfter: Timestamp, seat: String? = nil, attention: String? = nil
    ) {
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

/// The name under which a ticket is known wherever its code must not be: the first 16 bytes of HMAC-SHA256(salt, code).
public struct TicketKey: Hashable, Sendable, Codable, CustomStringConvertible {
    public static let byteCount = 16

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
