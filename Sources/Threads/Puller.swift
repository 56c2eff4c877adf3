internal import Dispatch
internal import Synchronization

/// Lets a thread wait for the elements of an async sequence. One element is taken ahead.
package final class Puller<Element: Sendable>: Sendable {
    private let elements: any AsyncSequence<Element, any Error> & Sendable
    private let state = Mutex(State())
    /// Signalled once each time that the thread waits for the task.
    private let change = DispatchSemaphore(value: 0)

    private struct State {
        var slot = Slot.notStarted
        var task: Task<Void, Never>?
        var isThreadWaiting = false
    }

    private enum Slot {
        case notStarted
        case empty
        /// The task waits until the thread takes it.
        case full(Element, CheckedContinuation<Void, any Error>)
        case ended((any Error)?)
        case cancelled
    }

    /// The sequence is iterated from the first ``next()`` on.
    package init(_ elements: any AsyncSequence<Element, any Error> & Sendable) {
        self.elements = elements
    }

    // MARK: On the thread

    /// Blocks until the next element has come; `nil` after the last.
    ///
    /// - Throws: what the sequence throws; `CancellationError` after ``cancel()``.
    package func next() throws -> Element? {
        while true {
            let outcome: Result<Element?, any Error>? = state.withLock { state in
                state.isThreadWaiting = false
                switch state.slot {
                case .full(let element, let task):
                    state.slot = .empty
                    task.resume()
                    return .success(element)
                case .ended(let error):
                    return error.map(Result.failure) ?? .success(nil)
                case .cancelled:
                    return .failure(CancellationError())
                case .notStarted:
                    state.slot = .empty
                    state.task = Task { await self.pull() }
                case .empty:
                    break
                }
                state.isThreadWaiting = true
                return nil
            }
            if let outcome { return try outcome.get() }
            change.wait()
        }
    }

    // MARK: Anywhere

    /// Call when nothing will be taken any more: a waiting thread continues, and the sequence is left.
    package func cancel() {
        put(.cancelled)
    }

    // MARK: In the task

    private func pull() async {
        do {
            for try await element in elements {
                try await withCheckedThrowingContinuation { put(.full(element, $0)) }
            }
            put(.ended(nil))
        } catch {
            put(.ended(error))
        }
    }

    private func put(_ slot: Slot) {
        let wakesThread = state.withLock { state in
            switch (state.slot, slot) {
            case (.cancelled, .full(_, let task)):
                task.resume(throwing: CancellationError())
                return false
            case (.cancelled, _):
                return false
            case (.full(_, let task), .cancelled):
                task.resume(throwing: CancellationError())
            default: break
            }
            state.slot = slot
            if case .cancelled = slot { state.task?.cancel() }
            defer { state.isThreadWaiting = false }
            return state.isThreadWaiting
        }
        if wakesThread { change.signal() }
    }
}
