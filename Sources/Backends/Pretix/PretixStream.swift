internal import Tickets

/// What all other devices did, and what became of tickets. pretix is asked for the orders that changed; every check-in in
/// them that was not there before is reported, every one that has disappeared, and their tickets as they are now.
///
/// pretix reports neither a check-in's nonce nor an annulled check-in. So a station leaves out what its own device sent
/// (`device_id`), and finds what has disappeared by remembering what was there: after a start, the first page always
/// begins with all orders.
actor PretixStream: CheckInStream {
    /// How far one reading overlaps the previous one: changes that were being written while the previous page was made
    /// have an earlier time than the page.
    private static let overlap = Duration.seconds(15)

    private let server: PretixServer
    private var memory: PretixMemory
    /// Devices that this station has been since it started: what they did is its own.
    private var ownDevices: Set<Int> = []
    /// The token of the last of them.
    private var ownToken: String?
    private var hasBegun = false
    private let settings: BackendSettings
    /// What may still be read of the current list.
    private var bounds: ReadingBounds
    /// The new memory, which takes effect once the last page has been stored; the next request's cursor shows that.
    private var offered: (cursor: String, memory: PretixMemory)?

    init(_ server: PretixServer, settings: BackendSettings) {
        self.server = server
        self.settings = settings
        bounds = server.bounds
        memory = PretixMemory(settings: settings)
    }

    func page(after text: String?) async throws(BackendError) -> CheckInPage {
        if let offered, offered.cursor == text {
            memory = offered.memory
            hasBegun = true
        }
        offered = nil
        let cursor = hasBegun ? text.flatMap(Cursor.init) : nil
        let answer =
            if let next = cursor?.next {
                try await server.get(next)
            } else {
                try await server.get("orders/", query: Self.query(since: cursor?.since))
            }
        try await learnOwnDevice()
        if cursor?.next == nil { bounds = server.bounds }
        let orders: [LenientJSON]
        do throws(BackendError) {
            orders = try server.items(of: answer, within: &bounds)
        } catch {
            // What was remembered of a list without an end is useless.
            if error.code == .tooLarge { (memory, hasBegun) = (PretixMemory(settings: settings), false) }
            throw error
        }
        guard
            let generated = cursor?.next == nil
                ? answer.headers.first("X-Page-Generated").flatMap(Timestamp.init(rfc3339:)) : cursor?.since
        else { throw server.failure(.unexpected, "it does not say when it made the page") }
        let next = try server.nextLink(of: answer)
        var after = memory
        let updates = orders.flatMap { after.updates(in: $0, ownDevices: ownDevices, now: generated) }
        let end = Cursor(since: generated, next: next).text
        offered = (end, after)
        var page = CheckInPage(checkIns: updates, cursor: end, isMore: next != nil)
        page.tickets = orders.flatMap(memory.tickets)
        return page
    }

    /// Called after a page was read: so a new device is known before a check-in of it can be on a page.
    private func learnOwnDevice() async throws(BackendError) {
        let token = try server.token()
        guard token != ownToken else { return }
        if let id = try await server.get("/device/info").body["device"]["device_id"].integer { ownDevices.insert(id) }
        ownToken = token
    }

    private static func query(since: Timestamp?) -> KeyValuePairs<String, String?> {
        let since = since.map { ($0 - overlap).description }
        return [
            "testmode": "false", "ordering": "-last_modified", "modified_since": since,
            "include_canceled_positions": "true", "include": "event", "include": "code", "include": "last_modified",
            "include": "status", "include": "require_approval", "include": "valid_if_pending",
            "include": "positions.id", "include": "positions.positionid", "include": "positions.subevent",
            "include": "positions.checkins", "include": "positions.item", "include": "positions.secret",
            "include": "positions.addon_to", "include": "positions.canceled", "include": "positions.blocked",
            "include": "positions.valid_from", "include": "positions.valid_until",
        ]
    }

    /// Where the next page begins: the time since which changes are wanted, and the link to the next page if there is
    /// one.
    struct Cursor: Hashable {
        let since: Timestamp
        let next: String?

        init(since: Timestamp, next: String?) {
            self.since = since
            self.next = next
        }

        init?(_ text: String) {
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            guard let since = parts.first.flatMap(Timestamp.init(rfc3339:)) else { return nil }
            self.init(since: since, next: parts.count == 2 ? parts[1] : nil)
        }

        var text: String { next.map { "\(since) \($0)" } ?? since.description }
    }
}
