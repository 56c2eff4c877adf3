public import Tickets

// Alerts: tells people far from the door, each receiver from an outbox of its own, when something begins and ends.

/// Something that is told once, and neither begins nor ends.
public struct AlertReport<Kind: AlertKind>: Hashable, Sendable {
    /// What was told with a key is not told again.
    public let key: String
    /// What is told.
    public let alert: Alert<Kind>
    /// From then on it is not worth telling any more; `nil`: always.
    public let expires: Timestamp?

    public init(key: String, alert: Alert<Kind>, expires: Timestamp? = nil) {
        self.key = key
        self.alert = alert
        self.expires = expires
    }
}

/// The alerts that are active, and for each receiver the messages that it has not taken yet. One message is sent when an
/// alert begins and one when it ends, also across a restart.
public struct AlertOutboxes<Kind: AlertKind>: Codable, Hashable, Sendable {
    /// More unsent messages than this are not kept for a receiver: the oldest are dropped.
    static var mostMessages: Int { 200 }
    /// More than this are not remembered of what was told once: the oldest are forgotten.
    private static var mostTold: Int { 1000 }

    /// In the order in which they began.
    public private(set) var active: [Alert<Kind>] = []
    /// By the receiver's name, the oldest first.
    private var unsent: [String: [AlertMessage]] = [:]
    private var told: [String] = []

    public init() {}

    /// Makes these the receivers. A new one hears of all that is active; what waited for others is dropped.
    /// - Parameter makeID: makes the id of one message; must be unique.
    public mutating func setReceivers(_ names: [String], now: Timestamp, makeID: () -> String) {
        let current = active.map { AlertMessage(id: makeID(), $0, .begun, at: now) }
        unsent = Dictionary(names.map { ($0, unsent[$0] ?? current) }) { first, _ in first }
    }

    /// Makes exactly the given alerts the active ones, and queues a message for each that begins or ends.
    /// - Parameters:
    ///   - quietSince: when the present quiet hours began; `nil` when it is not quiet. What began since then and ends
    ///     now, and has not been sent, was nothing that anybody has to hear of.
    ///   - makeID: makes the id of one message; must be unique.
    public mutating func review(
        _ current: [Alert<Kind>], now: Timestamp, quietSince: Timestamp? = nil, makeID: () -> String
    ) {
        unsent = unsent.mapValues { messages in messages.filter { $0.expires.map { now < $0 } ?? true } }
        var standing = Set(active.map(\.name))
        for alert in current where standing.insert(alert.name).inserted {
            active.append(alert)
            queue(AlertMessage(id: makeID(), alert, .begun, at: now))
        }
        let names = Set(current.map(\.name))
        for alert in active where !names.contains(alert.name) {
            end(AlertMessage(id: makeID(), alert, .ended, at: now), quietSince: quietSince)
        }
        active.removeAll { !names.contains($0.name) }
    }

    /// Queues a message that has no end, once.
    public mutating func tell(_ report: AlertReport<Kind>, now: Timestamp, makeID: () -> String) {
        guard !told.contains(report.key) else { return }
        told.append(report.key)
        if told.count > Self.mostTold { told.removeFirst() }
        queue(AlertMessage(id: makeID(), report.alert, .told, at: now, expires: report.expires))
    }

    private mutating func queue(_ message: AlertMessage) {
        for name in unsent.keys { queue(message, for: name) }
    }

    private mutating func queue(_ message: AlertMessage, for name: String) {
        unsent[name] = Array(((unsent[name] ?? []) + [message]).suffix(Self.mostMessages))
    }

    private mutating func end(_ message: AlertMessage, quietSince: Timestamp?) {
        for name in unsent.keys {
            let waiting = unsent[name]?.lastIndex { begun in
                begun.state == .begun && begun.alert == message.alert && begun.subject == message.subject
                    && !begun.isUrgent && quietSince.map { begun.at >= $0 } ?? false
            }
            if let waiting { unsent[name]?.remove(at: waiting) } else { queue(message, for: name) }
        }
    }

    /// What is to be sent to a receiver now, in this order.
    /// - Parameter isQuiet: only what is urgent.
    public func due(for receiver: String, isQuiet: Bool) -> [AlertMessage] {
        (unsent[receiver] ?? []).filter { $0.isUrgent || !isQuiet }
    }

    /// Drops a message that its receiver has taken.
    public mutating func noteSent(_ id: String, to receiver: String) {
        unsent[receiver]?.removeAll { $0.id == id }
    }
}
