import Foundation
import TestSupport
import Testing
import Tickets

@testable import Devices

@Suite struct DeviceAccessTests {
    @Test func `a device that is not there says so`() {
        let device = Device(kind: .camera, node: "/dev/usher-has-no-such-device", name: "x")
        guard case .refused(let error) = device.access() else {
            Issue.record("it is not there")
            return
        }
        #expect(error.code == .gone)
        #expect(error.description.hasPrefix("cannot open /dev/usher-has-no-such-device: No such file"))
    }

    @Test func `a device that the unit is not given is not blamed on a group`() throws {
        let refused = DeviceError("open", "/dev/video0", errno: EPERM)
        #expect(try #require(refused.hint).contains("DeviceAllow"))
        let denied = DeviceError("open", "/dev/video0", errno: EACCES)
        #expect(try #require(denied.hint).contains("group"))
    }

    @Test func `a device that opens is granted`() {
        #expect(Device(kind: .camera, node: "/dev/null", name: "x").access() == .granted)
    }

    @Test func `a serial line is looked at, and not opened`() throws {
        let line = try PseudoTerminal()
        var device = Device(kind: .serial, node: line.path, name: "x")
        #expect(device.access() == .granted && !line.wasClosed)
        device.kind = .camera
        #expect(device.access() == .granted && line.wasClosed)
        device = Device(kind: .serial, node: "/dev/usher-has-no-such-device", name: "x")
        guard case .refused(let error) = device.access() else {
            Issue.record("it is not there")
            return
        }
        #expect(error.code == .gone)
    }

    @Test(
        arguments: [
            (EACCES, "input", "kim", "Run `adduser kim input` as root and log in again, or run this as root."),
            (EACCES, "video", nil, "Run `adduser USER video` as root and log in again, or run this as root."),
            (
                EACCES, "root", "kim",
                "Install the rules of udev/60-usher.rules and plug it in again, or run this as root."
            ),
            (
                EPERM, "input", "kim",
                "The service or container is not given this device: see DeviceAllow in systemd.resource-control(5)."
            ),
        ] as [(Int32, String?, String?, String)])
    func `who may not open it is told what to do`(errno: Int32, group: String?, user: String?, hint: String) {
        #expect(Device.hint(errno: errno, group: group, user: user) == hint)
    }
}
