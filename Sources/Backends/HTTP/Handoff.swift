internal import Foundation

/// Passes elements from a thread, which may block, to a task, which must not.
/// One element is buffered: the thread is never further ahead.
final class Handoff<Element: Sendable>: @unchecked Sendable {
    // Unchecked: `state` is only touched under the condition's lock.
    private let condition = NSCondition()
    private var state = State.empty

    private enum State {
        case empty
        case offered(Element)
        case awaited(CheckedContinuation<Element?, any Error>)
        /// The thread is finished; the task does not know yet.
        case ended((any Error)?)
        /// Nobody will take an element any more.
        case abandoned
    }

    var isAbandoned: Bool {
        condition.withLock {
            if case .abandoned = state { true } else { false }
        }
    }

    // MARK: On the thread

    /// Waits until the buffer is empty. `false` when nobody will take the element.
    func give(_ element: Element) -> Bool {
        condition.withLock {
            waitUntilTaken()
            switch state {
            case .awaited(let task):
                state = .empty
                task.resume(returning: element)
            case .empty:
                state = .offered(element)
            case .offered, .ended, .abandoned:
                return false
            }
            return true
        }
    }

    /// Ends the sequence, with an error or because that was all.
    func end(_ error: (any Error)? = nil) {
        condition.withLock {
            waitUntilTaken()
            switch state {
            case .awaited(let task):
                state = .ended(nil)
                if let error { task.resume(throwing: error) } else { task.resume(returning: nil) }
            case .empty:
                state = .ended(error)
            case .offered, .ended, .abandoned:
                break
            }
        }
    }

    private func waitUntilTaken() {
        while case .offered = state { condition.wait() }
    }

    // MARK: In the task

    /// The next element; `nil` after the last. Only one task may wait at a time.
    func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { take(for: $0) }
        } onCancel: {
            abandon()
        }
    }

    private func take(for task: CheckedContinuation<Element?, any Error>) {
        condition.withLock {
            switch state {
            case .empty:
                state = .awaited(task)
            case .offered(let element):
                state = .empty
                condition.signal()
                task.resume(returning: element)
            case .ended(let error):
                state = .ended(nil)
                if let error { task.resume(throwing: error) } else { task.resume(returning: nil) }
            case .awaited, .abandoned:
                task.resume(throwing: CancellationError())
            }
        }
    }

    /// Call when nothing will be taken any more: a waiting thread continues, a waiting task gets a `CancellationError`.
    func abandon() {
        condition.withLock {
            if case .awaited(let task) = state { task.resume(throwing: CancellationError()) }
            state = .abandoned
            condition.broadcast()
        }
    }
}
