/// A check-in on its way to a server.
public struct OutgoingCheckIn: Sendable, CustomStringConvertible {
    /// As it is in the journal.
    public let checkIn: CheckIn
    /// The ticket code, a secret, for servers that identify tickets only by it; `nil` when it is not known.
    public let code: String?
    /// The server's id of the event, if it differs from the manifest's.
    public var serverEvent: String?
    /// Slug of the ticket's type; `nil` when there is no ticket, or the list does not have the type any more.
    public var type: String?
    /// A server that takes any time gets that of the entry as it is, unless ``clockOffset`` is larger.
    public static let largestOffset = Duration.seconds(30)

    /// How far this station's clock was ahead of the server's when the entry was made; `nil` when that was not known.
    public let clockOffset: Duration?
    /// How many people passed in the entry that this one undoes. `nil` unless the server has accepted that entry, or
    /// another station recorded it.
    public let undoneCount: Int?
    /// What the guest answered (``CheckInQuestion``), by the id of the question; empty for no answer. Personal data.
    public let answers: [String: String]

    public init(
        _ checkIn: CheckIn, code: String? = nil, serverEvent: String? = nil, type: String? = nil,
        clockOffset: Duration? = nil, undoneCount: Int? = nil, answers: [String: String] = [:]
    ) {
        self.answers = answers
        self.checkIn = checkIn
        self.code = code
        self.serverEvent = serverEvent
        self.type = type
        self.clockOffset = clockOffset
        self.undoneCount = undoneCount
    }

    /// Only the entry's id, so that it may be named in a log.
    public var description: String { checkIn.id }
}

/// A server's answer to a check-in. The texts are for a person and hold no ticket code.
public enum ServerAnswer: Hashable, Sendable {
    /// The server has it, now or from an earlier try.
    case accepted
    /// The server has it, and would have refused it: two gates let in the same ticket, for example. Kept for a person.
    case disputed(reason: String)
    /// The server understood it and disagrees: used elsewhere, unknown, refunded. Kept for a person.
    case contradicted(reason: String)
    /// The server cannot take it as it is (a 4xx status), and trying again would not help. Kept for a person.
    case rejected(reason: String)
}

/// The result of one upload.
public struct SettledCheckIn: Hashable, Sendable {
    /// Id of the entry.
    public let id: String
    /// What the server said.
    public let answer: ServerAnswer

    public init(id: String, answer: ServerAnswer) {
        self.id = id
        self.answer = answer
    }
}
