public import Tickets

/// A problem at a venue that is reported to people who are not at its doors.
public typealias VenueAlert = Alert<VenueAlertKind>

/// The kinds of alerts of a venue.
public enum VenueAlertKind: String, AlertKind {
    /// The ledger cannot be reached: all doors decide alone, or will.
    case ledgerAway
    /// A station that worked in the last 12 hours has no connection to the ledger.
    case stationAlone
    /// Nobody passes at one gate while people pass at others.
    case gateSilent
    /// A list is near its capacity, or has reached it.
    case nearlyFull
    /// Gates admitted more people with a ticket than it admits.
    case doubleEntry
    /// A supervisor at one station undid what another had recorded.
    case supervisorUndo
    /// An event is over: how many came.
    case digest
}

extension VenueAlert {
    /// Seconds without a passage after which a gate is silent.
    private static let silence: Int64 = 600
    /// Seconds after which a station without a sign of life is not expected to work.
    private static let day: Int64 = 12 * 3600

    /// The alerts that apply at the moment.
    ///
    /// - Parameter before: the alerts at the previous check. A list that is nearly full (95 %) stays so down to 90 %,
    ///   so that a few people who come and go do not cause an alert each.
    public static func current(
        in status: VenueStatus, _ conflicts: [VenueConflict], _ undos: [SupervisorUndo] = [],
        after before: [VenueAlert]
    ) -> [VenueAlert] {
        alone(status.stations) + silent(status.stations) + nearlyFull(status.lists, before)
            + conflicts.map(VenueAlert.init) + undos.map(VenueAlert.init)
    }

    /// The alerts that apply while the ledger cannot be reached: that, and those known before.
    public static func current(without error: VenueError, after before: [VenueAlert]) -> [VenueAlert] {
        before.filter { $0.kind != .ledgerAway } + [
            VenueAlert(kind: .ledgerAway, subject: "ledger", message: error.description, severity: .broken)
        ]
    }

    private static func alone(_ stations: [VenueStatus.Station]) -> [VenueAlert] {
        stations.filter { $0.linkState == .away && ($0.silentSeconds ?? day) < day }.map { station in
            VenueAlert(
                kind: .stationAlone, subject: station.name,
                message: "Station \(station.name) is not connected to the ledger: it decides alone, or is off.")
        }
    }

    private static func silent(_ stations: [VenueStatus.Station]) -> [VenueAlert] {
        // Several stations may be at one gate; a station without a gate counts as its own.
        let gates = Dictionary(grouping: stations.filter { $0.entrySeconds != nil }) { $0.gate ?? $0.name }
            .mapValues { $0.compactMap(\.entrySeconds).min() ?? day }
        guard gates.values.contains(where: { $0 < silence }) else { return [] }
        return gates.filter { (silence..<day).contains($0.value) }.sorted { $0.key < $1.key }.map { gate, seconds in
            VenueAlert(
                kind: .gateSilent, subject: gate,
                message: "Nobody has passed at gate \(gate) for \(seconds / 60) minutes, while people pass at others.")
        }
    }

    private static func nearlyFull(_ lists: [VenueStatus.List], _ before: [VenueAlert]) -> [VenueAlert] {
        lists.compactMap { list in
            guard let capacity = list.capacity, capacity > 0 else { return nil }
            let alert = VenueAlert(
                kind: .nearlyFull, subject: "\(list.event) \(list.list)",
                message: "\(list.inside) of \(capacity) people are inside (\(list.event), list \(list.list)).")
            let share = before.contains { $0.name == alert.name } ? 90 : 95
            return list.inside * 100 >= capacity * share ? alert : nil
        }
    }

    private init(_ undo: SupervisorUndo) {
        let place = undo.undone.map { DoubleEntry.places(of: [$0])[0] } ?? "another station"
        self.init(
            kind: .supervisorUndo, subject: undo.id,
            message: "A supervisor at station \(undo.station) undid an entry of \(undo.reference ?? "a ticket") at "
                + "\(place): usher venue conflicts shows who did it and why.")
    }

    private init(_ conflict: VenueConflict) {
        let places = DoubleEntry.places(of: conflict.passages).joined(separator: ", ")
        self.init(
            kind: .doubleEntry, subject: "\(conflict.event) \(conflict.list) \(conflict.key) \(conflict.line)",
            message:
                "\(conflict.reference ?? "A ticket without reference") was admitted more often than it allows, at: "
                + "\(places).")
    }
}
