internal import CLinux
internal import Glibc

/// The priority of the calling thread.
/// See docs/decisions/041-scanner-threads-real-time.md.
public enum ThreadUrgency {
    /// Lets the calling thread run as soon as its device has something, before every ordinary thread of the machine
    /// (sched(7), `SCHED_FIFO`). Threads that it starts are ordinary again.
    ///
    /// Only for threads that nearly always wait: while one of them works, others may not run.
    /// - Returns: whether the system allows it (`RLIMIT_RTPRIO`); if not, nothing has changed.
    @discardableResult public static func raise() -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = 1
        return unsafe sched_setscheduler(0, SCHED_FIFO | linux_sched_reset_on_fork, &parameters) == 0
    }
}
