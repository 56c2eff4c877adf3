import Synchronization
import Testing
import Tickets

@testable import Backends

@Suite struct PretixServerTests {
    @Test(arguments: [
        ("401 Unauthorized", "Device access has been revoked.", BackendError.Code.revoked),
        ("401 Unauthorized", "Invalid token.", .unauthorised),
        ("403 Forbidden", "Device access has been revoked.", .unauthorised),
        ("403 Forbidden", "Request denied by device security profile.", .unauthorised),
        ("404 Not Found", "Not found.", .notFound),
    ])
    func `only a 401 that says so means that access was taken away`(
        status: String, detail: String, code: BackendError.Code
    ) async throws {
        let double = try PretixDouble([PretixDouble.answer(#"{"detail": "\#(detail)"}"#, status: status)])
        await #expect {
            _ = try await double.server.get("events/gala/")
        } throws: { error in
            let trouble = error as? BackendError
            return trouble?.code == code && trouble?.description.contains("token-of-device") == false
        }
    }

    @Test(arguments: [
        ReadingBounds(pages: 3), ReadingBounds(items: 5), ReadingBounds(bytes: 200),
    ])
    func `pages without an end are not read on and on`(bounds: ReadingBounds) async throws {
        let pages = (1...4).map { number in
            let next = "/organizers/gala-ltd/orders/?page=\(number + 1)"
            return #"{"next": "\#(next)", "results": [{"code": "A\#(number)"}, {"code": "B\#(number)"}]}"#
        }
        let double = try PretixDouble(pages.map { PretixDouble.answer($0) }, bounds: bounds)
        var count = 0
        await #expect {
            try await double.server.pages(of: "orders/") { (items) throws(BackendError) in count += items.count }
        } throws: { ($0 as? BackendError)?.code == .tooLarge }
        #expect(count < 8)
        try await double.giveUp()
    }

    @Test(arguments: [(2, 2, true), (2, 1, true), (2, 3, false), (0, 1, false)])
    func `a list that is shorter than pretix says is an error`(sent: Int, count: Int, isWhole: Bool) async throws {
        let results = (0..<sent).map { #"{"code": "A\#($0)"}"# }.joined(separator: ",")
        let double = try PretixDouble([
            PretixDouble.answer(#"{"count": \#(count), "next": null, "results": [\#(results)]}"#)
        ])
        let trouble = await endOf { try await double.server.pages(of: "events/gala/orders/") { _ in } }
        #expect((trouble == nil) == isWhole)
        #expect(isWhole || trouble?.reason == "it says that orders has \(count) items, and sends \(sent)")
    }

    @Test func `a list that goes on far beyond what pretix says is given up early`() async throws {
        let items = Array(repeating: #"{"code": "A"}"#, count: 600).joined(separator: ",")
        let pages = (1...5).map {
            #"{"count": 3, "next": "/organizers/gala-ltd/orders/?page=\#($0)", "results": [\#(items)]}"#
        }
        let double = try PretixDouble(pages.map { PretixDouble.answer($0) })
        let trouble = await endOf { try await double.server.pages(of: "orders/") { _ in } }
        #expect(trouble?.code == .tooLarge)
        try await double.giveUp()
    }

    @Test(arguments: [
        ("events/nosuch/", true), ("events/Door/checkinlists/12/positions/3/redeem/", true), ("reusablemedia/", false),
    ])
    func `a 403 for an event says that its short form may be wrong`(path: String, isNamed: Bool) async throws {
        let forbidden = PretixDouble.answer(
            #"{"detail": "You do not have permission to perform this action."}"#, status: "403 Forbidden")
        let double = try PretixDouble([forbidden, forbidden])
        let read = await endOf { try await double.server.get(path) }
        let sent = await endOf { try await double.server.post(path, .object([])) }
        for trouble in [read, sent] {
            #expect(trouble?.code == .unauthorised)
            #expect((trouble?.hint?.contains("short form") == true) == isNamed)
        }
    }

    @Test func `a server that wants an hour is asked again sooner, and other lists need not wait`() async throws {
        let pauses = Mutex<[Duration]>([])
        let busy = PretixDouble.answer("{}", status: "429 Too Many Requests", header: "Retry-After: 3600")
        let double = try PretixDouble(
            Array(repeating: busy, count: 4) + [PretixDouble.answer(#"{"next": null, "results": []}"#)]
        ) { pause in pauses.withLock { $0.append(pause) } }
        try await double.server.pages(of: "orders/") { _ in }
        #expect(pauses.withLock { $0 } == Array(repeating: .seconds(30), count: 4))
    }

    @Test func `a link of a megabyte to the next page is none`() async throws {
        let next = "http://127.0.0.1/" + String(repeating: "a", count: 1 << 20)
        let double = try PretixDouble([PretixDouble.answer(#"{"next": "\#(next)", "results": []}"#)])
        await #expect { try await double.server.pages(of: "orders/") { _ in } } throws: {
            ($0 as? BackendError)?.code == .unexpected
        }
    }

    @Test func `pages that go in a circle are noticed`() async throws {
        let page = PretixDouble.answer(#"{"results": [1], "next": "/organizers/gala-ltd/orders/?page=2"}"#)
        let double = try PretixDouble([page, page])
        await #expect {
            try await double.server.pages(of: "orders/") { _ in }
        } throws: { error in
            (error as? BackendError)?.code == .unexpected
        }
    }

    @Test func `a page that fails for a moment is asked for again`() async throws {
        let double = try PretixDouble([
            PretixDouble.answer("<html>database is locked", status: "500 Error"),
            PretixDouble.answer(#"{"results": [1, 2], "next": null}"#),
        ])
        var count = 0
        try await double.server.pages(of: "orders/") { (items) throws(BackendError) in count += items.count }
        #expect(count == 2)
    }
}
