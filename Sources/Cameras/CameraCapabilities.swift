public import Devices

/// What a camera can do, of what this program reads.
public struct CameraCapabilities: Hashable, Sendable, CustomStringConvertible {
    /// The one that would be asked for first stands first.
    public let modes: [CameraMode]

    /// Asks the driver. It may be streaming to another program meanwhile.
    public init(of device: Device, settings: CameraSettings = CameraSettings()) throws(DeviceError) {
        self.init(modes: try VideoDevice(opening: device.node).modes(for: settings), settings: settings)
    }

    init(modes: [CameraMode], settings: CameraSettings) {
        self.modes = ModeChooser(settings: settings).ranked(modes)
    }

    /// Of each format the mode that would be asked for and the one with most pixels:
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
