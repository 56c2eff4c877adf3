internal import Dispatch

/// A thread for work that waits: for the disk, or for a reader.
///
/// The threads of Swift's concurrency are as few as the processors, two on a small kiosk: two requests that wait on them
/// would stop every other one, the reading of codes and the watchdog. A serial queue has a thread beside those; a
/// concurrent one would borrow them.
/// See docs/decisions/026-serial-queues-for-the-disk.md.
final class WorkQueue: TaskExecutor {
    private let queue: DispatchQueue

    init(_ label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Does `work` after what was asked for before it.
    func run<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
        try await withTaskExecutorPreference(self) { try await work() }
    }

    /// Begins work that ends by itself: nobody waits for it.
    func begin(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }
}
