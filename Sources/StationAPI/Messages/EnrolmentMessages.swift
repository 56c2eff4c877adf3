public import Tickets

// What is asked and answered about enrolment, as JSON objects with keys in snake_case.

/// How a kiosk stands with pairings.
public struct EnrolmentState: Codable, Hashable, Sendable {
    public struct Current: Codable, Hashable, Sendable {
        public var organizer: String
        public var event: String
        public var eventName: String
        /// Of the key that signed the pairing.
        public var fingerprint: String
        /// The station is meant to serve the event until then.
        public var until: Timestamp
        /// From then on it takes no tickets.
        public var ends: Timestamp
        /// Addresses that it fetches lists from and sends check-ins to.
        public var servers: [String]

        public init(
            organizer: String, event: String, eventName: String, fingerprint: String, until: Timestamp,
            ends: Timestamp, servers: [String]
        ) {
            self.organizer = organizer
            self.event = event
            self.eventName = eventName
            self.fingerprint = fingerprint
            self.until = until
            self.ends = ends
            self.servers = servers
        }
    }

    /// Shown to a reader, and waiting for a person who compares its fingerprint.
    public struct Pending: Codable, Hashable, Sendable {
        public var organizer: String
        public var event: String
        public var eventName: String
        public var gate: String?
        public var fingerprint: String
        /// Of this pairing and no other: whoever confirms it gives it back.
        public var shortCode: String
        /// Addresses that it would fetch lists from and send check-ins to.
        public var servers: [String]

        public init(
            organizer: String, event: String, eventName: String, gate: String?, fingerprint: String, shortCode: String,
            servers: [String]
        ) {
            self.organizer = organizer
            self.event = event
            self.eventName = eventName
            self.gate = gate
            self.fingerprint = fingerprint
            self.shortCode = shortCode
            self.servers = servers
        }
    }

    /// `nil`: not enrolled.
    public var current: Current?
    /// How long pairings are still taken; `nil`: none are.
    public var openForMs: Int64?
    public var pending: Pending?
    /// Nobody has set the station up in any way.
    public var isNew: Bool
    /// This station's own Ed25519 key, 32 bytes in base64, for the organizer.
    public var stationKey: String

    public init(current: Current?, openForMs: Int64?, pending: Pending?, isNew: Bool, stationKey: String) {
        self.current = current
        self.openForMs = openForMs
        self.pending = pending
        self.isNew = isNew
        self.stationKey = stationKey
    }
}

public struct PairingRequest: Codable, Hashable, Sendable {
    /// Of the organizer's key, as a person has compared it: 16 hexadecimal digits.
    public var fingerprint: String
    /// The text of a pairing; without it, the one that was shown to a reader.
    public var pairing: String?
    /// Of the one that was shown, and is meant.
    public var shortCode: String?
    public var note: String?
    public var `operator`: String?

    public init(
        fingerprint: String, pairing: String? = nil, shortCode: String? = nil, note: String? = nil,
        operator: String? = nil
    ) {
        self.fingerprint = fingerprint
        self.pairing = pairing
        self.shortCode = shortCode
        self.note = note
        self.operator = `operator`
    }
}

public struct LeaveRequest: Codable, Hashable, Sendable {
    /// Although check-ins are unsent.
    public var isForced: Bool?
    public var note: String?
    public var `operator`: String?

    public init(isForced: Bool? = nil, note: String? = nil, operator: String? = nil) {
        self.isForced = isForced
        self.note = note
        self.operator = `operator`
    }
}
