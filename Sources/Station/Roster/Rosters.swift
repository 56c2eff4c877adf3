internal import Files
internal import Fleet
internal import Foundation
internal import Journal
internal import Logging
internal import Manifests
internal import Messages
package import StationAPI
internal import Synchronization
internal import Threads
internal import Tickets

/// The roster that is in force at this station: `staff.roster` in its state folder. Its people sign in like those who
/// were added here; where and when each of them works is known here alone.
package final class Rosters: RosterControl {
    static let fileEnding = ".roster"
    /// In bytes, with a line end.
    static let longestFile = SignedRoster.longest + 2

    /// `nil`: nobody's rosters are taken.
    private let key: VerificationKey?
    private let file: URL
    private let taken: TakenRosters
    private let journal: Journal
    private let door: Door
    private let notes: StationNotes
    private let conditions: ReportedConditions
    private let clock: StationClock
    private let logger: Logger
    /// Where one roster after the other is put in force.
    private let lists: WorkQueue
    private let current = Mutex<RosterInForce?>(nil)
    private let hasBegun = Mutex(false)
    private let lastBadge = LastShown<ScanHint>()

    /// - Parameter lists: where lists are installed.
    init(
        key: VerificationKey?, folder: StateFolder, journal: Journal, door: Door, notes: StationNotes,
        conditions: ReportedConditions, clock: StationClock, logger: Logger, lists: WorkQueue
    ) {
        self.key = key
        file = folder.roster
        taken = TakenRosters(file: folder.rostersTaken)
        self.journal = journal
        self.door = door
        self.notes = notes
        self.conditions = conditions
        self.clock = clock
        self.logger = logger
        self.lists = lists
        guard let key, let roster = try? Self.read(file, key: key) else { return }
        current.withLock { $0 = RosterInForce(roster) }
    }

    private static func read(_ file: URL, key: VerificationKey) throws -> Roster? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let line = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        return try SignedRoster(line, key: key).roster
    }

    /// Brings the journal into step with the file, once; for usherd alone, since a command may run with another configuration.
    /// A roster that is signed with another key than the configured one ends: its file is removed, and its people cannot sign
    /// in any more. What changes is an entry of the journal. A power cut may also have left the two out of step. With a
    /// damaged file, people can still sign in with their PINs, but gates and hours do not count.
    func begin() async {
        guard !hasBegun.withLock({ $0 }) else { return }
        do {
            let change = try await lists.run { try self.bringIntoStep() }
            hasBegun.withLock { $0 = true }
            clear(file.path)
            if !change.isEmpty {
                try? await notes.add(.staff, by: nil, Self.note(of: change, current.withLock { $0?.roster }))
            }
        } catch {
            report(error, from: file.path)
        }
    }

    private func bringIntoStep() throws -> RosterChange {
        var roster: Roster?
        do {
            roster = try key.flatMap { try Self.read(file, key: $0) }
        } catch SignedRoster.Fault.otherKey {
            roster = nil
        } catch let fault as SignedRoster.Fault {
            throw Self.refusal(fault)
        }
        if roster == nil, FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.removeItem(at: file)
        }
        current.withLock { $0 = roster.map(RosterInForce.init) }
        guard try roster != nil || journal.operators().contains(where: \.isRostered) else { return RosterChange() }
        return try journal.setRoster(roster?.operators ?? [], now: clock.now())
    }

    // MARK: - Taking a roster

    /// Puts a roster in force.
    /// - Returns: who was added, removed and changed; nobody, when this roster is in force already
    /// - Throws: ``StationError`` for one that is refused; then the roster before stays in force
    package func install(_ text: String) async throws -> RosterAnswer {
        let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let key else {
            throw StationError(
                .refused, "install", "the roster", "this station takes rosters from nobody",
                hint: "Set `orders_key` in usher.yaml to the public key that signs them.")
        }
        let roster: Roster
        do throws(SignedRoster.Fault) {
            roster = try SignedRoster(line, key: key).roster
        } catch {
            throw Self.refusal(error)
        }
        let change = try await lists.run { try self.put(roster, line: line, key: key) }
        if let change {
            logger.notice(
                "roster installed",
                metadata: [
                    "issued": "\(roster.issued)", "people": "\(roster.people.count)", "added": "\(change.added.count)",
                    "removed": "\(change.removed.count)", "changed": "\(change.changed.count)",
                ])
            try? await notes.add(.staff, by: nil, Self.note(of: change, roster))
        }
        clear(file.path)
        return RosterAnswer(
            issuer: roster.issuer, issued: roster.issued, people: roster.people.count, added: change?.added ?? [],
            removed: change?.removed ?? [], changed: change?.changed ?? [])
    }

    private static let tolerance = Duration.seconds(300)

    /// - Returns: `nil` when it is in force already.
    private func put(_ roster: Roster, line: String, key: VerificationKey) throws -> RosterChange? {
        let before = current.withLock { $0?.roster }
        if before == roster { return nil }
        guard roster.issued >= taken.newest(of: key), roster.issued > before?.issued ?? .earliest else {
            throw StationError(
                .refused, "install", "the roster",
                "it was made on \(roster.issued), and a newer one was here",
                hint: "Make it anew with usher roster.")
        }
        guard !clock.isSynchronised() || roster.issued <= clock.now() + Self.tolerance else {
            throw StationError(
                .refused, "install", "the roster", "it was made on \(roster.issued), which is in the future",
                hint: "Check the clock of the machine that has made it.")
        }
        // The file first: what is in it is put into the journal at the next start, too.
        try taken.note(roster.issued, of: key)
        try DurableFile.write(Data(line.utf8), to: file)
        let change = try journal.setRoster(roster.operators, now: clock.now())
        current.withLock { $0 = RosterInForce(roster) }
        return change
    }

    /// No roster was taken from there.
    func report(_ error: any Error, from source: String) {
        let isNew = conditions.report(
            Condition(.rosterRefused, subject: source, ["source": source], because: error))
        if isNew { logger.error("no roster", metadata: ["source": "\(source)", "why": "\(error)"]) }
    }

    func clear(_ source: String) {
        conditions.clear(.rosterRefused, source)
    }

    private static func refusal(_ fault: SignedRoster.Fault) -> StationError {
        StationError(
            .refused, "install", "the roster", fault.rawValue,
            hint: fault == .otherKey
                ? "It is another venue's, or the `orders_key` of this station is not the one of yours."
                : "Make it with usher roster.")
    }

    private static let mostNamed = 20

    private static func note(of change: RosterChange, _ roster: Roster?) -> String {
        let parts = [("added", change.added), ("removed", change.removed), ("changed", change.changed)]
            .filter { !$0.1.isEmpty }.map { word, names in
                let more = names.count - mostNamed
                return "; \(word) " + names.prefix(mostNamed).joined(separator: ", ")
                    + (more > 0 ? " and \(more) more" : "")
            }
        let which = roster.map { "roster by \($0.issuer) of \($0.issued)" } ?? "no roster any more"
        return which + parts.joined()
    }

    // MARK: - Who works here

    /// When the roster in force was made; `nil` without one.
    var issued: Timestamp? { current.withLock { $0?.roster.issued } }

    /// As the roster has them; `nil` for somebody who was added here, and for nobody.
    func person(named name: String) -> Roster.Person? {
        current.withLock { $0?.byName[name] }
    }

    /// Whether a person may sign in at this station now. The roster keeps nobody out whom it does not have.
    func works(_ name: String) async -> Bool {
        guard let person = person(named: name) else { return true }
        return await works(person)
    }

    /// Those of them who may sign in at this station now.
    func working(_ people: [OperatorSummary]) async -> [OperatorSummary] {
        let (gates, now) = await here()
        return people.filter { person(named: $0.name)?.works(at: gates, now: now) ?? true }
    }

    private func works(_ person: Roster.Person) async -> Bool {
        let (gates, now) = await here()
        return person.works(at: gates, now: now)
    }

    private func here() async -> (gates: [String], now: Timestamp?) {
        let situation = await door.situation()
        return (
            situation.served.compactMap { door.settings.placement(in: $0.plan)?.gate.slug },
            situation.clock == .synchronised ? situation.now : nil
        )
    }

    // MARK: - Badges

    /// The answer to a badge that was shown to a reader; `nil` for anything else.
    /// - Returns: also whether it got this answer before and is still in view.
    func take(_ presentation: Presentation) async -> (hint: ScanHint, isRepeat: Bool)? {
        guard let roster = current.withLock({ $0 }), !roster.byBadge.isEmpty,
            let person = roster.byBadge[Roster.badgeHash(of: presentation.bytes)]
        else { return nil }
        if let earlier = lastBadge.answer(to: presentation.bytes, at: presentation.arrived) { return (earlier, true) }
        var hint = ScanHint(
            await works(person) ? .badgeShown : .badgeElsewhere, gate: nil, at: clock.now(), how: presentation.how)
        hint.operator = person.name
        lastBadge.remember(hint, to: presentation.bytes, at: presentation.arrived)
        return (hint, false)
    }
}

/// A roster, and its people by what they are looked for.
private struct RosterInForce {
    let roster: Roster
    let byName: [String: Roster.Person]
    let byBadge: [Data: Roster.Person]

    init(_ roster: Roster) {
        self.roster = roster
        byName = Dictionary(roster.people.map { ($0.name, $0) }) { first, _ in first }
        byBadge = Dictionary(roster.people.compactMap { person in person.badge.map { ($0, person) } }) { first, _ in
            first
        }
    }
}

extension Roster {
    fileprivate var operators: [RosteredOperator] {
        people.map { RosteredOperator(name: $0.name, role: $0.role, pin: $0.pin) }
    }
}

/// When the newest roster that was here was made, by the key that signed it: `rosters.json` in the state folder. It outlives
/// the roster, so that no older one comes back.
private struct TakenRosters {
    let file: URL

    func newest(of key: VerificationKey) -> Timestamp { all[key.id].map(Timestamp.init(milliseconds:)) ?? .earliest }

    func note(_ issued: Timestamp, of key: VerificationKey) throws {
        try DurableFile.write(all.merging([key.id: issued.milliseconds]) { max($0, $1) }, asJSONTo: file)
    }

    private var all: [String: Int64] {
        (try? JSONDecoder().decode([String: Int64].self, from: Data(contentsOf: file))) ?? [:]
    }
}
