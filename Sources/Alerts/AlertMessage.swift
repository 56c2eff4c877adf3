internal import Messages
public import Tickets

/// One message about an alert: that it begins, or ends; or something that is told once.
public struct AlertMessage: Codable, Hashable, Sendable {
    /// Raw values are the member `state` in JSON.
    public enum State: String, Codable, Sendable {
        case begun, ended
        /// It neither begins nor ends: a report, or a test.
        case told
    }

    /// A UUID, the same at every attempt to send and for every receiver: who has it already can leave it out.
    public let id: String
    /// The word of the alert's kind.
    public let alert: String
    /// See ``Tickets/Alert/subject``.
    public let subject: String
    /// See ``Tickets/Alert/message``.
    public let message: String
    /// See ``Tickets/Alert/severity``.
    public let severity: AlertSeverity
    /// Whether it begins or ends.
    public let state: State
    /// When that was noticed.
    public let at: Timestamp
    /// From then on nobody needs it any more: it is not sent. `nil` for most.
    let expires: Timestamp?

    init<Kind>(
        id: String, _ alert: Alert<Kind>, _ state: State, at: Timestamp, expires: Timestamp? = nil
    ) {
        self.id = id
        self.alert = alert.kind.rawValue
        subject = alert.subject
        message = alert.message
        severity = alert.severity
        self.state = state
        self.at = at
        self.expires = expires
    }

    /// A message by which people try a receiver.
    public init(testAt now: Timestamp, id: String, from source: AlertSource) {
        self.id = id
        alert = "test"
        subject = ""
        message = Messages.in(source.language).label("alerts.test")
        severity = .notice
        state = .told
        at = now
        expires = nil
    }

    /// It does not wait for the end of the quiet hours.
    var isUrgent: Bool { severity == .doorShut }
}

/// Who sends alerts.
public struct AlertSource: Hashable, Sendable {
    /// What kind of sender it is.
    public enum Kind: String, Sendable {
        case station, venue, relay
    }

    /// The name of the member in JSON.
    public let kind: Kind
    /// By which receivers know it.
    public let name: String
    /// In which people are told: `en`.
    let language: String

    public init(_ kind: Kind, _ name: String, language: String = "en") {
        self.kind = kind
        self.name = name
        self.language = language
    }
}

extension AlertMessage {
    /// The object that webhooks get, with the members of the sender, `id`, `alert`, `severity`, `state`, `subject`,
    /// `message` and `at`.
    public func json(from source: AlertSource) -> JSONValue {
        .object([
            ("id", .string(id)), (source.kind.rawValue, .string(source.name)), ("alert", .string(alert)),
            ("severity", .string(severity.rawValue)), ("state", .string(state.rawValue)),
            ("subject", .string(subject)), ("message", .string(message)), ("at", .string(at.description)),
        ])
    }

    /// Who it is about, and the worst of it in a word.
    func heading(from source: AlertSource) -> String {
        guard state == .ended || severity == .doorShut else { return source.name }
        return Messages.in(source.language).text(
            "alerts.\(state == .ended ? "ended" : "doorShut")", ["name": source.name])
    }

    /// One line for people.
    func title(from source: AlertSource) -> String {
        "\(heading(from: source)): \(message)".withoutControls
    }
}
