import Testing

@testable import Cameras

/// What real cameras list (`v4l2-ctl --list-formats-ext`), and what is to be asked of them.
@Suite struct ModeChooserTests {
    struct Camera: CustomTestStringConvertible {
        let testDescription: String
        let modes: [CameraMode]
        var settings = CameraSettings()
        /// What to ask for first.
        let first: String
    }

    private static func mode(_ format: PixelFormat, _ width: Int, _ height: Int, _ rate: Double?) -> CameraMode {
        CameraMode(format, FrameSize(width: width, height: height), bestRate: rate)
    }

    static let c270 = [
        mode(.yuyv, 640, 480, 30), mode(.yuyv, 160, 120, 30), mode(.yuyv, 320, 240, 30), mode(.yuyv, 800, 600, 20),
        mode(.yuyv, 960, 720, 10), mode(.yuyv, 1280, 720, 10), mode(.yuyv, 1280, 960, 7.5),
        mode(.mjpeg, 640, 480, 30), mode(.mjpeg, 320, 240, 30), mode(.mjpeg, 800, 600, 30),
        mode(.mjpeg, 960, 720, 30), mode(.mjpeg, 1280, 720, 30), mode(.mjpeg, 1280, 960, 30),
    ]
    static let c920 = [
        mode(.yuyv, 640, 480, 30), mode(.yuyv, 1280, 720, 10), mode(.yuyv, 1920, 1080, 5), mode(.yuyv, 2304, 1536, 2),
        mode(.mjpeg, 640, 480, 30), mode(.mjpeg, 1280, 720, 30), mode(.mjpeg, 1600, 896, 30),
        mode(.mjpeg, 1920, 1080, 30),
    ]
    static let ov9281 = [
        mode(.mjpeg, 1280, 800, 120), mode(.mjpeg, 1280, 720, 120), mode(.mjpeg, 640, 400, 240),
        mode(.grey, 1280, 800, 60), mode(.grey, 640, 400, 120),
    ]
    /// Every rate goes in every size: its format with a luma plane comes out.
    static let vivid = [
        mode(.yuyv, 640, 360, 60), mode(.yuyv, 1280, 720, 30), mode(.uyvy, 1280, 720, 30), mode(.nv12, 640, 360, 60),
        mode(.nv12, 1280, 720, 30), mode(.nv12, 3840, 2160, 15), mode(.yu12, 1280, 720, 30),
    ]

    static let cameras = [
        Camera(testDescription: "Logitech C270", modes: c270, first: "MJPEG 1280x720@30"),
        Camera(testDescription: "Logitech C920", modes: c920, first: "MJPEG 1280x720@30"),
        Camera(
            testDescription: "Logitech C920, Full HD wanted", modes: c920,
            settings: CameraSettings(sizes: [FrameSize(width: 1920, height: 1080)]), first: "MJPEG 1920x1080@30"),
        Camera(
            testDescription: "Logitech C270 for 10 frames a second", modes: c270,
            settings: CameraSettings(rate: 10), first: "YUYV 1280x720@10"),
        Camera(testDescription: "OV9281", modes: ov9281, first: "GREY 1280x800@60"),
        Camera(testDescription: "vivid", modes: vivid, first: "NV12 1280x720@30"),
        Camera(testDescription: "v4l2loopback", modes: [mode(.yuyv, 800, 600, 25)], first: "YUYV 800x600@25"),
        Camera(
            testDescription: "a driver that knows no rates",
            modes: [mode(.yuyv, 1280, 720, nil), mode(.grey, 1280, 720, nil)], first: "GREY 1280x720"),
        Camera(
            testDescription: "raw pixels over USB 2",
            modes: [mode(.yuyv, 1280, 720, 10), mode(.yuyv, 640, 480, 30), mode(.yuyv, 320, 240, 30)],
            first: "YUYV 640x480@30"),
        Camera(
            testDescription: "nothing but slow or tiny",
            modes: [mode(.yuyv, 320, 240, 30), mode(.yuyv, 640, 480, 15)], first: "YUYV 640x480@15"),
        Camera(
            testDescription: "PAL", modes: [mode(.yuyv, 720, 576, 25), mode(.mjpeg, 320, 240, 30)],
            first: "YUYV 720x576@25"),
        Camera(
            testDescription: "a microscope",
            modes: [mode(.mjpeg, 8000, 6000, 30), mode(.mjpeg, 1600, 1200, 30)], first: "MJPEG 1600x1200@30"),
        Camera(
            testDescription: "rates of NTSC", modes: [mode(.nv12, 1280, 720, 30000.0 / 1001)],
            first: "NV12 1280x720@30"),
    ]

    @Test(arguments: cameras)
    func `asks for the best mode first, and for every one in the end`(camera: Camera) {
        let ranked = ModeChooser(settings: camera.settings).ranked(camera.modes)
        #expect(ranked.first?.description == camera.first)
        #expect(Set(ranked) == Set(camera.modes) && ranked.count == camera.modes.count)
    }

    @Test func `has no answer for a camera that lists nothing`() {
        #expect(ModeChooser(settings: CameraSettings()).ranked([]).isEmpty)
    }

    @Test(arguments: [
        (48, 2, FrameSize(width: 1280, height: 720), FrameSize(width: 1280, height: 720)),
        (48, 64, FrameSize(width: 1280, height: 720), FrameSize(width: 1264, height: 688)),
        (48, 2, FrameSize(width: 9000, height: 20), FrameSize(width: 3840, height: 48)),
        (48, 0, FrameSize(width: 641, height: 481), FrameSize(width: 641, height: 481)),
    ])
    func `picks an offered size out of a range`(smallest: Int, step: Int, wanted: FrameSize, nearest: FrameSize) {
        let range = SizeRange(
            smallest: FrameSize(width: smallest, height: smallest), largest: FrameSize(width: 3840, height: 2160),
            stepWidth: step, stepHeight: step)
        #expect(range.nearest(to: wanted) == nearest)
        #expect(range.candidates(for: [wanted]).first == nearest)
    }

    @Test func `a driver that claims every size is asked about possible ones`() {
        let most = FrameSize(width: Int(UInt32.max), height: Int(UInt32.max))
        let all = SizeRange(smallest: FrameSize(width: 0, height: 0), largest: most, stepWidth: 1, stepHeight: 1)
        let wanted = CameraSettings().sizes
        #expect(all.candidates(for: wanted) == wanted)
        #expect(SizeRange(smallest: most, largest: most, stepWidth: 1, stepHeight: 1).candidates(for: wanted) == [])
    }

    @Test func `a single size is a range of one`() {
        let size = FrameSize(width: 1280, height: 800)
        let range = SizeRange(smallest: size, largest: size, stepWidth: 1, stepHeight: 1)
        #expect(range.candidates(for: CameraSettings().sizes) == [size])
    }

    @Test func `says in one line what a camera can do`() {
        let logitech = CameraCapabilities(modes: Self.c920, settings: CameraSettings())
        #expect(
            logitech.description == "MJPEG 1280x720@30, MJPEG 1920x1080@30, YUYV 640x480@30, YUYV 2304x1536@2")
        let infrared = CameraCapabilities(
            modes: [CameraMode(.grey, FrameSize(width: 640, height: 360), bestRate: 7.5)], settings: CameraSettings())
        #expect(infrared.description == "GREY 640x360@7.5")
        #expect(CameraCapabilities(modes: [], settings: CameraSettings()).description == "")
    }

    @Test func `knows a format by its four letters`() {
        // V4L2_PIX_FMT_MJPEG, V4L2_PIX_FMT_GREY
        #expect(PixelFormat.mjpeg.code == 0x4750_4A4D && PixelFormat.grey.code == 0x5945_5247)
        #expect(PixelFormat.allCases.allSatisfy { PixelFormat(code: $0.code) == $0 })
        #expect(PixelFormat(code: 0x3436_3248) == nil, "H264 is not read")
    }

    @Test(
        arguments: [
            // uvcvideo's picture node, and its metadata node; a camera of a phone's chip; an encoder; v4l2loopback.
            (0x0420_0001, nil), (0x04A0_0000, "it captures no video"),
            (0x0420_1000, "it gives frames in several planes of memory, which this program does not read"),
            (0x0400_4000, "it gives frames in several planes of memory, which this program does not read"),
            (0x0500_0003, nil), (0x0000_0001, "it does not stream"), (0x0520_0002, "it captures no video"),
        ] as [(UInt32, String?)])
    func `says why a device is no camera for it`(capabilities: UInt32, reason: String?) {
        #expect(VideoDevice.whyUnsuitable(capabilities) == reason)
    }
}
