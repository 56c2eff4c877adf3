// Devices: the cameras and scanners of this machine as udev sees them, and a thread for each that is read.

/// Tells which cameras and keyboard-like devices are there, and what becomes of them.
///
/// udev says what each device is (its rules run before it is told of). Where udev does not run, as in a container, the
/// kernel's own folder /sys still lists the devices; no scanner is known as one then.
public struct DeviceWatcher: Sendable {
    public init() {}

    /// The devices there are now, sorted by kind and lasting name.
    public func devices() throws(DeviceError) -> [Device] {
        try UDevContext().entries().compactMap { Device($0) }
            .sorted { ($0.kind.order, $0.lastingName, $0.node) < ($1.kind.order, $1.lastingName, $1.node) }
    }

    /// The devices there are now, then every change, until the reader of the stream stops or is cancelled.
    /// Each call has a thread and a socket of its own.
    /// - Throws: ``DeviceError`` if udev's events cannot be listened to.
    public func changes() throws(DeviceError) -> AsyncStream<DeviceChange> {
        let stop = try StopSignal()
        let monitor = try UDevMonitor()
        let (stream, continuation) = AsyncStream.makeStream(of: DeviceChange.self)
        continuation.onTermination = { _ in stop.raise() }
        DeviceThread.start(named: "devices") {
            Self.watch(monitor, until: stop) { continuation.yield($0) }
        }
        return stream
    }

    private static func watch(_ monitor: UDevMonitor, until stop: StopSignal, tell: (DeviceChange) -> Void) {
        var table = DeviceTable()
        var isSure = false
        while true {
            // The monitor already listens when the devices are listed, so that none slips in between.
            if !isSure, let entries = try? monitor.context.entries() {
                table.replace(with: entries.compactMap { Device($0) }).forEach(tell)
                isSure = true
            }
            if monitor.waitForNews(or: stop, timeout: isSure ? nil : .seconds(1)) == .stopped { return }
            switch monitor.next() {
            case .nothing: break
            case .removed(let node): table.put(nil, at: node).map(tell)
            case .described(let node, let entry): table.put(Device(entry), at: node).map(tell)
            case .lost:
                // Let the storm pass that overran the socket, then list everything again.
                if stop.wait(timeout: .seconds(1)) == .stopped { return }
                isSure = false
            }
        }
    }
}

extension Device.Kind {
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
