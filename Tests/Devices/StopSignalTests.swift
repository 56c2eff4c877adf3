import Devices
import Testing

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

    @Test func `a device that cannot be opened says why and what to do`() {
        #expect {
            _ = try OwnedDescriptor(opening: "/dev/usher-has-no-such-device")
        } throws: { error in
            guard let error = error as? DeviceError else { return false }
            return error.code == .gone && error.subject == "/dev/usher-has-no-such-device" && error.hint != nil
        }
    }
}
