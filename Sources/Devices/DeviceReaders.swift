internal import Synchronization

/// Keeps a thread for every wanted device, from plugging in to unplugging, through every failure in between.
///
/// Suspending, unplugging and device errors are normal: they end a session, never the readers.
public final class DeviceReaders: Sendable {
    /// Reads a device on its thread and returns when the stop signal is raised. It throws when the device fails, and is
    /// called again later. It calls its last argument once the device is open and being read.
    public typealias Serve = @Sendable (Device, StopSignal, _ opened: () -> Void) throws -> Void

    /// Clock and pauses of the readers; tests replace them.
    public struct Time: Sendable {
        /// The current time.
        public var now: @Sendable () -> ContinuousClock.Instant
        /// Waits for the signal, at most this long.
        public var pause: @Sendable (StopSignal, Duration) -> StopSignal.Wake

        public init(
            now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
            pause: @escaping @Sendable (StopSignal, Duration) -> StopSignal.Wake = { $0.wait(timeout: $1) }
        ) {
            self.now = now
            self.pause = pause
        }
    }

    private struct State {
        var plan = ReaderPlan()
        var logFilter = ReportLogFilter()
        var stops: [String: StopSignal] = [:]
        /// The task that waits for the last thread to end.
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let changes: AsyncStream<DeviceChange>
    private let wanted: @Sendable (Device) -> Bool
    private let serve: Serve
    private let report: @Sendable (DeviceReport) -> Void
    private let time: Time
    private let state = Mutex(State())

    /// - Parameters:
    ///   - changes: from ``DeviceWatcher/changes()``.
    ///   - wanted: whether a device should be read. It must answer at once and must not call these readers.
    ///   - serve: reads one device.
    ///   - report: called on the threads of the devices.
    public init(
        changes: AsyncStream<DeviceChange>, wanted: @escaping @Sendable (Device) -> Bool, serve: @escaping Serve,
        report: @escaping @Sendable (DeviceReport) -> Void, time: Time = Time()
    ) {
        self.changes = changes
        self.wanted = wanted
        self.serve = serve
        self.report = report
        self.time = time
    }

    /// Runs until the task is cancelled or the changes end. Returns when every thread has ended. Call it once.
    public func run() async {
        for await change in changes {
            carryOut { $0.take(change, wanted: wanted) }
        }
        carryOut { $0.finish() }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if !state.plan.isIdle { state.waiter = continuation }
                return state.plan.isIdle
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Checks again which devices are wanted. Call it when that has changed.
    /// - Parameter isChanged: whether a device should be read in another way: then it is opened again.
    public func reconsider(isChanged: (Device) -> Bool = { _ in false }) {
        carryOut { $0.reconsider(wanted: wanted, isChanged: isChanged) }
    }

    private func carryOut(_ decide: (inout ReaderPlan) -> [ReaderPlan.Action]) {
        var failures: [(Device, DeviceError)] = []
        let waiter = state.withLock { state in
            for action in decide(&state.plan) {
                switch action {
                case .stop(let node): state.stops[node]?.raise()
                case .start(let device):
                    do throws(DeviceError) {
                        let stop = try StopSignal()
                        state.stops[device.node] = stop
                        start(device, until: stop)
                    } catch {
                        _ = state.plan.ended(device.node, couldStart: false)
                        failures.append((device, error))
                    }
                }
            }
            guard state.plan.isFinished, state.plan.isIdle else { return CheckedContinuation<Void, Never>?.none }
            return state.waiter.take()
        }
        for (device, error) in failures { notify(.failed(error, retry: nil), of: device) }
        waiter?.resume()
    }

    private func start(_ device: Device, until stop: StopSignal) {
        let session = DeviceSession(device: device, stop: stop, serve: serve, time: time) { [self] event in
            notify(event, of: device)
        }
        let name = device.node.split(separator: "/").last.map(String.init) ?? "device"
        DeviceThread.start(named: name) { [self] in
            session.run()
            state.withLock { $0.stops[device.node] = nil }
            carryOut { $0.ended(device.node) }
        }
    }

    private func notify(_ event: DeviceReport.Event, of device: Device) {
        let shouldLog = state.withLock { $0.logFilter.shouldLog(event, of: device, at: time.now()) }
        report(DeviceReport(device: device, event: event, shouldLog: shouldLog))
    }
}
