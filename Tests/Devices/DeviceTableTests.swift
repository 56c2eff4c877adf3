import Testing

@testable import Devices

@Suite struct DeviceTableTests {
    private let camera = Device(kind: .camera, node: "/dev/video0", name: "A")
    private let scanner = Device(kind: .scanner, node: "/dev/input/event5", name: "B")

    @Test func `only what is new is told`() {
        var table = DeviceTable()
        #expect(table.put(camera, at: camera.node) == .present(camera))
        #expect(table.put(camera, at: camera.node) == nil, "udev describes devices anew for many reasons")
        var renamed = camera
        renamed.links = ["/dev/usher/camera-a"]
        #expect(table.put(renamed, at: camera.node) == .present(renamed))
        #expect(table.put(nil, at: camera.node) == .gone(node: camera.node))
        #expect(table.put(nil, at: camera.node) == nil)
        #expect(table.put(nil, at: "/dev/input/mouse0") == nil)
    }

    @Test func `a loopback that stops to be a camera is gone`() {
        var table = DeviceTable()
        _ = table.put(camera, at: camera.node)
        #expect(table.put(nil, at: camera.node) == .gone(node: camera.node))
    }

    @Test func `after lost events the difference is told, what is gone first`() {
        var table = DeviceTable()
        #expect(table.replace(with: [camera, scanner]) == [.present(scanner), .present(camera)])
        let other = Device(kind: .keyboard, node: "/dev/input/event6", name: "C")
        #expect(table.replace(with: [camera, other]) == [.gone(node: scanner.node), .present(other)])
        #expect(table.replace(with: [camera, other]) == [])
    }
}
