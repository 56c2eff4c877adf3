internal import Backends
internal import Journal
internal import Manifests
internal import Synchronization
internal import Tickets

/// The station's links to its backends: what goes into the outbox for them, and that something new is there.
final class Links: Sendable {
    private let settings: [String: BackendSettings]
    /// The clock of this machine, right or wrong.
    private let machine: StationClock
    private let backends = Mutex<[String: ActiveBackend]>([:])

    init(_ settings: [BackendSettings], machine: StationClock) {
        self.machine = machine
        self.settings = Dictionary(settings.map { ($0.name, $0) }) { first, _ in first }
    }

    var all: [ActiveBackend] {
        backends.withLock { $0.values.sorted { $0.settings.name < $1.settings.name } }
    }

    func open(_ backend: ActiveBackend) {
        backends.withLock { $0[backend.settings.name] = backend }
    }

    /// What backends get of an entry: the event's own, and those that get copies of it.
    ///
    /// - Parameters:
    ///   - manifest: list of the event.
    ///   - code: of the ticket. Stored, encrypted, only for a backend that knows the ticket by nothing else.
    ///   - reference: the own backend's id of the line.
    ///   - answers: of the guest, for the own backend, which has the questions.
    func drafts(
        for manifest: InstalledManifest, code: String?, reference: String?, answers: [String: String]
    ) -> [OutboxDraft] {
        let own = manifest.claims.backend
        let hasMedium = manifest.plan.questions.contains { $0.kind == .medium && answers[$0.id]?.isEmpty == false }
        return receivers(of: manifest).map { backend in
            let time = backends.withLock { $0[backend] }?.clock
            return OutboxDraft(
                backend: backend, code: needsCode(backend, reference: reference, hasMedium: hasMedium) ? code : nil,
                clockOffset: time?.offset, machineOffset: machineOffset(time), isCopy: backend != own,
                answers: backend == own ? answers : [:])
        }
    }

    /// What backends get of a sale: other stations through a relay, and servers that take everything. No ticketing server
    /// knows such a ticket.
    func saleDrafts(for manifest: InstalledManifest) -> [OutboxDraft] {
        let own = manifest.claims.backend
        return receivers(of: manifest).filter { settings[$0]?.kind == .webhook }.map { backend in
            let time = backends.withLock { $0[backend] }?.clock
            return OutboxDraft(
                backend: backend, clockOffset: time?.offset, machineOffset: machineOffset(time), isCopy: backend != own)
        }
    }

    private func machineOffset(_ server: ServerClock?) -> Duration? { server?.time.map { machine.now() - $0 } }

    /// Names of the event's own backend and of those that get copies.
    private func receivers(of manifest: InstalledManifest) -> [String] {
        let (own, event) = (manifest.claims.backend, manifest.plan.event.id)
        let copies = settings.values.filter { $0.copies.contains(event) && $0.name != own }.map(\.name).sorted()
        return (own.map { [$0] } ?? []) + copies
    }

    private func needsCode(_ backend: String, reference: String?, hasMedium: Bool) -> Bool {
        switch settings[backend]?.kind {
        case .eventschedule: true
        // pretix links a medium only to a ticket that is named by its code.
        case .pretix: reference == nil || hasMedium
        case .webhook: settings[backend]?.relayKey != nil
        case nil: false
        }
    }

    /// Whether a backend reports what other gates did.
    func tellsOthers(_ backend: String) -> Bool {
        settings[backend].map { $0.kind == .eventschedule || $0.tellsOthers } ?? false
    }

    /// Some backend may be asked about codes that are in no list.
    var askAboutUnknown: Bool { settings.values.contains(where: \.asksAboutUnknown) }

    /// What can be asked about a code at a backend; `nil` when that is not configured, or its server is away.
    func lookup(at backend: String) -> (any TicketLookup)? {
        guard let active = backends.withLock({ $0[backend] }), active.report.error == nil else { return nil }
        return active.lookup
    }

    /// Tells uploaders that something of this event may wait for them.
    func nudge(for manifest: InstalledManifest) {
        for backend in receivers(of: manifest) { backends.withLock { $0[backend] }?.uploader.nudge() }
    }

    /// How far the station's time is ahead of a backend's; zero when that is not known.
    func clockOffset(from backend: String) -> Duration {
        backends.withLock { $0[backend] }?.clock.offset ?? .zero
    }
}
