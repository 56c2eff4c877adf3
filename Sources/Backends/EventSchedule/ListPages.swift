internal import Tickets

/// One page of a list, in any of the envelopes: `data` with `meta.pagination`, with Laravel's flat `meta`, without
/// either, or the list alone.
struct ListPage: Sendable {
    let items: [LenientJSON]
    /// By what the answer says of pages; `nil` when it says nothing.
    let lastPage: Int?
    /// How many items there are on all pages; `nil` when the answer does not say.
    let total: Int?
    /// As far as one page can tell.
    var isLast: Bool { items.isEmpty || (lastPage ?? number) <= number }
    private let number: Int
    /// In the server's time; `nil` when the answer has no `Date`.
    let date: Timestamp?
    let byteCount: Int

    /// - Throws: ``BackendError`` when the answer is no list, or another page than the requested one: a server that
    ///   sends the same page again and again is noticed at the second.
    init(_ answer: JSONServer.Answer, number: Int, from server: JSONServer) throws(BackendError) {
        guard answer.isSuccess else {
            throw server.failure(
                answer.status == 404 ? .notFound : .unexpected, "it answers \(answer.status): \(answer.reason)")
        }
        guard let items = answer.body.items ?? answer.body["data"].items else {
            throw server.failure(.unexpected, "it sends something other than a list")
        }
        guard items.allSatisfy({ $0.members != nil }) else {
            throw server.failure(.unexpected, "its list contains something other than objects")
        }
        let nested = answer.body["meta"]["pagination"]
        let meta = nested.members == nil ? answer.body["meta"] : nested
        if let current = meta["current_page"].integer, current != number {
            throw server.failure(.unexpected, "it was asked for page \(number) and sends page \(current)")
        }
        self.items = items
        self.number = number
        total = (meta["total"].integer ?? answer.body["total"].integer).flatMap { $0 >= 0 ? $0 : nil }
        lastPage = meta["last_page"].integer ?? answer.body["last_page"].integer
        date = answer.headers.first("Date").flatMap(ServerClock.read)
        byteCount = answer.byteCount
    }
}

/// A list that is read page by page.
struct ListRequest: Sendable {
    let path: String
    /// The server's id of the event.
    var event: String?
    /// Only what the server received since then.
    var since: Timestamp?
    /// Only what the server finds for this text.
    var search: String?
    /// Items on a page; `nil`: the server decides.
    var pageSize: Int?

    func page(_ number: Int, from server: JSONServer) async throws(BackendError) -> ListPage {
        let answer = try await server.get(
            path,
            query: [
                "event_id": event, "since": since?.description, "search": search, "page": String(number),
                "per_page": pageSize.map(String.init),
            ])
        return try ListPage(answer, number: number, from: server)
    }

    /// Reads the list to its end, within limits that no real list reaches. A page after the first that cannot be had at
    /// the moment is asked for again, after the time that the server names, or 1, 2, 4... seconds.
    ///
    /// - Parameters:
    ///   - sleep: waits before a page is asked for again.
    ///   - take: gets each page as it comes, so that pages need not be kept.
    /// - Throws: also when the server says that there is more than it sends: the rest would be missing without a word
    func readAll(
        from server: JSONServer, bounds: ReadingBounds, sleep: @Sendable (Duration) async -> Void,
        _ take: (ListPage) throws(BackendError) -> Void
    ) async throws(BackendError) {
        var number = 1
        var bounds = bounds
        var last: LenientJSON?
        while true {
            let next = number
            // A server that is down is told at once; only what was read already is worth waiting for.
            let page = try await RetryPauses.patiently(sleep, tries: next == 1 ? 1 : 5) { () throws(BackendError) in
                try await self.page(next, from: server)
            }
            if let last, last == page.items.last {
                throw server.failure(.unexpected, "the server's pages repeat without end")
            }
            last = page.items.last
            try bounds.take(items: page.items.count, bytes: page.byteCount, from: server)
            try bounds.compare(items: page.items.count, with: page.total, from: server)
            try take(page)
            // A server that does not say which page is the last may still say how many items there are.
            let isEnd = page.lastPage == nil && !page.items.isEmpty ? bounds.read >= page.total ?? 0 : page.isLast
            guard isEnd else {
                number += 1
                continue
            }
            try bounds.checkEnd(path, total: page.total, from: server)
            return
        }
    }
}

extension JSONServer {
    /// A single object: alone, or in `data`.
    func object(_ path: String, called name: String) async throws(BackendError) -> LenientJSON {
        let answer = try await get(path)
        guard answer.isSuccess else {
            throw failure(
                answer.status == 404 ? .notFound : .unexpected,
                "it answers \(answer.status) for \(name): \(answer.reason)",
                hint: answer.status == 404
                    ? "Check the event's id in the configuration, and whose account the key belongs to." : nil)
        }
        let object = answer.body["data"].members == nil ? answer.body : answer.body["data"]
        guard let members = object.members, members["id"] != nil || members["name"] != nil else {
            let reason = object["error"].isNull ? "" : ": \(answer.reason)"
            throw failure(.unexpected, "it sends something other than \(name)\(reason)")
        }
        return object
    }
}
