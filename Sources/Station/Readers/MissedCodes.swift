internal import Synchronization

/// Codes that were not taken because no display would have shown their verdicts. Guests of whom nothing was recorded stand
/// at the door then, so their number is told afterwards.
final class MissedCodes: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// How long they are told of once a display is there again.
    static let memory = Duration.seconds(180)
    /// A camera sees a code in each frame: one that was out of view for less time is the same.
    static let absence = Duration.seconds(3)

    /// From the first code that was not taken until a display was there again.
    struct Period: Equatable {
        let began: Instant
        var count: Int
    }

    private struct State {
        var open: Period?
        /// What periods before have left, and until when it is told.
        var past: (count: Int, until: Instant)?
        /// By reader.
        var last: [String: (text: [UInt8], seen: Instant)] = [:]
    }

    private let state = Mutex(State())

    /// What a code was that was not taken.
    enum Kind {
        /// The first since a display was there.
        case first
        case another
        /// Seen just before.
        case same
    }

    func note(_ text: [UInt8], from reader: String, at now: Instant) -> Kind {
        state.withLock { state in
            let last = state.last.updateValue((text, now), forKey: reader)
            if let last, last.text == text, now - last.seen < Self.absence { return .same }
            let isFirst = state.open == nil
            state.open = state.open ?? Period(began: now, count: 0)
            state.open?.count += 1
            return isFirst ? .first : .another
        }
    }

    /// A display is there again.
    /// - Returns: what was missed meanwhile; `nil` when nothing was.
    func end(at now: Instant) -> Period? {
        state.withLock { state in
            guard let period = state.open else { return nil }
            state.past = (period.count + Self.told(state, at: now), now + Self.memory)
            (state.open, state.last) = (nil, [:])
            return period
        }
    }

    /// How many people should be told of; `nil` for none.
    func count(at now: Instant) -> Int? {
        state.withLock { state in
            let count = (state.open?.count ?? 0) + Self.told(state, at: now)
            return count > 0 ? count : nil
        }
    }

    private static func told(_ state: State, at now: Instant) -> Int {
        state.past.map { now < $0.until ? $0.count : 0 } ?? 0
    }
}
