internal import Tickets

/// Whether a list with a valid signature may be put in force at this station (docs/MANIFEST.md, Installing).
/// See docs/decisions/015-same-list-again.md.
struct ManifestAcceptance {
    let line: ManifestLine
    /// The list's name in errors.
    let subject: String
    let inForce: [InstalledManifest]
    let remembered: RememberedManifest?

    /// A larger step would make every later list with an honest number fail.
    private static let longestLeapSeconds: Int64 = 365 * 86_400
    /// A clock before this time, 2026-01-01, was never set: the format did not exist.
    private static let oldestPlausibleClock = Timestamp(seconds: 1_767_225_600)

    private var claims: ManifestClaims { line.claims }
    private var current: InstalledManifest? { inForce.first { $0.claims.event.id == claims.event.id } }
    private var highestSequence: Int64? { [remembered?.sequence, current?.claims.sequence].compactMap { $0 }.max() }

    /// The tests of an installation, in the order of docs/MANIFEST.md.
    func checkForInstallation(now: Timestamp) throws {
        try checkIdentity()
        try checkSequence(now: now)
        guard now < claims.expires else {
            throw fault(
                .expired, "it expired on \(claims.expires)",
                hint: "Publish the list again; if it is not that time yet, set this machine's clock.")
        }
        try checkTicketKeys()
    }

    /// The tests of a list that was installed before, at each start.
    func checkForStart() throws {
        try checkIdentity()
        if let sequence = remembered?.sequence, claims.sequence < sequence {
            throw fault(
                .notNewer,
                "its seq \(claims.sequence) is lower than \(sequence), the highest that this station has had",
                hint: "An old list was put back by hand; install the newest.")
        }
        try checkTicketKeys()
    }

    /// The first key that installs an event is the only one that may update it, and history is kept under its salt.
    private func checkIdentity() throws {
        let keyID = remembered?.keyID ?? current?.keyID
        guard keyID == nil || keyID == line.keyID else {
            throw fault(
                .pinnedToAnotherKey,
                "lists of event \(claims.event.id) are signed with key \(keyID ?? ""), not \(line.keyID)",
                hint: "Only the first organizer of an event can update it.")
        }
        let salt = remembered?.salt ?? current?.claims.salt
        guard salt == nil || salt == claims.salt else {
            throw fault(
                .saltChanged,
                "its salt differs from that of the event's earlier lists, so it would not be known who has entered",
                hint: "Build it again with --previous and the list before.")
        }
    }

    private func checkSequence(now: Timestamp) throws {
        if let current, current.claims == claims {
            throw fault(.alreadyInForce, "exactly this list is already in force")
        }
        if let highestSequence, claims.sequence < highestSequence {
            throw fault(
                .notNewer,
                "its seq \(claims.sequence) is not above \(highestSequence), the highest that this station has had",
                hint: "Publish the list again.")
        }
        // The newest list may be installed again when it was removed, or when its body here is damaged.
        if let current, claims.sequence == current.claims.sequence {
            throw fault(
                .notNewer, "another list with its seq \(claims.sequence) is in force", hint: "Publish the list again.")
        }
        // When the clock was evidently never set, the organizer's time is used: a station without a network must be
        // able to install its first list.
        let today = now < Self.oldestPlausibleClock ? claims.issued : now
        guard claims.sequence <= max(today.seconds, highestSequence ?? 0) + Self.longestLeapSeconds else {
            throw fault(
                .tooFarAhead,
                "its seq \(claims.sequence) is more than a year ahead, so every later list would be refused",
                hint: "Publish the list again without a sequence number; check the clocks.")
        }
    }

    /// A signed code must belong to one event. In a series it names its date: ``checkDates(of:)``.
    private func checkTicketKeys() throws {
        for (other, key) in othersWithTheKey where other.claims.terms.dates == nil || claims.terms.dates == nil {
            throw fault(
                .ticketKeyTaken, "its ticket key \(key.id) is also that of event \(other.claims.event.id)",
                hint: "Each event needs ticket keys of its own.")
        }
    }

    /// The test of ticket keys among lists of a series, each of some of its dates: when the body is known.
    func checkDates(of plan: EventPlan) throws {
        for (other, key) in othersWithTheKey {
            guard let date = plan.dates.keys.filter({ other.plan.dates[$0] != nil }).min() else { continue }
            throw fault(
                .ticketKeyTaken,
                "its ticket key \(key.id) is also that of event \(other.claims.event.id), for the same date \(date)",
                hint: "Remove the other list: a date belongs to one event.")
        }
    }

    private var othersWithTheKey: [(InstalledManifest, VerificationKey)] {
        inForce.filter { $0.claims.event.id != claims.event.id }.compactMap { other in
            other.claims.ticketKeys.first(where: claims.ticketKeys.contains).map { (other, $0) }
        }
    }

    private func fault(_ code: ManifestFailure, _ reason: String, hint: String? = nil) -> ManifestError {
        ManifestError(code, "use", subject, reason, hint: hint)
    }
}
