internal import Tickets

/// A list that a server sends in pages, each with the cursor of the next (docs/webhook.openapi.yaml, `Page`).
struct CursorPages: Sendable {
    struct Page: Sendable {
        let items: [LenientJSON]
        /// Leads to what comes after this page; `nil` when the server sends none.
        let cursor: String?
        /// There is another page at once.
        let isMore: Bool
        let byteCount: Int
    }

    let server: JSONServer
    /// Relative to the server's base.
    let path: String
    /// For messages: `the tickets`.
    let name: String

    func page(after cursor: String?) async throws(BackendError) -> Page {
        let answer = try await server.get(path, query: ["after": cursor])
        guard answer.isSuccess else {
            throw server.failure(
                answer.status == 404 ? .notFound : .unexpected,
                "it answers \(answer.status) for \(name): \(answer.reason)",
                hint: answer.status == 404
                    ? "Check the address, the event's id, and which events the credential may read." : nil)
        }
        guard let items = answer.body["items"].items else {
            throw server.failure(.unexpected, "it sends something other than \(name): `items` is missing")
        }
        guard items.allSatisfy({ $0.members != nil }) else {
            throw server.failure(.unexpected, "\(name) contain something other than objects")
        }
        return Page(
            items: items, cursor: answer.body["cursor"].text, isMore: answer.body["more"].flag ?? false,
            byteCount: answer.byteCount)
    }

    /// Reads to the end, within limits that no real list reaches. A page after the first that cannot be had at the
    /// moment is asked for again.
    ///
    /// - Parameters:
    ///   - sleep: waits before a page is asked for again.
    ///   - take: gets the items of each page as it comes.
    /// - Returns: the cursor of the last page, after which come later changes; `nil` when the server sends none.
    @discardableResult
    func readAll(
        bounds: ReadingBounds = ReadingBounds(), sleep: @Sendable (Duration) async -> Void,
        _ take: ([LenientJSON]) throws(BackendError) -> Void
    ) async throws(BackendError) -> String? {
        var bounds = bounds
        var cursor: String?
        while true {
            let here = cursor
            let page = try await RetryPauses.patiently(sleep, tries: here == nil ? 1 : 5) { () throws(BackendError) in
                try await self.page(after: here)
            }
            try bounds.take(items: page.items.count, bytes: page.byteCount, from: server)
            try take(page.items)
            guard page.isMore else { return page.cursor }
            guard let next = page.cursor, next != here else {
                throw server.failure(.unexpected, "\(name) have more pages, and no cursor leads to the next one")
            }
            cursor = next
        }
    }
}
