internal import Synchronization
internal import Tickets

/// One device on its thread: open, read, after each failure pause and try again, until the stop signal.
struct DeviceSession: Sendable {
    let device: Device
    let stop: StopSignal
    let serve: DeviceReaders.Serve
    let time: DeviceReaders.Time
    let notify: @Sendable (DeviceReport.Event) -> Void

    /// A device that is unplugged fails before udev reports it; that is not a failure. When the pauses have grown to
    /// this, udev has had 0.8 s without a report: then it is one.
    private static let udevIsLate = Duration.seconds(1)

    func run() {
        var pause = ReopenPause()
        while !stop.isRaised {
            var opened: ContinuousClock.Instant?
            let failure = attempt {
                guard opened == nil else { return }
                opened = time.now()
                notify(.opened)
            }
            if stop.isRaised { break }
            let retry = pause.next(afterHolding: opened.map { time.now() - $0 } ?? .zero)
            if !failure.isGone || retry >= Self.udevIsLate { notify(.failed(failure, retry: retry)) }
            if time.pause(stop, retry) == .stopped { break }
        }
        notify(.gone)
    }

    private func attempt(_ opened: () -> Void) -> any ExplainedError {
        do {
            try serve(device, stop, opened)
            return DeviceError(.gone, "read", device.node, "it ended")
        } catch let error as any ExplainedError {
            return error
        } catch {
            return DeviceError(.failed, "read", device.node, "\(error)")
        }
    }
}

extension ExplainedError {
    fileprivate var isGone: Bool { (self as? DeviceError)?.code == .gone }
}
