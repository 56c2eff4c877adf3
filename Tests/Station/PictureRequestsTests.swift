import Devices
import Testing

@testable import Station

@Suite struct PictureRequestsTests {
    @Test func `who has waited long enough is not waited for`() async {
        let requests = PictureRequests()
        let camera = Device(kind: .camera, node: "/dev/video0", name: "C920")
        #expect(await requests.next(of: camera, within: .zero) == nil)
        #expect(!requests.isAnyoneWaiting(for: camera))
    }
}
