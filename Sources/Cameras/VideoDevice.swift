internal import CV4L2
internal import Devices
internal import Glibc
internal import Tickets

/// A V4L2 device that captures frames of one plane: the only type that talks to a driver.
///
/// https://docs.kernel.org/userspace-api/media/v4l/v4l2.html
struct VideoDevice: ~Copyable {
    let descriptor: OwnedDescriptor

    /// Opens it and checks that it is a camera that this program can read.
    init(opening path: String) throws(DeviceError) {
        let descriptor = try OwnedDescriptor(opening: path)
        var answer = v4l2_capability()
        let status = unsafe v4l2_query_capability(descriptor.number, &answer)
        if status < 0 { throw DeviceError("recognise", path, errno: -status) }
        if let reason = Self.whyUnsuitable(answer.device_caps) {
            throw DeviceError(
                .unsuitable, "use", path, reason,
                hint: "Choose another device: `usher devices` lists them.")
        }
        self.descriptor = descriptor
    }

    /// A camera that was unplugged is closed half a second later. Linux is still removing it then, and a program that
    /// closes it meanwhile crashes the kernel (v4l2_device_release during media_device_unregister, seen with 6.1): no
    /// camera would be found again until the machine is restarted.
    deinit {
        var answer = v4l2_capability()
        if unsafe v4l2_query_capability(descriptor.number, &answer) == -ENODEV { usleep(500_000) }
    }

    /// - Parameter capabilities: `V4L2_CAP_...` of this node; one device may have others for metadata or sound.
    static func whyUnsuitable(_ capabilities: UInt32) -> String? {
        func has(_ capability: Int32) -> Bool { capabilities & UInt32(bitPattern: capability) != 0 }
        if !has(V4L2_CAP_VIDEO_CAPTURE) {
            return has(V4L2_CAP_VIDEO_CAPTURE_MPLANE) || has(V4L2_CAP_VIDEO_M2M_MPLANE)
                ? "it gives frames in several planes of memory, which this program does not read"
                : "it captures no video"
        }
        return has(V4L2_CAP_STREAMING) ? nil : "it does not stream"
    }

    /// - Parameter status: 0 or -errno.
    func check(_ status: Int32, _ operation: String) throws(DeviceError) {
        if status < 0 { throw DeviceError(operation, descriptor.path, errno: -status) }
    }

    // MARK: - Capabilities

    /// Empty for drivers that do not list their modes.
    func modes(for settings: CameraSettings) -> [CameraMode] {
        pixelFormats().flatMap { format in
            sizes(of: format, wanted: settings.sizes).map { size in
                CameraMode(format, size, bestRate: bestRate(format, size))
            }
        }
    }

    // Not every driver ends its lists.
    private static let longestList: UInt32 = 256

    private func pixelFormats() -> [PixelFormat] {
        var formats = [PixelFormat]()
        for index in 0..<Self.longestList {
            var code: UInt32 = 0
            guard unsafe v4l2_enumerate_format(descriptor.number, index, &code) == 0 else { break }
            if let format = PixelFormat(code: code), !formats.contains(format) { formats.append(format) }
        }
        return formats
    }

    /// The wanted sizes, where the driver does not list any.
    private func sizes(of format: PixelFormat, wanted: [FrameSize]) -> [FrameSize] {
        var sizes = [FrameSize]()
        for index in 0..<Self.longestList {
            var range = v4l2_frmsize_stepwise()
            guard unsafe v4l2_enumerate_sizes(descriptor.number, index, format.code, &range) == 0 else { break }
            for size in SizeRange(range).candidates(for: wanted) where !sizes.contains(size) { sizes.append(size) }
        }
        return sizes.isEmpty ? wanted : sizes
    }

    private func bestRate(_ format: PixelFormat, _ size: FrameSize) -> Double? {
        var best: Double?
        for index in 0..<Self.longestList {
            var interval = v4l2_fract()
            let status = unsafe v4l2_enumerate_interval(
                descriptor.number, index, format.code, UInt32(clamping: size.width), UInt32(clamping: size.height),
                &interval)
            guard status == 0 else { break }
            if let rate = interval.rate { best = max(best ?? 0, rate) }
        }
        return best
    }

    // MARK: - Settings

    /// Requests a format. The driver decides, and may choose another one.
    /// - Returns: the format that it chose; `nil` for one that this program does not read.
    func setFormat(_ pixelFormat: PixelFormat, _ size: FrameSize) throws(DeviceError) -> FrameFormat? {
        var format = v4l2_pix_format()
        format.width = UInt32(clamping: size.width)
        format.height = UInt32(clamping: size.height)
        format.pixelformat = pixelFormat.code
        format.field = V4L2_FIELD_NONE.rawValue
        try check(unsafe v4l2_set_format(descriptor.number, &format), "set the format of")
        return FrameFormat(format)
    }

    func currentFormat() throws(DeviceError) -> FrameFormat? {
        var format = v4l2_pix_format()
        try check(unsafe v4l2_get_format(descriptor.number, &format), "ask for the format of")
        return FrameFormat(format)
    }

    /// - Returns: the rate that the driver promises, in frames a second; `nil` when it does not support rates.
    func setRate(_ rate: Int) -> Double? {
        var interval = v4l2_fract(numerator: 1, denominator: UInt32(clamping: rate))
        return unsafe v4l2_set_interval(descriptor.number, &interval) == 0 ? interval.rate : nil
    }

    /// Sets what the camera allows for sharp and steady pictures; cameras without these controls work too.
    func applyControls(_ powerLine: PowerLine) {
        _ = v4l2_set_control(descriptor.number, UInt32(V4L2_CONTROL_CONTINUOUS_FOCUS), 1)
        // In the dark, blurred and few frames are harder to read than dark ones.
        _ = v4l2_set_control(descriptor.number, UInt32(V4L2_CONTROL_EXPOSURE_MAY_SLOW_FRAMES), 0)
        let frequency =
            switch powerLine {
            case .hertz50: V4L2_CID_POWER_LINE_FREQUENCY_50HZ
            case .hertz60: V4L2_CID_POWER_LINE_FREQUENCY_60HZ
            case .automatic: V4L2_CID_POWER_LINE_FREQUENCY_AUTO
            }
        _ = v4l2_set_control(descriptor.number, UInt32(V4L2_CONTROL_POWER_LINE_FREQUENCY), Int32(frequency.rawValue))
    }
}

extension v4l2_fract {
    fileprivate var rate: Double? { numerator == 0 ? nil : Double(denominator) / Double(numerator) }
}

extension SizeRange {
    fileprivate init(_ range: v4l2_frmsize_stepwise) {
        self.init(
            smallest: FrameSize(width: Int(range.min_width), height: Int(range.min_height)),
            largest: FrameSize(width: Int(range.max_width), height: Int(range.max_height)),
            stepWidth: Int(range.step_width), stepHeight: Int(range.step_height))
    }
}

extension FrameFormat {
    fileprivate init?(_ format: v4l2_pix_format) {
        guard let pixelFormat = PixelFormat(code: format.pixelformat) else { return nil }
        let size = FrameSize(width: Int(format.width), height: Int(format.height))
        self.init(pixelFormat, size, bytesPerRow: Int(format.bytesperline))
    }
}
