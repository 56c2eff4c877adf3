internal import DoorScreen
internal import Journal
internal import Manifests
internal import Tickets
internal import Venue

/// How the station stands with the venue's ledger, for people to see.
extension Station {
    func venueStatus() throws -> StationStatus.Venue? {
        guard let venue else { return nil }
        let open = try journal.openForLedger()
        var status = StationStatus.Venue(
            condition: .connected, since: venue.desk.since, waiting: open.waiting, parked: open.parked)
        switch venue.condition {
        case .connected: break
        case .healing: status.condition = .healing
        case .alone(let trouble): (status.condition, status.trouble) = (.alone, trouble.map { "\($0)" })
        }
        return status
    }

    func venueFaults() throws -> [String] {
        guard let venue else { return [] }
        var faults: [String] = []
        if case .alone(let trouble) = venue.condition {
            let why = trouble.map { " \($0)" } ?? ""
            faults.append("Alone: the other gates are not asked, and may let the same ticket in.\(why)")
        }
        if let parked = try parkedForLedger() { faults.append(parked) }
        if let trouble = venue.uploadsTrouble { faults.append(Self.uploadsByItself(trouble)) }
        return faults
    }

    private static func uploadsByItself(_ trouble: VenueError) -> String {
        "This station uploads for itself, not through the venue's ledger: \(trouble.plain)."
    }

    private func parkedForLedger() throws -> String? {
        let open = try journal.openForLedger()
        guard open.parked > 0 else { return nil }
        return "\(open.parked) check-ins will not be in the venue's ledger: \(open.words ?? "it refused them")."
    }

    func venueFindings() throws -> [Diagnosis] {
        guard let venue else { return [] }
        var findings: [Diagnosis] = []
        switch venue.condition {
        case .connected:
            let waiting = try journal.openForLedger().waiting
            findings.append(Diagnosis(.venue, .ok, "The venue's ledger answers; \(waiting) entries wait for it."))
        case .healing:
            findings.append(
                Diagnosis(
                    .venue, .warning, "The venue's ledger is back, and the station learns what it missed.",
                    next: "Look again in a minute."))
        case .alone(nil):
            findings.append(
                Diagnosis(
                    .venue, .warning, "The venue's ledger has not been asked yet.", next: "Look again in a minute."))
        case .alone(let trouble?):
            findings.append(
                Diagnosis(
                    .venue, .broken, "Alone, without the venue's ledger: \(trouble.plain).", next: trouble.nextStep))
        }
        if let trouble = venue.uploadsTrouble {
            findings.append(
                Diagnosis(.venue, .warning, Self.uploadsByItself(trouble), next: trouble.nextStep))
        }
        if let unknown = unknownTypes(in: venue.settings) { findings.append(unknown) }
        if let parked = try parkedForLedger() {
            findings.append(
                Diagnosis(
                    .venue, .warning, parked, next: "Try them again with usher outbox retry, or report what they are."))
        }
        return findings
    }

    /// A name with a typing error in `when_alone` would let in whom it should hold.
    private func unknownTypes(in settings: VenueSettings) -> Diagnosis? {
        let plans = manifests.installed.map(\.plan)
        let known = Set(plans.flatMap(\.types).map(\.slug))
        let unknown = settings.whenAloneByType.keys.filter { !known.contains($0) }.sorted()
        guard !plans.isEmpty, !unknown.isEmpty else { return nil }
        return Diagnosis(
            .venue, .warning,
            "venue.when_alone names ticket types that no list has: \(unknown.joined(separator: ", ")).".withoutControls,
            next: "The lists have: \(known.sorted().joined(separator: ", ")). Mend it in usher.yaml, and start usherd "
                + "again.")
    }
}

extension VenueError {
    /// Without its hint, which stands beside it.
    fileprivate var plain: String { "cannot \(operation) \(subject): \(reason)" }

    fileprivate var nextStep: String {
        if let hint { return hint }
        return switch code {
        case .unreachable:
            "Is this station on the venue's network, and does the server run? usher venue status asks it."
        case .timedOut, .brokenOff: "Look at the network between here and the server, and at how busy the server is."
        case .untrusted: "Name the certificate of its authority with sslrootcert= in venue.url of usher.yaml."
        case .refused: "Compare the name and the password with those that usher venue add-station gave."
        case .notALedger: "Run usher venue init on it."
        case .superseded: "Give each station a name of its own: usher venue add-station."
        case .misconfigured: "Mend venue in usher.yaml, or the credential, and start usherd again."
        case .limited, .rejected, .failed: "Look at the server's log; usher venue status asks it."
        }
    }
}
