/// A problem that is reported to people who are not at the door. Those of a station and those of a venue differ in
/// their kinds.
public struct Alert<Kind: AlertKind>: Codable, Hashable, Sendable {
    /// Which problem it is.
    public let kind: Kind
    /// What it is about: an event's id, a backend's name, a device, a gate, a line of a ticket. May be empty.
    public let subject: String
    /// An English sentence, without a guest's name or a ticket's code.
    public let message: String

    public init(kind: Kind, subject: String, message: String) {
        self.kind = kind
        self.subject = subject
        self.message = message
    }

    /// What makes two alerts the same.
    public struct Name: Hashable {
        let kind: Kind
        let subject: String
    }

    /// Alerts of the same kind and subject are one alert, even if their messages differ.
    public var name: Name { Name(kind: kind, subject: subject) }
}

/// What alerts are about; the raw value is the member `alert` of the JSON that receivers get.
public protocol AlertKind: RawRepresentable<String>, Codable, Hashable, Sendable {}

/// One message about an alert: that it begins, or ends.
public struct AlertMessage<Kind: AlertKind>: Codable, Hashable, Sendable {
    /// Raw values are the member `state` in JSON.
    public enum State: String, Codable, Sendable {
        case begun, ended
    }

    /// A UUID, the same at every attempt to send: receivers can leave out what they have already.
    public let id: String
    /// The alert that begins or ends.
    public let alert: Alert<Kind>
    /// Whether it begins or ends.
    public let state: State
    let at: Timestamp

    /// The object that receivers get, with the members of the sender, `id`, `alert`, `state`, `subject`, `message` and
    /// `at`.
    /// - Parameters:
    ///   - sender: one more member, its key and value, by which receivers know who sent it.
    public func json(from sender: (key: String, name: String)) -> JSONValue {
        .object([
            ("id", .string(id)), (sender.key, .string(sender.name)), ("alert", .string(alert.kind.rawValue)),
            ("state", .string(state.rawValue)), ("subject", .string(alert.subject)),
            ("message", .string(alert.message)), ("at", .string(at.description)),
        ])
    }
}

/// The alerts that are active, and the messages about them that are still to be sent. One message is sent when an alert
/// begins and one when it ends, also across a restart.
public struct AlertTracker<Kind: AlertKind>: Codable, Hashable, Sendable {
    /// More unsent messages than this are not kept: the oldest are dropped.
    static var mostMessages: Int { 1000 }

    /// In the order in which they began.
    public private(set) var active: [Alert<Kind>] = []
    /// The oldest first.
    public private(set) var unsent: [AlertMessage<Kind>] = []

    public init() {}

    /// Makes exactly the given alerts the active ones, and queues a message for each that begins or ends.
    /// - Parameter makeID: makes the id of one message; must be unique.
    public mutating func review(_ current: [Alert<Kind>], now: Timestamp, makeID: () -> String) {
        var standing = Set(active.map(\.name))
        for alert in current where standing.insert(alert.name).inserted {
            active.append(alert)
            unsent.append(AlertMessage(id: makeID(), alert: alert, state: .begun, at: now))
        }
        let names = Set(current.map(\.name))
        for alert in active where !names.contains(alert.name) {
            unsent.append(AlertMessage(id: makeID(), alert: alert, state: .ended, at: now))
        }
        active.removeAll { !names.contains($0.name) }
        if unsent.count > Self.mostMessages { unsent.removeFirst(unsent.count - Self.mostMessages) }
    }

    /// Drops a message that its receiver has accepted.
    public mutating func noteSent(_ id: String) {
        unsent.removeAll { $0.id == id }
    }
}
