internal import Backends
internal import Journal
internal import Synchronization
internal import Tickets

/// The station's links to its backends: what goes into the outbox for them, and that something new is there.
final class Links: Sendable {
    private let settings: [String: BackendSettings]
    private let backends = Mutex<[String: ActiveBackend]>([:])

    init(_ settings: [BackendSettings]) {
        self.settings = Dictionary(settings.map { ($0.name, $0) }) { first, _ in first }
    }

    var all: [ActiveBackend] {
        backends.withLock { $0.values.sorted { $0.settings.name < $1.settings.name } }
    }

    func open(_ backend: ActiveBackend) {
        backends.withLock { $0[backend.settings.name] = backend }
    }

    /// What a backend gets of an entry.
    ///
    /// - Parameters:
    ///   - code: of the ticket. Stored, encrypted, only for a backend that knows the ticket by nothing else.
    ///   - reference: the backend's own id of the line.
    func draft(backend: String, code: String?, reference: String?) -> OutboxDraft {
        OutboxDraft(
            backend: backend, code: needsCode(backend, reference: reference) ? code : nil,
            clockOffset: backends.withLock { $0[backend] }?.clock.offset)
    }

    private func needsCode(_ backend: String, reference: String?) -> Bool {
        switch settings[backend]?.kind {
        case .eventschedule: true
        case .pretix: reference == nil
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

    /// Tells the uploader that something waits for this backend.
    func nudge(_ backend: String) {
        backends.withLock { $0[backend] }?.uploader.nudge()
    }

    /// How far this machine's clock is ahead of a backend's; zero when that is not known.
    func clockOffset(from backend: String) -> Duration {
        backends.withLock { $0[backend] }?.clock.offset ?? .zero
    }

    /// The backend whose clock differs most from this machine's, and how far this one is ahead of it.
    var clockOffset: (backend: String, offset: Duration)? {
        all.compactMap { link in link.clock.offset.map { (link.settings.name, $0) } }
            .max { abs($0.1.wholeMilliseconds) < abs($1.1.wholeMilliseconds) }
    }
}
