internal import Foundation
internal import Tickets

/// Reads the check-ins of all gates from a server with the documented interface: one event after the other, each page
/// by page since the start of the previous round.
struct DocumentedUpdates {
    private static let pageSize = 500
    /// How far one round overlaps the previous one: for what the server was just writing, and for clocks with whole
    /// seconds. The same check-in twice counts once.
    static let overlap = Duration.seconds(120)

    let api: JSONServer
    let events: [String]
    let serverEvent: (String) -> String
    let mostPages: Int
    /// The shortest time from one request to the next that the server asks for.
    var pace = Duration.zero

    /// What a round costs the server, it should cost again only after this much more time for each of its pages: a
    /// server that does not know `since` sends everything each time.
    private static let pauseForPage = Duration.seconds(3)
    private static let longestPause = Duration.seconds(60)

    /// Where reading continues, as the text that is stored.
    struct Cursor: Codable, Hashable {
        /// An event of which pages are left.
        struct Open: Codable, Hashable {
            var event: String
            var page: Int
            /// When its first page was answered, in the server's time.
            var began: Timestamp?
            /// Id of the last check-in so far.
            var last: String?
        }

        var since: [String: Timestamp] = [:]
        var open: Open?

        init(_ text: String?) {
            guard let text, let cursor = try? JSONDecoder().decode(Cursor.self, from: Data(text.utf8)) else { return }
            self = cursor
        }

        var text: String? {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try? String(decoding: encoder.encode(self), as: UTF8.self)
        }
    }

    func page(after text: String?) async throws(BackendError) -> CheckInPage {
        var cursor = Cursor(text)
        let events = Set(events).sorted()
        var open = cursor.open.flatMap { events.contains($0.event) ? $0 : nil }
        open = open ?? events.first.map { .init(event: $0, page: 1) }
        guard var open else { return CheckInPage(checkIns: [], cursor: text, isMore: false) }
        let page = try await read(open, since: cursor.since[open.event])
        open.began = open.began ?? page.date
        if page.isLast {
            cursor.since[open.event] = open.began.map { $0 - Self.overlap }
            cursor.open = events.first { $0 > open.event }.map { .init(event: $0, page: 1) }
        } else {
            cursor.open = .init(
                event: open.event, page: open.page + 1, began: open.began, last: page.items.last?["id"].text)
        }
        let read = page.date ?? open.began ?? .latest
        return CheckInPage(
            checkIns: page.items.compactMap { item in
                DocumentedCheckIn(item, read: read).map { ForeignCheckIn($0, event: open.event) }
            },
            cursor: cursor.text, isMore: cursor.open != nil,
            pause: cursor.open == nil ? max(pace, pauseAfterRound(pages: open.page)) : pace)
    }

    private func pauseAfterRound(pages: Int) -> Duration {
        min(Self.longestPause, Self.pauseForPage * pages)
    }

    private func read(_ open: Cursor.Open, since: Timestamp?) async throws(BackendError) -> ListPage {
        guard open.page <= mostPages else {
            throw api.failure(.tooLarge, "its list of check-ins has more than \(mostPages) pages")
        }
        let request = ListRequest(
            path: "/checkins", event: serverEvent(open.event), since: since, pageSize: Self.pageSize)
        let page = try await request.page(open.page, from: api)
        if let last = open.last, last == page.items.last?["id"].text {
            throw api.failure(.unexpected, "the server's pages repeat without end")
        }
        return page
    }
}

extension ForeignCheckIn {
    fileprivate init(_ checkIn: DocumentedCheckIn, event: String) {
        self.init(
            id: checkIn.id, station: checkIn.station, event: event, gate: checkIn.gate, reference: checkIn.ticket,
            verdict: checkIn.verdict, undoes: checkIn.undoes, count: checkIn.people, at: checkIn.at)
    }
}
