internal import Dispatch

/// A thread for work that waits for the disk or for a reader.
///
/// Swift's concurrency has as many threads as processors: two on a small kiosk. Two requests that wait on them would
/// stop all others, the readers and the watchdog. A serial queue has a thread of its own; a concurrent queue would take
/// one of those.
/// See docs/decisions/026-serial-queues-for-the-disk.md.
package final class WorkQueue: TaskExecutor {
    private let queue: DispatchQueue

    package init(_ label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Does `work` after everything that was asked for before it.
    package func run<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
        try await withTaskExecutorPreference(self) { try await work() }
    }

    /// Starts work for which nobody waits.
    package func begin(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }
}
