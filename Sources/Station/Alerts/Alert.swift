internal import Tickets

/// Something that a person far from the door should hear of.
struct Alert: Codable, Hashable, Sendable {
    enum Kind: String, Codable, Sendable, CaseIterable {
        /// A list is past its time.
        case listTooOld
        /// Check-ins have been waiting for their backend for ten minutes.
        case unsent
        /// The clock differs from the ticketing server's.
        case clockOff
        /// A camera or scanner that was read is gone.
        case deviceGone
        /// The ticketing server has taken the station's access away.
        case revoked
        /// Two gates let the same ticket in.
        case doubleEntry
    }

    let kind: Kind
    /// Which one of its kind: an event, a backend, a device, a ticket's reference.
    let subject: String
    /// A sentence.
    let message: String

    /// What makes two alerts the same.
    struct Name: Codable, Hashable {
        let kind: Kind
        let subject: String
    }

    var name: Name { Name(kind: kind, subject: subject) }
}

/// One message about an alert: that it begins, or ends.
struct AlertMessage: Codable, Hashable, Sendable {
    enum State: String, Codable {
        case begun, ended
    }

    /// The same at every try.
    let id: String
    let alert: Alert
    let state: State
    let at: Timestamp

    func json(station: String) -> JSONValue {
        .object([
            ("id", .string(id)), ("station", .string(station)), ("alert", .string(alert.kind.rawValue)),
            ("state", .string(state.rawValue)), ("subject", .string(alert.subject)),
            ("message", .string(alert.message)), ("at", .string(at.description)),
        ])
    }
}

/// Which alerts stand, and which messages about them are still to be sent. Each is sent once when it begins and once
/// when it ends, also over a restart.
struct AlertBook: Codable, Hashable, Sendable {
    /// More are not kept: whoever has not heard for so long hears the newest.
    static let mostMessages = 1000

    private(set) var active: [Alert] = []
    private(set) var unsent: [AlertMessage] = []

    /// Compares what stands now with what stood.
    mutating func review(_ current: [Alert], now: Timestamp, makeID: () -> String) {
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

    mutating func noteSent(_ id: String) {
        unsent.removeAll { $0.id == id }
    }
}
