import Foundation
import Glibc
import Testing

@testable import Devices

@Suite struct ThreadUrgencyTests {
    /// linux/sched.h
    private let resetOnFork: Int32 = 0x4000_0000

    @Test func `an urgent thread goes first where that is allowed, and what it starts does not`() async {
        let (allowed, own, child) = await withCheckedContinuation { continuation in
            DeviceThread.start(named: "urgent") {
                let allowed = ThreadUrgency.raise()
                let own = sched_getscheduler(0)
                DeviceThread.start(named: "child") {
                    continuation.resume(returning: (allowed, own, sched_getscheduler(0)))
                }
            }
        }
        #expect(own == (allowed ? SCHED_FIFO | resetOnFork : SCHED_OTHER))
        #expect(child == SCHED_OTHER)
    }
}
