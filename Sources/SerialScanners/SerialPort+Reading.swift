public import Devices
public import Tickets

extension SerialPort {
    /// A line that is never quiet is read anyway after this time.
    private static let longestNoise = Duration.seconds(2)

    /// Reports what the scanner sends, on the thread of the caller, until `stop` is raised.
    ///
    /// A code that is incomplete when the device goes away is not reported.
    /// - Parameter handle: called on this thread.
    /// - Throws: ``DeviceError`` when the device fails or is gone.
    public func read(until stop: StopSignal, handle: (SerialEvent) -> Void) throws(DeviceError) {
        guard try waitForPause(or: stop) else { return }
        handle(.started)
        var decoder = SerialDecoder(settings)
        while true {
            switch try next(until: decoder.deadline, or: stop) {
            case .stopped: return
            case .quiet: decoder.advance(to: .now).forEach(handle)
            case .bytes(let bytes): decoder.take(bytes, at: .now).forEach(handle)
            }
        }
    }

    /// Discards what comes before a pause: what was on its way when the line was opened lacks its beginning.
    /// - Returns: `false` when it was stopped before.
    private func waitForPause(or stop: StopSignal) throws(DeviceError) -> Bool {
        let end = ContinuousClock.now + Self.longestNoise
        while ContinuousClock.now < end {
            switch try next(until: ContinuousClock.now + SerialDecoder.silenceOfEnd, or: stop) {
            case .stopped: return false
            case .quiet: return true
            case .bytes: continue
            }
        }
        return true
    }
}
