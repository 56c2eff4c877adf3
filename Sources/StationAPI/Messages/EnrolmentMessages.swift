public import Tickets

// What is asked and answered about enrolment, as JSON objects with keys in snake_case.

/// Whether a kiosk is enrolled, and which pairing waits for a person.
public struct EnrolmentState: Codable, Hashable, Sendable {
    /// What the station is enrolled for.
    public struct Current: Codable, Hashable, Sendable {
        /// Name of the organizer, as the pairing says.
        public var organizer: String
        /// Id of the event.
        public var event: String
        /// For people.
        public var eventName: String
        /// Id of the key that signed the pairing: 16 hexadecimal digits.
        public var fingerprint: String
        /// Until when the station is meant to serve the event, as the pairing says.
        public var until: Timestamp
        /// From then on it accepts no tickets: the later of ``until`` and a day after the end of the event.
        public var ends: Timestamp
        /// The servers from which it fetches lists and to which it sends check-ins: scheme, host and port of each.
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

    /// A pairing that was shown to a reader and waits for a person who compares its fingerprint.
    public struct Pending: Codable, Hashable, Sendable {
        /// Name of the organizer, as the pairing says.
        public var organizer: String
        /// Id of the event.
        public var event: String
        /// For people.
        public var eventName: String
        /// Slug of the gate that the station would get; `nil` when the pairing names none.
        public var gate: String?
        /// Id of the key that signed the pairing: 16 hexadecimal digits.
        public var fingerprint: String
        /// 8 letters and digits that differ between any two pairings of one key. Whoever confirms the pairing sends
        /// them back.
        public var shortCode: String
        /// The servers from which it would fetch lists and to which it would send check-ins: scheme, host and port of
        /// each.
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

    /// `nil` while the station is not enrolled.
    public var current: Current?
    /// For how many more milliseconds pairings are accepted that are shown to a reader; `nil` when they are not.
    public var openForMs: Int64?
    /// `nil` when none was shown in the last five minutes.
    public var pending: Pending?
    /// Nobody has set up the station: no enrolment, list, key, server or event. Then anyone at the kiosk may open it
    /// for a pairing.
    public var isNew: Bool
    /// The station's own Ed25519 key, for the organizer: 32 bytes in base64.
    public var stationKey: String

    public init(current: Current?, openForMs: Int64?, pending: Pending?, isNew: Bool, stationKey: String) {
        self.current = current
        self.openForMs = openForMs
        self.pending = pending
        self.isNew = isNew
        self.stationKey = stationKey
    }
}

/// Puts a pairing in force: the body of `POST /v1/enrolment/accept`.
public struct PairingRequest: Codable, Hashable, Sendable {
    /// Id of the organizer's key as a person has compared it: 16 hexadecimal digits. Spaces, `-` and `:` are ignored.
    public var fingerprint: String
    /// The text of a pairing; `nil` takes the one that was shown to a reader.
    public var pairing: String?
    /// Of the pairing that was shown and compared; required when ``pairing`` is `nil`.
    public var shortCode: String?
    /// Not stored.
    public var note: String?
    /// Who confirms it; stored with the enrolment. `nil` takes the user at the other end of the socket.
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

/// Ends the enrolment: the body of `POST /v1/enrolment/leave`.
public struct LeaveRequest: Codable, Hashable, Sendable {
    /// Also while check-ins are unsent. `nil` is `false`.
    public var isForced: Bool?
    /// Not stored.
    public var note: String?
    /// Who ends it, for the log; `nil` takes the user at the other end of the socket.
    public var `operator`: String?

    public init(isForced: Bool? = nil, note: String? = nil, operator: String? = nil) {
        self.isForced = isForced
        self.note = note
        self.operator = `operator`
    }
}
