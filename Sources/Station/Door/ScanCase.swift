internal import Manifests
internal import Tickets
internal import Venue

/// What a reader or a person asks of the door, once the text has been read.
struct Scan {
    /// `nil` for a text that can be no ticket.
    var code: TicketCode?
    var how: CheckIn.How
    var gate: String?
    var direction: Direction?
    var kind = CheckIn.Kind.scan
    var chosenLine: Int?
    /// People who pass together, when a person said so.
    var count: Int?
    /// Let them pass although the rules refuse.
    var isOverride = false
    var note: String?
    var `operator`: String?
    /// What staff have confirmed.
    var confirmed: Set<DoorQuestion> = []
    /// What the guest has answered, by the id of the question.
    var answers: [String: String] = [:]
    /// Passages that are assumed instead of those that are known.
    var assumed: AssumedPassages?
    /// Where it was presented; `nil` for what staff did.
    var reader: String?
}

/// A scan with everything on which its verdict depends, except the history. Built once, and the same for every attempt
/// to record it.
struct ScanCase {
    private(set) var scan: Scan
    let situation: Situation
    /// List of the event; `nil` when no event is served.
    let manifest: InstalledManifest?
    /// `nil` when the event does not have the gate.
    let placement: Placement?
    let key: TicketKey?
    let subject: Subject

    enum Subject {
        /// Whatever happened before.
        case refused(Refusal)
        case ticket(TicketRecord, InstalledManifest, Placement)
    }

    init(_ finding: Finding, scan: Scan, situation: Situation, settings: Door.Settings) {
        func place(in manifest: InstalledManifest) -> Placement? {
            settings.placement(in: manifest.plan, gate: scan.gate, direction: scan.direction)
        }
        let served = situation.served
        self.scan = scan
        self.situation = situation
        // A code that is in no list is shown at the first event that has the gate: one that lacks it must not make the
        // code the station's trouble.
        let manifest = finding.manifest ?? served.first { place(in: $0) != nil } ?? served.first
        self.manifest = manifest
        let key = finding.key ?? scan.code.flatMap { manifest?.key(of: $0.text) }
        self.key = key
        let placement = manifest.flatMap(place).map { $0.of(key, in: manifest) }
        self.placement = placement
        subject = settings.subject(finding, in: manifest, at: placement, scan: scan, situation: situation)
    }

    /// - Parameters:
    ///   - histories: by line number, all sources added up.
    ///   - isFull: as many people are inside as the list allows.
    ///   - holds: whether tickets of a type, given by its slug, wait while the venue's ledger does not answer.
    ///   - isDamaged: the histories may lack an entry, and nobody else knows it.
    func decision(
        histories: (TicketRecord, InstalledManifest, AdmissionList) throws -> [Int: History], isFull: Bool,
        holds: (String) -> Bool, isDamaged: Bool, settings: Door.Settings
    ) rethrows -> Decision {
        switch subject {
        case .refused(let refusal):
            return .refused(refusal)
        case .ticket(let record, let manifest, let place):
            var decision = admission(
                of: record, in: manifest, at: place, histories: try histories(record, manifest, place.list),
                isFull: isFull, settings: settings
            ).decision
            if isDamaged, !isOfWalkIns, !scan.confirmed.contains(.records) { decision = decision.askedOfRecords }
            if let type = decision.line?.type.slug, holds(type) { decision = decision.held }
            if let why = settings.orders.pause(at: situation.now) { decision = decision.paused(why: why) }
            return scan.isOverride ? decision.overruled : decision
        }
    }

    /// How the rule of the list comes out for a line; empty without a rule.
    func ruleExplanation(
        of line: TicketLine, histories: (TicketRecord, InstalledManifest, AdmissionList) throws -> [Int: History],
        settings: Door.Settings
    ) rethrows -> [String] {
        guard case .ticket(let record, let manifest, let place) = subject, place.direction != .out else { return [] }
        return admission(
            of: record, in: manifest, at: place, histories: try histories(record, manifest, place.list),
            isFull: false, settings: settings
        ).ruleExplanation(of: line)
    }

    private func admission(
        of record: TicketRecord, in manifest: InstalledManifest, at place: Placement, histories: [Int: History],
        isFull: Bool, settings: Door.Settings
    ) -> AdmissionCase {
        AdmissionCase(
            plan: manifest.plan, list: place.list, gate: place.gate, lines: record.lines, isRevoked: record.isRevoked,
            isByMedium: record.isByMedium,
            histories: histories, direction: place.direction, now: situation.now,
            enforcesWindows: !situation.isClockWrong, graceAfterEnd: settings.policy.graceAfterEnd,
            isFull: isFull, chosenLine: scan.chosenLine, count: scan.count ?? 1, confirmed: scan.confirmed)
    }

    /// The same for one person, however many were named.
    var ofOnePerson: ScanCase {
        var single = self
        single.scan.count = nil
        return single
    }

    /// Guests without a ticket.
    var isOfWalkIns: Bool { key != nil && key == manifest?.walkInKey }

    /// The key of the medium that the guest gets.
    var medium: TicketKey? {
        let question = manifest?.plan.questions.first { $0.kind == .medium && scan.answers[$0.id]?.isEmpty == false }
        return question.flatMap { scan.answers[$0.id] }.flatMap { manifest?.key(of: $0) }
    }

    /// The ticket as the venue's ledger names it; `nil` when the scan is about no ticket.
    var ledgerTicket: LedgerTicket? {
        guard case .ticket(let record, let manifest, let place) = subject else { return nil }
        return LedgerTicket(event: manifest.plan.event.id, list: place.list.slug, key: record.key.description)
    }
}

extension Door.Settings {
    /// The tests before those of a ticket, in their order.
    fileprivate func subject(
        _ finding: Finding, in manifest: InstalledManifest?, at placement: Placement?, scan: Scan, situation: Situation
    ) -> ScanCase.Subject {
        if scan.how != .manual, !permissions.contains(.scan) { return .refused(.stationNotAuthorised) }
        guard let manifest else { return .refused(.noManifest) }
        guard let placement else { return .refused(.unknownGate(asked: scan.gate ?? gate)) }
        if let listRefusal = listRefusal(with: manifest, situation: situation) { return .refused(listRefusal) }
        return switch finding {
        case .nothing: .refused(.invalid)
        case .noMedium: .refused(.notAMedium)
        case .unreadable: .refused(.manifestUnreadable)
        case .hinted(let name), .otherEvent(let name): .refused(.wrongEvent(event: name))
        case .ticket(let manifest, let record): .ticket(record, manifest, placement)
        }
    }

    /// Why the station decides on no ticket of an event now; `nil` when it does.
    private func listRefusal(with manifest: InstalledManifest, situation: Situation) -> Refusal? {
        // A clock that nobody vouches for ends no session.
        if let end = sessionEnds, situation.clock == .synchronised, situation.now >= end { return .sessionOver }
        if situation.isClockWrong, policy.clockUntrusted == .refuse { return .clockUntrusted }
        let notes = manifest.claims.notes(now: situation.now)
        let isOld = notes.contains(.expired) || notes.contains(.stale)
        return isOld && policy.afterExpiry == .refuse ? .listExpired : nil
    }
}
