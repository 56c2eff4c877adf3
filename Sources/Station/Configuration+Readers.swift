internal import Cameras
internal import CheckedYAML
internal import Tickets
internal import Wedges

/// The keys `cameras` and `scanners`: `auto`, `off`, or a list of devices with their settings.
extension Configuration {
    static func readCameras(_ root: YAMLMapping) -> DeviceChoice<CameraSettings> {
        choice("cameras", of: root) { camera in
            var settings = CameraSettings()
            settings.sizes = sizes(camera) ?? settings.sizes
            settings.rate = camera.integer("rate", in: 1...240, default: settings.rate)
            settings.isMirrored = camera.bool("mirrored", default: settings.isMirrored)
            settings.powerLine = camera.word(
                "power_line", of: ["50": .hertz50, "60": .hertz60, "auto": .automatic], default: settings.powerLine)
            return settings
        }
    }

    static func readScanners(_ root: YAMLMapping) -> DeviceChoice<WedgeSettings> {
        choice("scanners", of: root) { scanner in
            var settings = WedgeSettings()
            if let name = scanner.optionalString("layout") {
                do throws(WedgeError) {
                    settings.layout = try KeyboardLayout(checking: name)
                } catch {
                    scanner.fault("layout", "\(error.reason). \(error.hint ?? "")")
                }
            }
            settings.terminator = scanner.word(
                "terminator", of: ["key": .key, "none": .none], default: settings.terminator)
            let longest = WedgeSettings.maximumAffixByteCount
            settings.prefix = scanner.optionalString("prefix", maximumByteCount: longest) ?? ""
            settings.suffix = scanner.optionalString("suffix", maximumByteCount: longest) ?? ""
            settings.capsLock = scanner.bool("caps_lock", default: settings.capsLock)
            return settings
        }
    }

    private static func choice<Settings>(
        _ key: String, of root: YAMLMapping, settings: (YAMLMapping) -> Settings
    ) -> DeviceChoice<Settings> {
        guard root.shape(of: key) == .list, let devices = root.mappings(key) else {
            let isOff = root.word(key, of: ["auto": false, "off": true], default: false)
            return isOff ? .off : .auto
        }
        return .listed(
            devices.map { device in
                let path = device.string("device")
                if !path.hasPrefix("/dev/") { device.fault("device", "must be a device file, like /dev/video0") }
                return DeviceChoice.Listed(path: path, settings: settings(device))
            })
    }

    /// `[1280x720, 640x480]`
    private static func sizes(_ camera: YAMLMapping) -> [FrameSize]? {
        let texts = camera.strings("sizes")
        if texts == [], camera.shape(of: "sizes") == .list { camera.fault("sizes", "must name a size at least") }
        return texts?.enumerated().compactMap { index, text in
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            guard sides.count == 2, sides.allSatisfy({ (16...FrameSize.possibleSides.upperBound).contains($0) }) else {
                camera.fault("sizes", item: index, "must be a size in pixels, like 1280x720")
                return nil
            }
            return FrameSize(width: sides[0], height: sides[1])
        }
    }
}
