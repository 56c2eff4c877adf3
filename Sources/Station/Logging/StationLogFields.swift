internal import StationAPI
internal import Synchronization

/// The fields of every log line by which it is found in the system's journal: the station's name, gates and events.
final class StationLogFields: Sendable {
    private let name: String
    private let gate: String?
    private let served = Mutex<[SystemJournal.Field]>([])

    /// - Parameter gate: the configured one; the list of an event may assign another.
    init(station: String, gate: String?) {
        name = station
        self.gate = gate
        serve(events: [], gates: [])
    }

    func serve(_ serving: [StationStatus.ServedEvent]) {
        serve(events: serving.map(\.id), gates: serving.compactMap(\.gate))
    }

    /// Sets the fields of all lines from now on. A field may have several values. The configured gate stays a field
    /// when no list has it, because people search for it.
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
