/// Something that a person far from the door should hear of. Those of a station and those of a venue differ in their kinds.
public struct Alert<Kind: AlertKind>: Codable, Hashable, Sendable {
    public let kind: Kind
    /// Which one of its kind: an event, a backend, a device, a gate, a line of a ticket.
    public let subject: String
    /// A sentence, with no guest's name and no ticket's code.
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

    public var name: Name { Name(kind: kind, subject: subject) }
}

/// What alerts are about; the raw value is what their receivers read.
public protocol AlertKind: RawRepresentable<String>, Codable, Hashable, Sendable {}

/// One message about an alert: that it begins, or ends.
public struct AlertMessage<Kind: AlertKind>: Codable, Hashable, Sendable {
    public enum State: String, Codable, Sendable {
        case begun, ended
    }

    /// The same at every try.
    public let id: String
    public let alert: Alert<Kind>
    public let state: State
    let at: Timestamp

    /// - Parameters:
    ///   - sender: what its receivers know the sender by: the name of its key, and that key's value.
    public func json(from sender: (key: String, name: String)) -> JSONValue {
        .object([
            ("id", .string(id)), (sender.key, .string(sender.name)), ("alert", .string(alert.kind.rawValue)),
            ("state", .string(state.rawValue)), ("subject", .string(alert.subject)),
            ("message", .string(alert.message)), ("at", .string(at.description)),
        ])
    }
}

/// Which alerts stand, and which messages about them are still to be sent. Each is sent once when it begins and once
/// when it ends, also over a restart.
public struct AlertBook<Kind: AlertKind>: Codable, Hashable, Sendable {
    /// More are not kept: whoever has not heard for so long hears the newest.
    static var mostMessages: Int { 1000 }

    public private(set) var active: [Alert<Kind>] = []
    public private(set) var unsent: [AlertMessage<Kind>] = []

    public init() {}

    /// Compares what stands now with what stood.
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

    public mutating func noteSent(_ id: String) {
        unsent.removeAll { $0.id == id }
    }
}
