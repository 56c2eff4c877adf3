public import Foundation
public import Tickets

/// Who can read the names in a list.
public enum Privacy: String, Sendable, CaseIterable {
    /// Whoever has the ticket's code, so only the ticket in front of a station can be named.
    case sealed
    /// Stations with the event's staff key, which can search by name.
    case staff
}

/// What the signed line of a manifest says (docs/MANIFEST.md).
public struct ManifestClaims: Hashable, Sendable {
    public static let version: Int64 = 1
    /// Every JSON reader can hold it exactly.
    static let maximumSequence: Int64 = 1 << 53

    /// The SQLite database after the line.
    public struct Body: Hashable, Sendable {
        public let sha256: Data
        public let bytes: Int64
        /// Rows of the table `ticket`.
        public let tickets: Int64

        public init(sha256: Data, bytes: Int64, tickets: Int64) {
            self.sha256 = sha256
            self.bytes = bytes
            self.tickets = tickets
        }
    }

    public let organizer: String
    public let event: Event
    /// How old the list may grow before the screen says so.
    public let maxAge: Duration
    public let issued: Timestamp
    public let expires: Timestamp
    /// Grows from list to list of an event.
    public let sequence: Int64
    /// 32 bytes; the same for every list of an event, because history is kept under it.
    public let salt: Data
    /// The screen says TEST.
    public let isTest: Bool
    public let privacy: Privacy
    /// Keys whose signed codes are tickets of this event.
    public let ticketKeys: [VerificationKey]
    /// Name of the configured backend that gets the check-ins.
    public let backend: String?
    /// The organizer was told that codes can be guessed, and wanted the list all the same.
    public let hasGuessableCodes: Bool
    public let body: Body
}

extension ManifestClaims {
    /// With another event, and time, number and body of `other`: to see whether anything else differs.
    func with(_ event: Event, issuedAs other: ManifestClaims) -> ManifestClaims {
        ManifestClaims(
            organizer: organizer, event: event, maxAge: maxAge, issued: other.issued, expires: expires,
            sequence: other.sequence, salt: salt, isTest: isTest, privacy: privacy, ticketKeys: ticketKeys,
            backend: backend, hasGuessableCodes: hasGuessableCodes, body: other.body)
    }
}

/// Something about a list that people should be told, and that stops nothing by itself.
public enum ManifestNote: String, Sendable, CaseIterable {
    case test, guessableCodes, empty, shrunk, issuedInFuture, expired, stale

    /// The list lets nobody in, or may let in who should not be.
    public var isAlarming: Bool {
        switch self {
        case .guessableCodes, .empty, .shrunk: true
        case .test, .issuedInFuture, .expired, .stale: false
        }
    }

    /// A clause about the list: "it expired".
    public var explanation: String {
        switch self {
        case .test: "it is a test list"
        case .guessableCodes: "its ticket codes can be guessed"
        case .empty: "it has 0 tickets"
        case .shrunk: "a fifth of the tickets or more is gone since the largest list of the event"
        case .issuedInFuture: "it was issued in the future: a clock is wrong, here or where it was made"
        case .expired: "it has expired"
        case .stale: "it is older than its organizer wants"
        }
    }
}

extension ManifestClaims {
    /// Clocks of publisher and station may differ by this much before anyone is told.
    private static let clockTolerance = Duration.seconds(300)

    /// What is to be said about the list now.
    public func notes(now: Timestamp) -> [ManifestNote] {
        let conditions: [(ManifestNote, Bool)] = [
            (.test, isTest), (.guessableCodes, hasGuessableCodes), (.empty, body.tickets == 0),
            (.issuedInFuture, issued > now + Self.clockTolerance), (.expired, now >= expires),
            (.stale, now - issued > maxAge),
        ]
        return conditions.filter(\.1).map(\.0)
    }
}
