internal import Backends
internal import DoorScreen
internal import Journal
internal import Tickets

/// How the station stands with its backends, for people to see.
extension Station {
    /// A clock that is further off than this makes records that nobody can compare.
    private static let largestOffset = Duration.seconds(30)
    /// Entries may wait this long before somebody should look.
    private static let longestWait = Duration.seconds(600)

    func backendFaults(now: Timestamp) throws -> [String] {
        var faults: [String] = []
        for desk in links.all {
            let name = desk.settings.name
            if desk.report.isRevoked {
                faults.append(Self.revocation(by: name))
            } else if let trouble = desk.report.trouble(with: .uploads) ?? desk.report.trouble(with: .news) {
                faults.append("\(name): \(trouble)")
            }
            if let waiting = try longWait(for: name, now: now) { faults.append(waiting) }
        }
        if let fault = clockFault { faults.append(fault) }
        return faults
    }

    static func revocation(by backend: String) -> String {
        "\(backend) says that this station's access was taken away: nothing is sent to it any more. "
            + "A supervisor may remove its lists; enrol the station again to go on."
    }

    func longWait(for backend: String, now: Timestamp) throws -> String? {
        guard let since = try journal.waitingSince(backend: backend), now - since > Self.longestWait else { return nil }
        return "Check-ins for \(backend) have been waiting for \((now - since).components.seconds / 60) minutes."
    }

    var clockFault: String? {
        let offsets = [
            (links.clockOffset, "the ticketing server's"), (venue?.desk.clockOffset, "the venue's ledger's"),
        ]
        for case (let offset?, let whose) in offsets
        where abs(offset.wholeMilliseconds) > Self.largestOffset.wholeMilliseconds {
            let way = offset > .zero ? "ahead of" : "behind"
            return "The clock is \(abs(offset.components.seconds)) s \(way) \(whose): set it right."
        }
        return nil
    }
}

extension StationStatus.Backend {
    init(_ desk: BackendDesk) {
        self.init(
            name: desk.settings.name, kind: desk.settings.kind.rawValue, lastContact: desk.report.lastContact,
            clockOffsetMs: desk.clock.offset?.wholeMilliseconds,
            trouble: (desk.report.trouble(with: .uploads) ?? desk.report.trouble(with: .news))?.description)
    }
}

extension DoubleEntryItem {
    init(_ found: ConflictWatch.Found) {
        let surplus = Set(found.surplus.map(\.id))
        self.init(
            event: found.line.event, list: found.line.list, ref: found.line.reference, line: found.line.line,
            passages: found.passages.map { passage in
                Passage(
                    id: passage.id ?? "", at: passage.at, verdict: passage.verdict.word, count: passage.count,
                    gate: passage.gate, station: passage.station, operator: passage.operator,
                    isSurplus: surplus.contains(passage.id))
            })
    }
}
