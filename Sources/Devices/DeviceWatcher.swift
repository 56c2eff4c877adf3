// Devices: the cameras and scanners of this machine as udev sees them, and a thread for each that is read.

/// Lists cameras, scanners, keyboard-like devices and serial lines, and reports changes.
///
/// udev says what each device is; its rules run before it reports the device. Where udev does not run, as in a
/// container, the kernel's own folder /sys still lists the devices, but none is known to be a scanner.
public struct DeviceWatcher: Sendable {
    /// Opens nothing yet.
    public init() {}

    /// The devices that are plugged in now, sorted by kind and lasting name. Serial lines of the machine itself are left
    /// out: they are there with nothing on them, 32 of them on many machines.
    /// - Throws: ``DeviceError`` if libudev fails.
    public func devices() throws(DeviceError) -> [Device] {
        try UDevContext().entries().compactMap { Device($0) }.filter(\.isPluggedIn)
            .sorted { ($0.kind.order, $0.persistentName, $0.node) < ($1.kind.order, $1.persistentName, $1.node) }
    }

    /// The devices that are present now, then every change, until the reader of the stream stops or is cancelled. Each
    /// call has its own thread and socket.
    /// - Throws: ``DeviceError`` if udev's events cannot be received.
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

    private static func watch(_ monitor: UDevMonitor, until stop: StopSignal, notify: (DeviceChange) -> Void) {
        var table = DeviceTable()
        var isListed = false
        while true {
            // The monitor receives events before the devices are listed, so that none is missed in between.
            if !isListed, let entries = try? monitor.context.entries() {
                table.replace(with: entries.compactMap { Device($0) }).forEach(notify)
                isListed = true
            }
            if monitor.waitForEvent(or: stop, timeout: isListed ? nil : .seconds(1)) == .stopped { return }
            switch monitor.next() {
            case .nothing: break
            case .removed(let node): table.put(nil, at: node).map(notify)
            case .described(let node, let entry): table.put(Device(entry), at: node).map(notify)
            case .lost:
                // Wait until the burst that overran the socket is over, then list everything again.
                if stop.wait(timeout: .seconds(1)) == .stopped { return }
                isListed = false
            }
        }
    }
}

extension Device {
    /// Only a line on USB has the numbers of a maker.
    fileprivate var isPluggedIn: Bool { kind != .serial || vendorID != nil }
}

extension Device.Kind {
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
