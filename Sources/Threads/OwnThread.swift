internal import Foundation

// Threads: the bridges between what waits on a thread, as most C libraries do, and tasks, which must not.

/// Runs on a new thread what waits for a network or a device: the threads of tasks are few.
package func onOwnThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            continuation.resume(with: Swift.Result { try body() })
        }
    }
}

/// Runs on a new thread that nobody waits for.
package func startOwnThread(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread(body)
}
