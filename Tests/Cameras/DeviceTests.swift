import Devices
import Pictures
import QRReader
import Testing
import Tickets

@testable import Cameras

@Suite struct DeviceTests {
    private func device(_ node: String) -> Device { Device(kind: .camera, node: node, name: "a test") }

    @Test(arguments: [
        ("/dev/usher-has-no-such-camera", DeviceFailure.gone), ("/dev/zero", .unsuitable),
    ])
    func `what is no camera is refused with a reason`(node: String, code: DeviceFailure) throws {
        let stop = try StopSignal()
        func check(_ open: () throws -> Void) {
            #expect {
                try open()
            } throws: { error in
                guard let error = error as? DeviceError else { return false }
                return error.code == code && error.subject == node
            }
        }
        check {
            try CameraReader().serve(
                device(node), settings: CameraSettings(), until: stop, wantsPicture: { false }, handle: { _ in })
        }
        check { _ = try CameraCapabilities(of: device(node)) }
        check { _ = try CameraSnapshot(of: device(node), until: stop) }
    }

    @Test func `a snapshot shows a green line around each code`() throws {
        let size = FrameSize(width: 320, height: 240)
        let frame = SampleFrames.raw(try SampleFrames.picture(size, [("seen", 40, 60)]), .nv12, padding: 16)
        var reader = try FrameReader()
        let (reading, picture) = try reader.readPicture(frame.bytes.span, format: frame.format)
        #expect((picture.width, picture.height) == (320, 240))
        let corners = try #require(reading.symbols.first?.corners)
        let png = try CameraSnapshot(picture: picture, codes: [corners]).pngFile()
        let shown = try GreyImage(decoding: png, named: "snapshot.png")
        #expect((shown.width, shown.height) == (320, 240))
        // The brightness of the green on the line; far from it the picture is as it was.
        let edge = corners[0].x + 320 * ((corners[0].y + corners[1].y) / 2)
        #expect((110...140).contains(Int(shown.luma[edge])))
        #expect(shown.luma[0] == picture.luma[0] && shown.luma.last == picture.luma.last)
    }
}
