internal import Tickets

/// What everyone else's devices did: pretix is asked for the orders that changed, and every check-in of theirs that was
/// not there before is told, and every one that has gone.
///
/// pretix tells neither a check-in's nonce nor an annulled one. So a station leaves out what its own device told
/// (`device_id`), and what is gone is found by remembering what was there: the first page after a start always begins
/// with all orders.
actor PretixStream: CheckInStream {
    /// Changes that were being written while the page before was made are older than that page.
    private static let overlap = Duration.seconds(15)

    private let server: PretixServer
    private var memory: PretixMemory
    private var ownDevice: Int?
    private var hasBegun = false
    private let settings: BackendSettings
    /// What may still come of the orders that are being read.
    private var bounds: ReadingBounds
    /// What becomes of the memory once the last page has been kept, which the next question shows.
    private var offered: (cursor: String, memory: PretixMemory)?

    init(_ server: PretixServer, settings: BackendSettings) {
        self.server = server
        self.settings = settings
        bounds = server.bounds
        memory = PretixMemory(settings: settings)
    }

    func page(after text: String?) async throws(BackendTrouble) -> CheckInPage {
        if ownDevice == nil {
            ownDevice = try await server.get("/device/info").body["device"]["device_id"].integer
        }
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
        if cursor?.next == nil { bounds = server.bounds }
        let orders: [LooseJSON]
        do throws(BackendTrouble) {
            orders = try server.items(of: answer, within: &bounds)
        } catch {
            // What was remembered of a list without an end is worth nothing, and goes.
            if error.code == .tooLarge { (memory, hasBegun) = (PretixMemory(settings: settings), false) }
            throw error
        }
        guard
            let generated = cursor?.next == nil
                ? answer.headers.first("X-Page-Generated").flatMap(Timestamp.init(rfc3339:)) : cursor?.since
        else { throw server.trouble(.unexpected, "it does not say when it made the page") }
        let next = try server.nextLink(of: answer)
        var after = memory
        let news = orders.flatMap { after.news(in: $0, ownDevice: ownDevice, now: generated) }
        let end = Cursor(since: generated, next: next).text
        offered = (end, after)
        return CheckInPage(checkIns: news, cursor: end, isMore: next != nil)
    }

    private static func query(since: Timestamp?) -> KeyValuePairs<String, String?> {
        let since = since.map { ($0 - overlap).description }
        return [
            "testmode": "false", "ordering": "-last_modified", "modified_since": since, "include": "event",
            "include": "positions.id", "include": "positions.subevent", "include": "positions.checkins",
        ]
    }

    /// Where the next page begins: the time from which changes are wanted, and the rest of the pages before it.
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
