internal import StationAPI
internal import Synchronization

/// What every line of a station's log is found by in the system's journal: its name, its gates and its events.
final class StationLogFields: Sendable {
    private let name: String
    private let gate: String?
    private let served = Mutex<[SystemJournal.Field]>([])

    /// - Parameter gate: the configured one; an event's list may assign another.
    init(station: String, gate: String?) {
        name = station
        self.gate = gate
        serve(events: [], gates: [])
    }

    func serve(_ serving: [StationStatus.ServedEvent]) {
        serve(events: serving.map(\.id), gates: serving.compactMap(\.gate))
    }

    /// The lines from now on are of these. A field may have several values. A gate that no list has is still the one that
    /// people look for.
    func serve(events: [String], gates: [String]) {
        let gates = gates.isEmpty ? [gate].compactMap(\.self) : gates
        let fields =
            events.map { SystemJournal.Field(name: "USHER_EVENT", value: $0) }
            + Set(gates).sorted().map { SystemJournal.Field(name: "USHER_GATE", value: $0) }
        served.withLock { $0 = fields }
    }

    var all: [SystemJournal.Field] {
        [SystemJournal.Field(name: "USHER_STATION", value: name)] + served.withLock { $0 }
    }
}
