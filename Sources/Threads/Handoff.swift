internal import Dispatch
internal import Synchronization

/// Passes elements from a thread, which may block, to a task, which must not.
/// One element is buffered: the thread is never further ahead.
package final class Handoff<Element: Sendable>: Sendable {
    private let state = Mutex(State())
    /// Signalled once each time that the thread waits for the task.
    private let change = DispatchSemaphore(value: 0)

    private struct State {
        var slot = Slot.empty
        var isThreadWaiting = false
    }

    private enum Slot {
        case empty
        case offered(Element)
        case awaited(CheckedContinuation<Element?, any Error>)
        /// The thread is finished; the task does not know yet.
        case ended((any Error)?)
        /// Nobody will take an element any more.
        case abandoned
    }

    package init() {}

    /// Whether nobody will take an element any more.
    package var isAbandoned: Bool {
        state.withLock {
            if case .abandoned = $0.slot { true } else { false }
        }
    }

    // MARK: On the thread

    /// Waits until the buffer is empty. `false` when nobody will take the element.
    package func give(_ element: Element) -> Bool {
        waitForTask { slot in
            switch slot {
            case .offered: return nil
            case .awaited(let task):
                slot = .empty
                task.resume(returning: element)
            case .empty: slot = .offered(element)
            case .ended, .abandoned: return false
            }
            return true
        }
    }

    /// Waits until the task asks for an element, so that it is done with all before. `false` when it never will.
    package func waitUntilAsked() -> Bool {
        waitForTask { slot in
            switch slot {
            case .offered, .empty: nil
            case .awaited: true
            case .ended, .abandoned: false
            }
        }
    }

    /// Ends the sequence, with an error or because that was all.
    package func end(_ error: (any Error)? = nil) {
        waitForTask { slot -> Void? in
            switch slot {
            case .offered: return nil
            case .awaited(let task):
                slot = .ended(nil)
                if let error { task.resume(throwing: error) } else { task.resume(returning: nil) }
            case .empty: slot = .ended(error)
            case .ended, .abandoned: break
            }
            return ()
        }
    }

    /// Asks again each time that the task has changed something, until there is an answer.
    private func waitForTask<Answer: Sendable>(_ attempt: (inout Slot) -> Answer?) -> Answer {
        while true {
            let answer = state.withLock { state in
                let answer = attempt(&state.slot)
                state.isThreadWaiting = answer == nil
                return answer
            }
            if let answer { return answer }
            change.wait()
        }
    }

    // MARK: In the task

    /// The next element; `nil` after the last. Only one task may wait at a time.
    package func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { take(for: $0) }
        } onCancel: {
            abandon()
        }
    }

    private func take(for task: CheckedContinuation<Element?, any Error>) {
        changeByTask { slot in
            switch slot {
            case .offered(let element):
                slot = .empty
                task.resume(returning: element)
            case .empty:
                slot = .awaited(task)
            case .ended(let error):
                slot = .ended(nil)
                if let error { task.resume(throwing: error) } else { task.resume(returning: nil) }
            case .awaited, .abandoned:
                task.resume(throwing: CancellationError())
            }
        }
    }

    /// Call when nothing will be taken any more: a waiting thread continues, a waiting task gets a `CancellationError`.
    package func abandon() {
        changeByTask { slot in
            if case .awaited(let task) = slot { task.resume(throwing: CancellationError()) }
            slot = .abandoned
        }
    }

    private func changeByTask(_ change: (inout Slot) -> Void) {
        let wakesThread = state.withLock { state in
            change(&state.slot)
            defer { state.isThreadWaiting = false }
            return state.isThreadWaiting
        }
        if wakesThread { self.change.signal() }
    }
}
