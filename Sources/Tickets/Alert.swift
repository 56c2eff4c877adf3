/// A problem that is reported to people who are not at the door. Those of a station, of a venue and of a relay differ in
/// their kinds.
public struct Alert<Kind: AlertKind>: Codable, Hashable, Sendable {
    /// Which problem it is.
    public let kind: Kind
    /// What it is about: an event's id, a backend's name, a device, a gate, a line of a ticket. May be empty.
    public let subject: String
    /// Sentences, without a guest's name or a ticket's code.
    public let message: String
    /// How urgent it is.
    public let severity: AlertSeverity

    public init(kind: Kind, subject: String, message: String, severity: AlertSeverity = .warning) {
        self.kind = kind
        self.subject = subject
        self.message = message
        self.severity = severity
    }

    /// What makes two alerts the same.
    public struct Name: Hashable, Sendable {
        let kind: Kind
        let subject: String
    }

    /// Alerts of the same kind and subject are one alert, even if their messages differ.
    public var name: Name { Name(kind: kind, subject: subject) }
}

/// What alerts are about; the raw value is the member `alert` of the JSON that receivers get.
public protocol AlertKind: RawRepresentable<String>, Codable, Hashable, Sendable {}

/// How urgent an alert is; raw values are the member `severity` in JSON.
public enum AlertSeverity: String, Codable, Sendable, CaseIterable {
    /// Nothing is wrong.
    case notice
    /// To be looked at when there is time.
    case warning
    /// Somebody is needed.
    case broken
    /// A door lets nobody in: told at once, at any hour.
    case doorShut
}
