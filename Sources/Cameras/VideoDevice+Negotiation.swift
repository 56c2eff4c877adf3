internal import Devices
internal import Tickets

extension VideoDevice {
    /// Sets the best format and rate that the driver really provides.
    /// - Throws: `DeviceError` when none of its formats can be read, or another program streams from it.
    func negotiate(_ settings: CameraSettings) throws(DeviceError) -> (format: FrameFormat, rate: Double?) {
        let format = try agreedFormat(settings)
        return (format, setRate(settings.rate))
    }

    private func agreedFormat(_ settings: CameraSettings) throws(DeviceError) -> FrameFormat {
        var modes = ModeChooser(settings: settings).ranked(modes(for: settings))
        if modes.isEmpty {
            // Some drivers do not list their modes: try one after the other.
            let size = settings.sizes.first ?? FrameSize(width: 1280, height: 720)
            modes = PixelFormat.allCases.map { CameraMode($0, size, bestRate: nil) }
        }
        for mode in modes {
            do throws(DeviceError) {
                if let format = try setFormat(mode.pixelFormat, mode.size) { return format }
            } catch  where error.code == .unsuitable {
                continue
            }
        }
        if let format = try currentFormat() { return format }
        let names = PixelFormat.allCases.map(\.description).joined(separator: ", ")
        throw DeviceError(
            .unsuitable, "use", descriptor.path,
            "it has no picture format that this program reads (\(names))",
            hint: "Choose another device: `usher devices` lists them.")
    }
}
