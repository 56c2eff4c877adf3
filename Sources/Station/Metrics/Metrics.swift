internal import StationAPI
internal import Synchronization
internal import Tickets

/// What a station counts while it runs: from 0 at each start, as Prometheus expects of counters.
///
/// The door and the readers only add to it, under a lock that is held for an addition only.
final class Metrics: Sendable {
    /// What distinguishes scans: a fixed number of words, never anything from a ticket.
    struct ScanKind: Hashable, Sendable {
        var verdict: Verdict
        var how: CheckIn.How
    }

    struct Counts: Hashable, Sendable {
        var scans: [ScanKind: Int] = [:]
        var hints: [ScanHint.Kind: Int] = [:]
        /// Codes that were read while no display would have shown their verdicts.
        var notTaken = 0
        /// From a camera's frame to the texts in it, for frames with a ticket that is presented.
        var decoding = Histogram(bounds: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1])
        /// From the frame or the last key to the commit.
        var commit = Histogram(bounds: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5])
    }

    private let counts = Mutex(Counts())

    /// A repetition is not counted again.
    func note(_ announcement: Announcement) {
        counts.withLock { counts in
            switch announcement {
            case .verdict(let report):
                guard !report.isRepeat else { return }
                counts.scans[ScanKind(verdict: report.verdict, how: report.how), default: 0] += 1
                if let elapsed = report.elapsed { counts.commit.note(elapsed) }
            case .hint(let hint): counts.hints[hint.hint, default: 0] += 1
            }
        }
    }

    func noteMissed() {
        counts.withLock { $0.notTaken += 1 }
    }

    func noteDecoding(_ span: Duration) {
        counts.withLock { $0.decoding.note(span) }
    }

    var all: Counts { counts.withLock { $0 } }
}
