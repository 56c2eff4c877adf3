public import Foundation
public import Tickets

/// Who can read the names in a list.
public enum Privacy: String, Sendable, CaseIterable {
    /// Everyone who has the ticket's code. So a station can show the name of the ticket in front of it only.
    case sealed
    /// Stations with the event's staff key; they can search by name, too.
    case staff
}

/// What the signed line of a manifest says (docs/MANIFEST.md).
public struct ManifestClaims: Hashable, Sendable {
    /// The only version that is read and written.
    public static let version: Int64 = 1
    /// 2^53: every JSON reader can hold it exactly.
    package static let maximumSequence: Int64 = 1 << 53

    /// The SQLite database after the line.
    public struct Body: Hashable, Sendable {
        /// 32 bytes.
        public let sha256: Data
        /// 1 to 2^40, exactly.
        public let bytes: Int64
        /// Rows of the table `ticket`.
        public let tickets: Int64

        public init(sha256: Data, bytes: Int64, tickets: Int64) {
            self.sha256 = sha256
            self.bytes = bytes
            self.tickets = tickets
        }
    }

    /// For people: 1 to 200 bytes of UTF-8.
    public let organizer: String
    /// `event` and `sub`.
    public private(set) var event: Event
    /// How old the list may get before the screen warns: a second to ten years.
    public let maxAge: Duration
    /// When the list was made, by the organizer's clock; in the signed line, in whole seconds.
    public let issued: Timestamp
    /// From then on it cannot be installed; an installed list stays in force, and the screen warns.
    public let expires: Timestamp
    /// 1 to 2^53, greater than in every list of the event before; usually the seconds of ``issued``.
    public let sequence: Int64
    /// 32 bytes; the same for every list of an event, because stations record passages under keys made with it.
    public let salt: Data
    /// The screen shows TEST.
    public let isTest: Bool
    /// Who can read names in the list.
    public let privacy: Privacy
    /// Keys whose signed codes are tickets of this event: up to 16, never the key that signs the list.
    public let ticketKeys: [VerificationKey]
    /// Name of the backend, in the stations' configuration, that gets the check-ins.
    public let backend: String?
    /// Codes are too easy to guess, and the organizer accepted that.
    public let hasGuessableCodes: Bool
    /// What it says of types, lists and gates beside the body.
    public let terms: ListTerms
    /// Ties the tickets to the signature.
    public let body: Body

    package init(
        organizer: String, event: Event, maxAge: Duration, issued: Timestamp, expires: Timestamp, sequence: Int64,
        salt: Data, isTest: Bool, privacy: Privacy, ticketKeys: [VerificationKey], backend: String?,
        hasGuessableCodes: Bool, terms: ListTerms, body: Body
    ) {
        self.organizer = organizer
        self.event = event
        self.maxAge = maxAge
        self.issued = issued
        self.expires = expires
        self.sequence = sequence
        self.salt = salt
        self.isTest = isTest
        self.privacy = privacy
        self.ticketKeys = ticketKeys
        self.backend = backend
        self.hasGuessableCodes = hasGuessableCodes
        self.terms = terms
        self.body = body
    }

    /// The same claims; of the event's zone, other rules are known now.
    func inZone(_ zone: Zone) -> ManifestClaims {
        var claims = self
        claims.event = event.inZone(zone)
        return claims
    }
}

extension ManifestClaims {
    /// The same with another event, and with time, number and body of `other`: to find out whether anything else
    /// differs.
    func with(_ event: Event, issuedAs other: ManifestClaims) -> ManifestClaims {
        with(event, issued: other.issued, sequence: other.sequence, body: other.body)
    }

    /// The next list of an event, which is cancelled: with the same tickets.
    package func cancelled(issued: Timestamp, sequence: Int64) -> ManifestClaims {
        let event = Event(
            id: event.id, name: event.name, timeZone: event.timeZone, doorsOpen: event.doorsOpen, starts: event.starts,
            ends: event.ends, status: .cancelled, place: event.place)
        return with(event, issued: issued, sequence: sequence, body: body)
    }

    private func with(_ event: Event, issued: Timestamp, sequence: Int64, body: Body) -> ManifestClaims {
        ManifestClaims(
            organizer: organizer, event: event, maxAge: maxAge, issued: issued, expires: expires, sequence: sequence,
            salt: salt, isTest: isTest, privacy: privacy, ticketKeys: ticketKeys, backend: backend,
            hasGuessableCodes: hasGuessableCodes, terms: terms, body: body)
    }
}

/// Something about a list that people should know, and that refuses nothing by itself.
public enum ManifestNote: String, Sendable, CaseIterable {
    case test, guessableCodes, empty, shrunk, issuedInFuture, expired, stale
}

extension ManifestClaims {
    /// How much the clocks of publisher and station may differ without a warning.
    private static let clockTolerance = Duration.seconds(300)

    /// What people should know about the list now. The note `shrunk` is not among them: it needs the lists before.
    public func notes(now: Timestamp) -> [ManifestNote] {
        let conditions: [(ManifestNote, Bool)] = [
            (.test, isTest), (.guessableCodes, hasGuessableCodes), (.empty, body.tickets == 0),
            (.issuedInFuture, issued > now + Self.clockTolerance), (.expired, now >= expires),
            (.stale, now - issued > maxAge),
        ]
        return conditions.filter(\.1).map(\.0)
    }
}
