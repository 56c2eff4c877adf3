internal import Devices
internal import DoorScreen
internal import Synchronization
internal import Tickets

/// What each camera and scanner is doing: for the status, and for the sentences that a person should act on.
final class ReaderBoard: Sendable {
    private struct Entry {
        let device: Device
        var state = StationStatus.Reader.State.waiting
        /// How it is read.
        var manner: String?
        /// What is wrong with it.
        var problem: String?
    }

    /// By node.
    private let entries = Mutex<[String: Entry]>([:])

    func note(_ device: Device, is state: StationStatus.Reader.State, manner: String? = nil, problem: String? = nil) {
        entries.withLock {
            $0[device.node] = Entry(device: device, state: state, manner: manner, problem: problem)
        }
    }

    /// Says what is wrong with a device that is read all the same, or, with `nil`, that nothing is any more.
    func note(_ device: Device, problem: String?) {
        entries.withLock { $0[device.node]?.problem = problem }
    }

    func remove(_ device: Device) {
        entries.withLock { _ = $0.removeValue(forKey: device.node) }
    }

    var readers: [StationStatus.Reader] {
        sorted.map { entry in
            StationStatus.Reader(
                kind: entry.device.kind == .camera ? .camera : .scanner, device: entry.device.lastingName,
                name: entry.device.name, state: entry.state, note: entry.problem ?? entry.manner)
        }
    }

    /// A sentence for each thing that is wrong.
    /// - Parameter expected: paths of devices that should be there.
    func faults(expected: [String]) -> [String] {
        let present = sorted
        let missing = expected.filter { path in !present.contains { $0.device.isNamed(path) } }
        var faults = missing.map { "\($0.withoutControls) of the configuration is not connected." }
        faults += present.compactMap { entry in
            entry.problem.map { "\(entry.device.name) (\(entry.device.lastingName)): \($0)." }
        }
        if present.isEmpty, missing.isEmpty { faults.append("No camera and no scanner is connected.") }
        return faults
    }

    private var sorted: [Entry] {
        entries.withLock { $0.values.sorted { $0.device.lastingName < $1.device.lastingName } }
    }
}
