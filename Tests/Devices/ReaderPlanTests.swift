import Testing

@testable import Devices

@Suite struct ReaderPlanTests {
    private let device = Device(kind: .scanner, node: "/dev/input/event5", name: "A", serial: "1")
    private let other = Device(kind: .scanner, node: "/dev/input/event5", name: "A", serial: "2")
    private var node: String { device.node }

    private func all(_: Device) -> Bool { true }

    @Test func `plugged in and out is a thread started and stopped`() {
        var plan = ReaderPlan()
        #expect(plan.take(.present(device), wanted: all) == [.start(device)])
        #expect(!plan.isIdle)
        #expect(plan.take(.gone(node: node), wanted: all) == [.stop(node: node)])
        #expect(plan.ended(node) == [])
        #expect(plan.isIdle)
        #expect(plan.take(.present(device), wanted: all) == [.start(device)])
    }

    @Test func `plugged in again before the thread has ended waits for it`() {
        var plan = ReaderPlan()
        _ = plan.take(.present(device), wanted: all)
        _ = plan.take(.gone(node: node), wanted: all)
        #expect(plan.take(.present(device), wanted: all) == [])
        #expect(plan.ended(node) == [.start(device)])
    }

    @Test func `another device at the same node ends the thread of the old one first`() {
        var plan = ReaderPlan()
        _ = plan.take(.present(device), wanted: all)
        #expect(plan.take(.present(other), wanted: all) == [.stop(node: node)])
        #expect(plan.ended(node) == [.start(other)])
    }

    @Test func `other links of the same device disturb nobody`() {
        var plan = ReaderPlan()
        _ = plan.take(.present(device), wanted: all)
        var linked = device
        linked.links = ["/dev/usher/scanner-1"]
        #expect(plan.take(.present(linked), wanted: all) == [])
    }

    @Test func `what is wanted is asked again on request`() {
        var plan = ReaderPlan()
        #expect(plan.take(.present(device), wanted: { _ in false }) == [])
        #expect(plan.isIdle)
        #expect(plan.reconsider(wanted: all) == [.start(device)])
        #expect(plan.reconsider(wanted: all) == [])
        #expect(plan.reconsider(wanted: { _ in false }) == [.stop(node: node)])
        #expect(plan.ended(node) == [])
        #expect(plan.isIdle)
    }

    @Test func `what is to be read in another way gets a new thread`() {
        var plan = ReaderPlan()
        _ = plan.take(.present(device), wanted: all)
        #expect(plan.reconsider(wanted: all, isChanged: { $0.serial == "2" }) == [])
        #expect(plan.reconsider(wanted: all, isChanged: { $0.serial == "1" }) == [.stop(node: node)])
        #expect(plan.reconsider(wanted: all, isChanged: { $0.serial == "1" }) == [], "it ends already")
        #expect(plan.ended(node) == [.start(device)])
        #expect(plan.reconsider(wanted: { _ in false }, isChanged: all) == [.stop(node: node)])
        #expect(plan.ended(node) == [])
    }

    @Test func `a thread that could not start is tried again at the next change`() {
        var plan = ReaderPlan()
        _ = plan.take(.present(device), wanted: all)
        #expect(plan.ended(node, couldStart: false) == [])
        #expect(plan.isIdle)
        #expect(plan.reconsider(wanted: all) == [.start(device)])
    }

    @Test func `the end stops every thread and starts none`() {
        var plan = ReaderPlan()
        let camera = Device(kind: .camera, node: "/dev/video0", name: "C")
        _ = plan.take(.present(device), wanted: all)
        _ = plan.take(.present(camera), wanted: all)
        _ = plan.take(.present(other), wanted: all)
        #expect(plan.finish() == [.stop(node: "/dev/video0")], "the other thread ends already")
        #expect(plan.ended(node) == [])
        #expect(plan.take(.present(device), wanted: all) == [])
        #expect(!plan.isIdle)
        #expect(plan.ended("/dev/video0") == [])
        #expect(plan.isIdle)
    }
}
