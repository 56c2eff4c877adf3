internal import Synchronization

/// Lets one task wait until it is woken. A call while no task waits is kept; ten calls have the effect of one.
final class Wake: Sendable {
    private struct State {
        var isPending = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func wake() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            state.isPending = state.waiter == nil
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns when woken, after the limit, or when the task is cancelled.
    func wait(atMost limit: Duration, _ environment: LinkEnvironment) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait() }
            group.addTask { await environment.sleep(limit) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    // Woken, or cancelled, before this task could wait.
                    guard !state.isPending, !Task.isCancelled else {
                        state.isPending = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume()
        }
    }
}
