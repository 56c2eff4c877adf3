public import Devices

/// The modes of a camera that this program can read.
public struct CameraCapabilities: Hashable, Sendable, CustomStringConvertible {
    /// Best first, in the order in which the station would try them.
    public let modes: [CameraMode]

    /// Reads them from the driver. The camera may be streaming to another program meanwhile.
    /// - Throws: ``DeviceError`` when it cannot be opened, or is no camera.
    public init(of device: Device, settings: CameraSettings = CameraSettings()) throws(DeviceError) {
        self.init(modes: try VideoDevice(opening: device.node).modes(for: settings), settings: settings)
    }

    init(modes: [CameraMode], settings: CameraSettings) {
        self.modes = ModeChooser(settings: settings).ranked(modes)
    }

    /// For each format, the mode that would be tried first and the one with the most pixels:
    /// `MJPEG 1280x720@30, MJPEG 1920x1080@30, YUYV 640x480@30`
    public var description: String {
        var shown = [CameraMode]()
        for first in modes where !shown.contains(where: { $0.pixelFormat == first.pixelFormat }) {
            shown.append(first)
            let ofFormat = modes.filter { $0.pixelFormat == first.pixelFormat }
            if let largest = ofFormat.max(by: { $0.size.pixelCount < $1.size.pixelCount }),
                largest.size.pixelCount > first.size.pixelCount
            {
                shown.append(largest)
            }
        }
        return shown.map(\.description).joined(separator: ", ")
    }
}
