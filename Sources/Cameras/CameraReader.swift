// Cameras: frames of a V4L2 camera in, the codes that people hold in front of it out.

public import Devices
internal import Tickets

/// Reads one camera on the thread that calls it.
public struct CameraReader {
    /// After this time without a frame, a camera hangs and is opened again.
    static let frameTimeout = Duration.seconds(3)
    /// The same for the first frame: some cameras take seconds for it.
    static let firstFrameTimeout = Duration.seconds(6)

    /// Holds no state of its own.
    public init() {}

    /// Opens the camera and reads it until `stop` is raised; returns only then.
    /// - Parameters:
    ///   - wantsPicture: called for every frame; when it returns true, `handle` gets a picture of that frame.
    ///   - handle: called on this thread. While it works, frames are skipped.
    /// - Throws: `DeviceError` when the camera cannot be opened, is gone or has sent nothing for 3 s; `ZBarError`
    ///   or `PictureError` if their libraries do not start.
    public func serve(
        _ device: Device, settings: CameraSettings, until stop: StopSignal, wantsPicture: () -> Bool,
        handle: (CameraEvent) -> Void
    ) throws {
        let camera = try VideoDevice(opening: device.node)
        let (format, rate) = try camera.negotiate(settings)
        camera.applyControls(settings.powerLine)
        var session = try CameraSession(settings, format: format, now: .now)
        var stream = try FrameStream(starting: camera)
        handle(.started(format, rate: rate))
        var waiter = FrameWaiter(path: device.node, start: .now)
        while try waiter.waitForFrame(of: stream, until: stop) {
            let tally = try stream.withNewestFrame { bytes in
                session.take(bytes, arrived: .now, wantsPicture: wantsPicture(), handle: handle)
            }
            session.count(tally, now: .now, handle: handle)
            waiter.note(tally, now: .now)
        }
    }
}

/// Waits for frames, with a time limit.
struct FrameWaiter {
    private let path: String
    private var deadline: ContinuousClock.Instant
    private var isIdle = false

    init(path: String, start: ContinuousClock.Instant) {
        self.path = path
        deadline = start + CameraReader.firstFrameTimeout
    }

    /// - Returns: whether there may be one; `false` when `stop` is raised.
    func waitForFrame(of stream: borrowing FrameStream, until stop: StopSignal) throws(DeviceError) -> Bool {
        // A failing driver may always report frames and have none: this must not use a whole processor core.
        if isIdle, stop.wait(timeout: .milliseconds(10)) == .stopped { return false }
        switch stream.wait(until: stop, timeout: max(.zero, deadline - .now)) {
        case .stopped: return false
        case .readable where .now < deadline: return true
        case .readable, .timedOut:
            throw DeviceError(
                .failed, "read", path, "it has sent no picture for some seconds",
                hint: "It is opened again; if that does not help, plug it in again.")
        }
    }

    mutating func note(_ tally: FrameTally, now: ContinuousClock.Instant) {
        isIdle = tally.captured == 0
        if !isIdle { deadline = now + CameraReader.frameTimeout }
    }
}
