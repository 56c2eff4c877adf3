public import Devices
internal import Glibc
public import Tickets

extension ScannerCalibration {
    /// Reads the devices until one of them has typed the calibration text, or something as long.
    ///
    /// What is typed on devices that are not grabbed reaches the terminal too: the caller must switch off the
    /// terminal's echo and discard its input afterwards (tcflush(3)).
    /// - Parameters:
    ///   - isGrabbed: grabs a single device, so that its typing reaches no other program. It must not be the keyboard
    ///     of somebody who may want to stop this.
    ///   - timeout: time limit for the scan to begin and end.
    ///   - ready: called once, when a scan can be read.
    /// - Returns: the device that typed, and the result; `nil` when stopped or out of time.
    /// - Throws: ``DeviceError`` if none of the devices can be read, or none is left.
    public static func calibrate(
        _ devices: [Device], isGrabbed: Bool, until stop: StopSignal, timeout: Duration, ready: () -> Void
    ) throws(DeviceError) -> (device: Device, outcome: Outcome)? {
        var candidates = try open(devices, until: stop)
        if isGrabbed, candidates.count == 1, devices.count == 1 {
            guard try candidates[0].source.grab() != nil else { return nil }
        }
        ready()
        let end = EvdevKeyboard.now + timeout
        while true {
            for (index, candidate) in candidates.enumerated().reversed() {
                do throws(DeviceError) {
                    if let outcome = try candidate.listen() { return (candidate.device, outcome) }
                } catch {
                    candidates.remove(at: index)
                    guard !candidates.isEmpty else { throw error }
                }
            }
            guard !stop.isRaised, EvdevKeyboard.now < end else { return nil }
            wait(for: candidates)
        }
    }

    private static func open(_ devices: [Device], until stop: StopSignal) throws(DeviceError) -> [CalibrationSource] {
        var candidates: [CalibrationSource] = []
        var failure: DeviceError?
        for device in devices {
            do throws(DeviceError) {
                candidates.append(try CalibrationSource(device, until: stop))
            } catch {
                failure = error
            }
        }
        guard candidates.isEmpty else { return candidates }
        throw failure
            ?? DeviceError(
                .gone, "find", "a scanner", "no keyboard-like device is plugged in",
                hint: "Plug the scanner in, and set it to type like a keyboard (USB HID).")
    }

    /// Waits until a key is pressed, but only briefly, so that a stop is noticed.
    private static func wait(for candidates: [CalibrationSource]) {
        var waits = candidates.map { pollfd(fd: $0.source.descriptorNumber, events: Int16(POLLIN), revents: 0) }
        _ = unsafe poll(&waits, nfds_t(waits.count), 100)
    }
}

/// A device that may be the scanner, with its calibration.
private final class CalibrationSource {
    let device: Device
    var source: EvdevSource
    private var calibration = ScannerCalibration()

    init(_ device: Device, until stop: StopSignal) throws(DeviceError) {
        self.device = device
        source = try EvdevSource(opening: device.node, until: stop)
    }

    /// Reads all waiting events.
    func listen() throws(DeviceError) -> ScannerCalibration.Outcome? {
        while true {
            let now = EvdevKeyboard.now
            switch try source.next(until: now) {
            case .key(let event): calibration.take(event)
            case .lost: calibration.lose()
            case .quiet: return calibration.advance(to: now)
            case .stopped: return nil
            }
        }
    }
}
