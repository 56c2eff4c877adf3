import Devices
import Testing
import Tickets

@testable import Wedges

/// Plays one scanner of a recording to the reader's own loop.
struct RecordedSource: KeySource, ~Copyable {
    /// What the reader handed over and no expectation has asked for yet.
    final class Outcomes {
        var pending: [Recording.Expectation] = []
    }

    private var steps: ArraySlice<Recording.Step>
    private let outcomes: Outcomes
    private let origin = ContinuousClock.now
    private var now: Duration
    private let place: String

    init(_ scanner: Recording.Scanner, into outcomes: Outcomes, from start: Duration, place: String) {
        steps = scanner.steps[...]
        self.outcomes = outcomes
        now = start
        self.place = place
    }

    mutating func next(until deadline: Duration?) throws(DeviceError) -> KeyReport {
        while let step = steps.popFirst() {
            switch step {
            case .wait(let pause):
                now += pause
                if let deadline, now >= deadline { return .quiet(at: now) }
            case .key(let code, let action): return .key(KeyEvent(code: code, action: action, time: now))
            case .lost(let held): return .lost(at: now, held: held)
            case .unplug: throw DeviceError("read", "the recorded scanner", errno: 19)
            case .expect(let expected):
                let found = outcomes.pending.isEmpty ? nil : outcomes.pending.removeFirst()
                #expect(found == expected, "\(place), \(now) after its beginning")
            }
        }
        // After the last line only time passes.
        guard let deadline else { return .stopped }
        now = max(now, deadline)
        return .quiet(at: now)
    }

    func instant(of time: Duration) -> ContinuousClock.Instant { origin + time }
}

extension Recording.Scanner {
    /// Plays all of it.
    /// - Returns: what came that the recording does not expect.
    func play(as place: String) throws -> [Recording.Expectation] {
        let outcomes = RecordedSource.Outcomes()
        var decoder = try WedgeDecoder(settings)
        var source = RecordedSource(self, into: outcomes, from: .zero, place: place)
        do throws(DeviceError) {
            try WedgeReader.play(&source, into: &decoder) { event in
                switch event {
                case .started: break
                case .code(let bytes, _): outcomes.pending.append(.text(String(decoding: bytes, as: UTF8.self)))
                case .dropped(let drop): outcomes.pending.append(.dropped(drop))
                }
            }
            #expect(!steps.contains(.unplug), "\(place): the reader outlives its device")
        } catch {
            #expect(error.code == .gone && steps.contains(.unplug), "\(place): \(error)")
        }
        return outcomes.pending
    }
}
