internal import Glibc
internal import Tickets

/// Wakes the thread that follows the ledger. Raising it several times wakes the thread once.
final class WakeSignal: Sendable {
    let descriptor: Int32
    private let raising: Int32

    /// - Throws: ``VenueError`` when the process has no descriptors left.
    init() throws(VenueError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            let number = errno
            throw VenueError(
                .failed, "make", "a pipe", unsafe String(cString: strerror(number)), errno: number)
        }
        (descriptor, raising) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(descriptor)
        close(raising)
    }

    /// May be called from any thread. If the pipe is full, it was raised already.
    func raise() {
        var byte: UInt8 = 1
        _ = unsafe write(raising, &byte, 1)
    }

    /// Resets the signal.
    func lower() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
    }

    /// Waits; returns early when the signal is raised.
    func wait(until deadline: ContinuousClock.Instant) {
        PollWait.wait([(descriptor, Int16(POLLIN))], until: deadline)
    }
}

/// poll(2) with a deadline.
enum PollWait {
    /// - Returns: `false` when the deadline passed first.
    @discardableResult
    static func wait(
        _ descriptors: [(number: Int32, events: Int16)], until deadline: ContinuousClock.Instant
    ) -> Bool {
        var waits = descriptors.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
        while true {
            let left = max(.zero, ContinuousClock.now.duration(to: deadline))
            let milliseconds = Int32(min(left.components.seconds, 1_000_000) * 1000 + Self.roundedUp(left))
            let ready = unsafe poll(&waits, nfds_t(waits.count), milliseconds)
            if ready > 0 { return true }
            if ready == 0, milliseconds == 0 || ContinuousClock.now >= deadline { return false }
        }
    }

    /// The fraction of a second, in milliseconds, rounded up: rounded down, a wait would end early and repeat in a
    /// tight loop.
    private static func roundedUp(_ span: Duration) -> Int64 {
        (span.components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
