public import Devices
public import Pictures
public import QRReader
public import Tickets

/// One picture of a camera, for aiming it.
public struct CameraSnapshot: Hashable, Sendable {
    /// Cameras need some frames to adjust their exposure.
    static let framesToSettle = 10
    static let timeToSettle = Duration.seconds(3)

    /// Brightness only; mirrored back if the settings say that the camera mirrors.
    public let picture: GreyImage
    /// The four corners of each code that was read, in pixels of ``picture``. The contents of the codes are left out.
    public let codes: [[QRSymbol.Point]]

    /// Takes the eleventh frame, or the last one within 3 s.
    /// - Throws: as `CameraReader.serve`; `DeviceError` also when `stop` is raised before there is a picture.
    public init(
        of device: Device, settings: CameraSettings = CameraSettings(), until stop: StopSignal
    ) throws {
        let camera = try VideoDevice(opening: device.node)
        let (format, _) = try camera.negotiate(settings)
        camera.applyControls(settings.powerLine)
        var reader = try FrameReader(isMirrored: settings.isMirrored, symbologies: settings.symbologies)
        var stream = try FrameStream(starting: camera)
        var waiter = FrameWaiter(path: device.node, start: .now)
        var settled: ContinuousClock.Instant?
        var frames = 0
        var snapshot: CameraSnapshot?
        var fault: FrameFault?
        while snapshot == nil || frames <= Self.framesToSettle, settled.map({ .now < $0 }) ?? true,
            try waiter.waitForFrame(of: stream, until: stop)
        {
            let tally = try stream.withNewestFrame { bytes in
                do throws(FrameFault) {
                    let (reading, picture) = try reader.readPicture(bytes, format: format)
                    snapshot = CameraSnapshot(picture: picture, codes: reading.symbols.map(\.corners))
                } catch {
                    fault = error
                }
            }
            frames += tally.captured
            if frames > 0, settled == nil { settled = .now + Self.timeToSettle }
            waiter.note(tally, now: .now)
        }
        guard let snapshot else {
            throw DeviceError(
                .failed, "take a picture with", device.node,
                fault?.description ?? "it was stopped before it had one")
        }
        self = snapshot
    }

    init(picture: GreyImage, codes: [[QRSymbol.Point]]) {
        self.picture = picture
        self.codes = codes
    }

    /// The picture as PNG, with a green line around each code.
    /// - Parameter width: the picture is reduced until it is at most this wide, in pixels.
    public func pngFile(toWidth width: Int = .max) throws(PictureError) -> [UInt8] {
        let (picture, factor) = picture.reduced(toWidth: width)
        var drawing = try ColourPicture(picture)
        let lineWidth = Double(max(2, picture.width / 320))
        try drawing.draw { canvas in
            for corners in codes {
                let points = corners.map { Canvas.Point(x: Double($0.x / factor), y: Double($0.y / factor)) }
                canvas.outline(.green, points, lineWidth: lineWidth)
            }
        }
        return try drawing.pngFile()
    }
}
