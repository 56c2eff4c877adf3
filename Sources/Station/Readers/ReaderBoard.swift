internal import Devices
internal import Messages
internal import NFCReaders
internal import StationAPI
internal import Synchronization
internal import Tickets
internal import Wedges

/// What each camera and scanner is doing, for the status and its conditions.
final class ReaderBoard: Sendable {
    private struct Entry {
        let device: Device
        var state = StationStatus.Reader.State.waiting
        /// How it is read.
        var manner: String?
        /// What is wrong with it.
        var problem: String?
        /// How many more minutes it is ignored; 0 when it is not.
        var pausedMinutes: Int64 = 0
    }

    private struct State {
        /// By node.
        var entries: [String: Entry] = [:]
        /// By lasting name, so that unplugging the device does not end its pause.
        var pauses: [String: ContinuousClock.Instant] = [:]
        /// A service reads devices.
        var isActive = false
        /// Why no devices can be found at all.
        var watchError: (any Error)?
    }

    private let state = Mutex(State())

    /// From now on it is a fault when no device is connected.
    func activate() {
        state.withLock { $0.isActive = true }
    }

    var isActive: Bool { state.withLock { $0.isActive } }

    /// Notes that no devices can be found at all.
    func noteWatchError(_ error: any Error) {
        state.withLock { $0.watchError = error }
    }

    func note(_ device: Device, is reading: StationStatus.Reader.State, manner: String? = nil, problem: String? = nil) {
        state.withLock {
            $0.entries[device.node] = Entry(device: device, state: reading, manner: manner, problem: problem)
        }
    }

    /// Sets what is wrong with a device that is still read; `nil` when nothing is any more.
    /// - Returns: whether that is new.
    @discardableResult
    func note(_ device: Device, problem: String?) -> Bool {
        state.withLock { state in
            let last = state.entries[device.node]?.problem
            state.entries[device.node]?.problem = problem
            return last != problem
        }
    }

    /// - Parameter source: the lasting name of the reader.
    func pause(_ source: String, until end: ContinuousClock.Instant) {
        state.withLock { $0.pauses[source] = end }
    }

    func remove(_ device: Device) {
        state.withLock { _ = $0.entries.removeValue(forKey: device.node) }
    }

    var readers: [StationStatus.Reader] {
        entries(at: .now).map { entry in
            StationStatus.Reader(
                kind: entry.device.kind == .camera ? .camera : .scanner, device: entry.device.persistentName,
                name: entry.device.name, state: entry.state, note: entry.problem ?? entry.manner)
        }
    }

    var hasCamera: Bool { state.withLock { $0.entries.values.contains { $0.device.kind == .camera } } }

    /// One of the cameras that are read.
    /// - Parameter name: of its device file; `nil` when there is only one.
    func camera(named name: String?) -> Device? {
        let cameras = entries(at: .now).filter { $0.device.kind == .camera && $0.state == .reading }.map(\.device)
        guard let name else { return cameras.count == 1 ? cameras[0] : nil }
        return cameras.first { $0.isNamed(name) }
    }

    /// - Parameter expected: paths of devices that should be connected.
    func conditions(expected: [String]) -> [Condition] {
        let (isActive, watchError) = state.withLock { ($0.isActive, $0.watchError) }
        if let watchError { return [Condition(.readersUnseen, because: watchError)] }
        guard isActive else { return [] }
        let present = entries(at: .now)
        let missing = expected.filter { path in !present.contains { $0.device.isNamed(path) } }
        if present.isEmpty, missing.isEmpty { return [Condition(.noReader)] }
        return missing.map { Condition(.readerMissing, subject: $0, ["device": $0]) } + present.map(Self.condition)
    }

    private static func condition(of entry: Entry) -> Condition {
        let (device, problem) = (entry.device.persistentName, entry.problem)
        var values = ["name": entry.device.name, "device": device]
        switch entry.state {
        case .reading:
            guard let problem else {
                values["note"] = entry.manner ?? ""
                return Condition(.readerReads, subject: device, values)
            }
            values["problem"] = problem.hasSuffix(".") ? String(problem.dropLast()) : problem
            return Condition(.readerTrouble, subject: device, values)
        case .waiting:
            values["why"] = problem.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
            if entry.device == NFCReaders.service { return Condition(.nfcUnavailable, values) }
            return Condition(.deviceGone, subject: device, values, variant: problem == nil ? "Silently" : "")
        case .paused:
            values["minutes"] = "\(entry.pausedMinutes)"
            return Condition(.readerPaused, subject: device, values)
        }
    }

    private func entries(at now: ContinuousClock.Instant) -> [Entry] {
        state.withLock { state in
            state.entries.values.sorted { $0.device.persistentName < $1.device.persistentName }.map { entry in
                guard let end = state.pauses[entry.device.persistentName], now < end else { return entry }
                var paused = entry
                paused.state = .paused
                paused.pausedMinutes = (end - now).components.seconds / 60 + 1
                paused.problem =
                    "it presented more than \(GuessGuard.allowedCount) unknown codes within a minute and is left out "
                    + "for \(paused.pausedMinutes) min"
                return paused
            }
        }
    }
}
