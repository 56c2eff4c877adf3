internal import Devices
internal import Tickets

/// The key events of a device, as they come.
struct EvdevSource: KeySource, ~Copyable {
    private var keyboard: EvdevKeyboard
    private let stop: StopSignal

    init(opening node: String, until stop: StopSignal) throws(DeviceError) {
        keyboard = try EvdevKeyboard(opening: node)
        self.stop = stop
    }

    /// For a caller that waits for several devices.
    var descriptorNumber: Int32 { keyboard.descriptor.number }

    mutating func next(until deadline: Duration?) throws(DeviceError) -> KeyReport {
        while true {
            // A device that types without end must not keep its thread from stopping.
            if stop.isRaised { return .stopped }
            if let report = try keyboard.read() { return report }
            switch stop.wait(for: keyboard.descriptor, timeout: deadline.map { $0 - EvdevKeyboard.now }) {
            case .stopped: return .stopped
            case .timedOut: return .quiet(at: EvdevKeyboard.now)
            case .readable: continue
            }
        }
    }

    func instant(of time: Duration) -> ContinuousClock.Instant {
        ContinuousClock.now - (EvdevKeyboard.now - time)
    }

    /// The state of the keyboard when it was grabbed.
    struct Grab {
        let time: Duration
        let held: Set<UInt16>
        let isInsideCode: Bool
    }

    /// Grabs the keyboard as soon as ``GrabPolicy`` allows it.
    /// - Returns: `nil` when it was stopped before.
    mutating func grab() throws(DeviceError) -> Grab? {
        var policy = GrabPolicy(at: EvdevKeyboard.now)
        while true {
            switch policy.step(at: EvdevKeyboard.now, isKeyDown: !keyboard.held.isEmpty) {
            case .wait(let deadline):
                switch try next(until: deadline) {
                case .stopped: return nil
                case .quiet: break
                case .key(let event): policy.notice(event.time)
                case .lost(let time, _): policy.notice(time)
                }
            case .grab(let isInsideCode):
                try keyboard.grab()
                // What came until now has reached other programs too.
                let isLate = try drain()
                return Grab(time: EvdevKeyboard.now, held: keyboard.held, isInsideCode: isInsideCode || isLate)
            case .giveUp:
                throw DeviceError(
                    .failed, "grab", keyboard.descriptor.path, "one of its keys is held down",
                    hint: "Release it, or plug the device in again.")
            }
        }
    }

    /// Reads all waiting events; whether there were any.
    private mutating func drain() throws(DeviceError) -> Bool {
        var isAny = false
        while try keyboard.read() != nil { isAny = true }
        return isAny
    }
}
