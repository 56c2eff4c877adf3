public import Tickets

/// Which alerts stand, and who has heard of them: each is told once when it begins and once when it ends.
public struct VenueAlertBook: Codable, Hashable, Sendable {
    private struct Record: Codable, Hashable {
        var alert: VenueAlert
        /// Of the messages about it.
        let id: String
        var isTold: Bool
    }

    private var records: [Record] = []

    public init() {}

    public var standing: [VenueAlert] { records.map(\.alert) }

    /// Compares what stands now with what stood.
    ///
    /// - Returns: what has to be told, what ends first. It comes again at the next review unless ``noteTold(_:)``.
    public mutating func review(_ current: [VenueAlert], makeID: () -> String) -> [VenueAlertMessage] {
        // What ended before anybody heard of it is nothing.
        records.removeAll { record in !record.isTold && !current.contains(where: record.alert.isSame) }
        let ended = records.filter { record in !current.contains(where: record.alert.isSame) }
        for alert in current {
            if let index = records.firstIndex(where: { $0.alert.isSame(as: alert) }) {
                records[index].alert = alert
            } else {
                records.append(Record(alert: alert, id: makeID(), isTold: false))
            }
        }
        return ended.map { VenueAlertMessage(id: $0.id + "-ended", alert: $0.alert, state: .ended) }
            + records.filter { !$0.isTold }.map { VenueAlertMessage(id: $0.id, alert: $0.alert, state: .begun) }
    }

    public mutating func noteTold(_ message: VenueAlertMessage) {
        guard let index = records.firstIndex(where: { $0.alert.isSame(as: message.alert) }) else { return }
        switch message.state {
        case .begun: records[index].isTold = true
        case .ended: records.remove(at: index)
        }
    }
}

/// One message about an alert.
public struct VenueAlertMessage: Hashable, Sendable {
    public enum State: String, Sendable {
        case begun, ended
    }

    /// The same at every try.
    public let id: String
    public let alert: VenueAlert
    public let state: State

    /// - Parameter venue: what its receivers know the ledger by.
    public func json(venue: String, at now: Timestamp) -> JSONValue {
        .object([
            ("id", .string(id)), ("venue", .string(venue)), ("alert", .string(alert.kind.rawValue)),
            ("state", .string(state.rawValue)), ("subject", .string(alert.subject)),
            ("message", .string(alert.message)), ("at", .string(now.description)),
        ])
    }
}
