import Testing
import Tickets

/// The order of the tests: whatever is wrong with a ticket at once, the earliest test names the reason.
struct AdmissionOrderTests {
    /// What can be wrong with one line at one gate, in the order of the tests.
    enum Fault: CaseIterable {
        case voided
        case refunded
        case eventCancelled
        case blocked
        case revoked
        case unapproved
        case eventPostponed
        case tooEarly
        case tooLate
        case wrongGate
        case wrongDate
        case unpaid
        case rule
        case full
        case used

        var reason: Reason {
            switch self {
            case .voided: .voided
            case .refunded: .refunded
            case .eventCancelled: .cancelled
            case .blocked: .blocked
            case .revoked: .revoked
            case .unapproved: .unapproved
            case .eventPostponed, .tooEarly: .notStarted
            case .tooLate: .ended
            case .wrongGate: .wrongGate
            case .wrongDate: .wrongDate
            case .unpaid: .unpaid
            case .rule: .rules
            case .full: .full
            case .used: .alreadyScanned
            }
        }

        /// Faults of which a ticket has at most one: a line has one status, an event too, and there is one time.
        var exclusiveWith: Set<Fault> {
            let groups: [Set<Fault>] = [
                [.voided, .refunded, .blocked, .unapproved, .unpaid], [.eventCancelled, .eventPostponed],
                [.tooEarly, .tooLate],
            ]
            return (groups.first { $0.contains(self) } ?? []).subtracting([self])
        }

        var skippedByCheckOut: Bool {
            [.eventCancelled, .eventPostponed, .tooEarly, .tooLate, .rule, .full, .used].contains(self)
        }
    }

    /// Every set of faults that one presentation can have.
    static let sets: [[Fault]] = Fault.allCases.reduce([[]]) { sets, fault in
        sets + sets.filter { fault.exclusiveWith.isDisjoint(with: $0) }.map { $0 + [fault] }
    }

    private func admissionCase(with faults: [Fault], direction: Direction) throws -> AdmissionCase {
        var status = TicketStatus.valid
        var eventStatus = Event.Status.on
        var now = "2026-12-05T16:00:00Z"
        var isRevoked = false
        var isFull = false
        var type = standard
        var history = History()
        var rule: EntryRule?
        var date = matinee
        for fault in faults {
            switch fault {
            case .voided: status = .voided
            case .refunded: status = .refunded
            case .blocked: status = .blocked
            case .unapproved: status = .unapproved
            case .unpaid: status = .unpaid
            case .eventCancelled: eventStatus = .cancelled
            case .eventPostponed: eventStatus = .postponed
            case .revoked: isRevoked = true
            case .tooEarly: now = "2026-12-05T13:59:59.999Z"
            case .tooLate: now = "2026-12-06T01:00:00Z"
            case .wrongGate: type = vip
            case .wrongDate: date = soiree
            case .rule: rule = try EntryRule(.object(["or": .array([])]))
            case .full: isFull = true
            case .used: history = History(ins: 1)
            }
        }
        return AdmissionCase(
            plan: try plan(winterGala(status: eventStatus)), list: hall(rule: rule, date: matinee.id),
            lines: [try line(type: type, status: status, date: date)],
            isRevoked: isRevoked, histories: [0: history], direction: direction, now: try time(now), isFull: isFull)
    }

    @Test func `holds all pairs of faults`() {
        let pairs = Self.sets.filter { $0.count == 2 }
        // 105 pairs of 15 faults, less 10 of statuses, 1 of the event's and 1 of times.
        #expect(pairs.count == 93)
    }

    @Test(arguments: [Direction.in, .look])
    func `gives the reason of the first test that fails`(direction: Direction) throws {
        for faults in Self.sets {
            let decision = try admissionCase(with: faults, direction: direction).decision
            let expected = faults.first.map { Verdict.refused($0.reason) } ?? .admitted
            #expect(decision.verdict == expected, "\(faults)")
        }
    }

    @Test func `skips the event's status, windows, re-entry and limits for check-outs, and lets out whoever is inside`()
        throws
    {
        for faults in Self.sets {
            let decision = try admissionCase(with: faults, direction: .out).decision
            // Whoever is inside can leave, whatever else is wrong.
            let refusal = faults.contains(.used) ? nil : faults.first { !$0.skippedByCheckOut }
            let expected = refusal.map { Verdict.refused($0.reason) } ?? .checkedOut
            #expect(decision.verdict == expected, "\(faults)")
        }
    }

    @Test func `numbers the tests in the order of the reasons`() {
        let tests = Reason.allCases.map(\.test)
        #expect(tests == tests.sorted())
        #expect(Set(tests) == Set(1...14))
    }

    // MARK: - Codes without lines

    @Test(arguments: [
        (false, Event.Status.on, Reason.wrongGate), (true, .on, .revoked), (true, .cancelled, .cancelled),
        (true, .postponed, .revoked), (false, .cancelled, .cancelled),
    ])
    func `refuses a code without lines`(isRevoked: Bool, status: Event.Status, reason: Reason) throws {
        for direction in Direction.allCases {
            let admission = AdmissionCase(
                plan: try plan(winterGala(status: status)), list: hall(), lines: [], isRevoked: isRevoked,
                direction: direction, now: try time("2026-12-05T16:00:00Z"))
            let decision = admission.decision
            let isLeaving = direction == .out && reason == .cancelled
            #expect(decision.verdict == .refused(isLeaving ? (isRevoked ? .revoked : .wrongGate) : reason))
            #expect(decision.line == nil)
        }
    }
}
