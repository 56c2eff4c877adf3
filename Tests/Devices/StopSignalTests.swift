import Devices
import Testing
import Tickets

@Suite struct StopSignalTests {
    @Test func `a raised signal ends every wait at once and stays raised`() throws {
        let stop = try StopSignal()
        #expect(!stop.isRaised)
        #expect(stop.wait(timeout: .zero) == .timedOut)
        stop.raise()
        stop.raise()
        #expect(stop.wait(timeout: .seconds(3600)) == .stopped)
        #expect(stop.isRaised)
    }

    @Test(arguments: [.seconds(Int64.max), .seconds(Int64.min), .milliseconds(Int64(Int32.max) + 1)] as [Duration])
    func `no time is too long or too far back to wait for`(time: Duration) throws {
        let stop = try StopSignal()
        if time < .zero { #expect(stop.wait(timeout: time) == .timedOut) }
        stop.raise()
        #expect(stop.wait(timeout: time) == .stopped)
    }

    @Test func `a device that cannot be opened says why and what to do`() {
        #expect {
            _ = try OwnedDescriptor(opening: "/dev/usher-has-no-such-device")
        } throws: { error in
            guard let error = error as? DeviceError else { return false }
            return error.code == .gone && error.subject == "/dev/usher-has-no-such-device" && error.hint != nil
        }
    }
}
