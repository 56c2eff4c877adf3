import Foundation
import TestSupport
import Testing
import Tickets

@testable import Backends

@Suite struct PretixTicketsTests {
    private typealias Samples = PretixSamples

    private func tickets(
        lists: [LenientJSON] = [Samples.list()], date: Int? = nil, questions: [LenientJSON] = [],
        _ orders: LenientJSON...
    ) -> PretixTickets {
        var tickets = PretixTickets(
            date: date, lists: lists.compactMap { PretixList($0) },
            products: PretixProducts(Samples.items, locale: "de-informal"),
            questions: PretixQuestions(questions, locale: "en", zone: .utc), media: PretixMedia(items: []))
        for order in orders { tickets.take(order) }
        return tickets
    }

    @Test(arguments: [
        ("p", "", "", TicketStatus.valid), ("c", "", "", .voided), ("e", "", "", .voided),
        ("n", "", "", .unpaid), ("n", #", "valid_if_pending": true"#, "", .valid),
        ("n", #", "require_approval": true"#, "", .unapproved),
        ("p", "", #", "blocked": ["admin"]"#, .blocked), ("n", "", #", "blocked": ["admin"]"#, .blocked),
        ("c", "", #", "blocked": ["admin"]"#, .voided),
    ])
    func `a ticket has the status of pretix's first test that it fails`(
        order: String, more: String, position: String, status: TicketStatus
    ) throws {
        let found = tickets(Samples.order(status: order, more: more, Samples.position(1, more: position)))
        #expect(found.rows.map(\.status) == [.ticket(status)])
    }

    @Test func `a ticket keeps its reference, holder and code, and has the event's times`() throws {
        let row = try #require(tickets(Samples.order(Samples.position(31))).rows.first)
        #expect(row.reference == "ABCDE-1#31")
        #expect(row.holder == "Ada 31")
        #expect(row.code == "code-31")
        #expect(row.type == "item-6")
        #expect(row.notBefore == nil && row.notAfter == nil)
        #expect(row.used == [])
    }

    @Test func `a ticket has its company, its own e-mail address and that of the order`() {
        let own = #", "company": "Gala Ltd", "attendee_email": "ada@example.org""#
        let rows = tickets(
            Samples.order(
                more: #", "email": "office@example.org""#, Samples.position(1, more: own), Samples.position(2, base: 1),
                Samples.position(3, more: #", "company": "", "attendee_email": null"#))
        ).rows
        #expect(rows.map(\.company) == ["Gala Ltd", "Gala Ltd", nil])
        let both = ["ada@example.org", "office@example.org"]
        #expect(rows.map(\.emails) == [both, both, ["office@example.org"]])
    }

    @Test func `a ticket with one time of its own has no other limit`() throws {
        let late = Samples.position(1).replacing(#""valid_from": null"#, with: #""valid_from": "2026-11-21T18:00:00Z""#)
        let over = Samples.position(2).replacing(
            #""valid_until": null"#, with: #""valid_until": "2026-11-21T18:00:00Z""#)
        let rows = tickets(Samples.order(late, over)).rows
        let noon = try #require(Timestamp(rfc3339: "2026-11-21T18:00:00Z"))
        #expect(rows[0].notBefore == noon && rows[0].notAfter == .latest)
        // pretix still lets in at the very instant.
        #expect(rows[1].notBefore == .earliest && rows[1].notAfter == noon + .milliseconds(1))
    }

    @Test func `cancelled tickets and those of other dates are left out, and repeats are taken once`() {
        let gone = Samples.position(2).replacing(#""canceled": false"#, with: #""canceled": true"#)
        let other = Samples.position(3).replacing(#""subevent": null"#, with: #""subevent": 9"#)
        let mine = Samples.position(4).replacing(#""subevent": null"#, with: #""subevent": 4"#)
        let order = Samples.order(Samples.position(1), gone, other, mine)
        #expect(tickets(order, order).rows.map(\.reference) == ["ABCDE-1#1", "ABCDE-1#3", "ABCDE-1#4"])
        #expect(tickets(date: 4, order).rows.map(\.reference) == ["ABCDE-1#4"])
    }

    @Test func `an add-on has the code of its ticket only on lists that match add-ons`() throws {
        let found = tickets(
            lists: [Samples.list(1), Samples.list(2, products: [8], matches: true)],
            Samples.order(
                Samples.position(1), Samples.position(2, item: 8, base: 1, checkIns: Samples.checkIn(3, list: 2))))
        #expect(found.rows.map(\.type) == ["item-6", "item-8-addon", "item-8-with-ticket"])
        #expect(found.rows.map(\.code) == ["code-1", "code-2", "code-1"])
        #expect(found.rows.map(\.reference) == ["ABCDE-1#1", "ABCDE-1#2", "ABCDE-1#2"])
        #expect(found.rows.map(\.used.count) == [0, 0, 1])
        let everything = try #require(PretixList(Samples.list(1)))
        let meals = try #require(PretixList(Samples.list(2, products: [8], matches: true)))
        #expect(found.products.types(on: everything) == ["item-5", "item-5-7", "item-6", "item-8", "item-8-addon"])
        #expect(found.products.types(on: meals) == ["item-8", "item-8-with-ticket"])
        #expect(Set(found.products.types.map(\.id)).count == found.products.types.count)
    }

    @Test func `without such a list an add-on is a ticket like any other`() {
        let found = tickets(Samples.order(Samples.position(1), Samples.position(2, item: 8, base: 1)))
        #expect(found.rows.map(\.type) == ["item-6", "item-8"])
    }

    @Test func `two add-ons of one product are two lines of the ticket's code, and a third is no more`() throws {
        let addOns = (2...4).map { Samples.position($0, item: 8, base: 1) }
        let found = tickets(
            lists: [Samples.list(2, products: [8], matches: true)],
            Samples.order(Samples.position(1), addOns[0], addOns[1], addOns[2]))
        let own = ["item-6", "item-8-addon", "item-8-addon", "item-8-addon"]
        #expect(found.rows.map(\.type) == own + ["item-8-with-ticket", "item-8-with-ticket-2"])
        #expect(found.ambiguous == [2: 1])
        let list = try #require(PretixList(Samples.list(2, products: [8], matches: true)))
        #expect(found.products.types(on: list).suffix(2) == ["item-8-with-ticket", "item-8-with-ticket-2"])
        #expect(Set(found.products.types.map(\.id)).count == found.products.types.count)
    }

    /// List 2 admits what its argument names, and lists 3 and 4 the meal alone.
    @Test(arguments: [(nil, 1), ([6, 8], 1), ([8], 0), ([5, 8], 0), ([6], 0)] as [([Int]?, Int)])
    func `a code stands for several tickets where the list admits the ticket itself, too`(products: [Int]?, count: Int)
    {
        let found = tickets(
            lists: [
                Samples.list(2, products: products, matches: true), Samples.list(3, products: [8], matches: true),
                Samples.list(4, products: [6, 8]),
            ], Samples.order(Samples.position(1), Samples.position(2, item: 8, base: 1)))
        #expect(found.ambiguous[2] ?? 0 == count && found.ambiguous[3] == nil && found.ambiguous[4] == nil)
        #expect(found.notes.count == count)
        #expect(found.notes.allSatisfy { $0.hasPrefix("On list List 2 (2), 1 code stands for several tickets: ") })
    }

    @Test func `a code that a ticket has is not revoked`() {
        var found = tickets(Samples.order(Samples.position(1)))
        found.revoke(["code-1", "old", "old"])
        #expect(found.rows.map(\.code) == ["code-1", "old"])
        #expect(found.rows.last?.status == .revoked)
    }

    // MARK: - What was used

    @Test(arguments: [
        ("entry", false, 1, 0), ("entry exit", false, 1, 1), ("exit", true, 0, 0), ("entry exit", true, 1, 1),
        // pretix looks at the last only.
        ("entry entry exit", true, 2, 2), ("entry exit exit", true, 1, 1), ("entry exit exit entry", true, 2, 1),
        ("exit entry", true, 1, 0),
    ])
    func `comings and goings count as pretix would let in again`(
        types: String, afterExit: Bool, ins: Int, outs: Int
    ) throws {
        let list = try #require(PretixList(Samples.list(1, after: afterExit)))
        let passages = types.split(separator: " ").enumerated().map { index, type in
            PretixPassage(Samples.json(Samples.checkIn(index, String(type), minute: index)))
        }
        let used = try #require(PretixPassage.used(passages.compactMap(\.self).reversed(), on: list))
        #expect(used.ins == ins && used.outs == outs)
        #expect(used.lastAt == Samples.time(minute: passages.count - 1))
    }

    @Test func `a list knows nothing of other lists' check-ins`() throws {
        let list = try #require(PretixList(Samples.list(2)))
        let passage = try #require(PretixPassage(Samples.json(Samples.checkIn(1, list: 1))))
        #expect(PretixPassage.used([passage], on: list) == nil)
    }
}

@Suite struct PretixListTests {
    @Test(arguments: [
        (false, false, Reentry.none), (false, true, .afterExit), (true, false, .unlimited), (true, true, .unlimited),
    ])
    func `a list has pretix's way of letting in again`(again: Bool, after: Bool, reentry: Reentry) {
        #expect(PretixList(PretixSamples.list(again: again, after: after))?.reentry == reentry)
    }

    @Test(arguments: [
        ("{}", false), ("null", false), ("[]", false), (#"{"<": [{"var": "entries_today"}, 2]}"#, true),
    ])
    func `rules are seen`(rules: String, has: Bool) {
        #expect((PretixList(PretixSamples.list(rules: rules))?.rule != nil) == has)
    }

    @Test func `the configuration may name a list otherwise`() {
        #expect(PretixList(PretixSamples.list(12))?.slug == "12")
        #expect(PretixList(PretixSamples.list(12), slugs: ["12": "main"])?.slug == "main")
    }

    @Test func `names are of the event's language`() {
        let types = PretixProducts(PretixSamples.items, locale: "de-informal").types
        #expect(types.map(\.name) == ["Stehplatz", "Stehplatz (Early)", "VIP", "Meal"])
        #expect(types.map(\.attention) == [nil, "Needs special attention", "Lanyard", nil])
    }

    @Test(
        arguments: [
            ("gala", "gala", nil), ("gala/17", "gala", 17), ("", nil, nil), ("gala/", nil, nil), ("../x", nil, nil),
            ("..", nil, nil), ("a/1/2", nil, nil), ("a b", nil, nil),
        ] as [(String, String?, Int?)])
    func `an event may be one date of a series`(text: String, slug: String?, date: Int?) {
        #expect(PretixEventName(text)?.slug == slug)
        #expect(PretixEventName(text)?.date == date)
    }

    @Test func `the key of signed codes is read, and nothing else is taken for one`() throws {
        // As pretix 2026.8.0 sends it.
        let sent =
            "LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0KTUNvd0JRWURLMlZ3QXlFQVgwZVlDUHNHNFhJcmpOR3ZVM0d3MnBwaE96NXBSV2pRdHNnd09q"
            + "bng3SzA9Ci0tLS0tRU5EIFBVQkxJQyBLRVktLS0tLQo="
        let key = try #require(VerificationKey(pretix: sent))
        #expect(key.raw.base64EncodedString() == "X0eYCPsG4XIrjNGvU3Gw2pphOz5pRWjQtsgwOjnx7K0=")
        #expect(VerificationKey(pretix: "LS0tLS0=") == nil)
        #expect(VerificationKey(pretix: "?") == nil)
    }

    @Test func `a signed code finds the type of its variation, else of its product`() throws {
        let types = PretixProducts(PretixSamples.items, locale: nil).types
        let plan = EventPlan(
            event: Event(
                id: "e", name: "e", timeZone: "UTC", doorsOpen: .earliest, starts: .earliest, ends: .latest),
            types: types, lists: [], gates: [])
        func slug(_ item: Int64, _ variation: Int64) throws -> String? {
            let text = try SignedCode.issue(item: item, variation: variation, seed: "seed", with: SigningKey())
            guard case .code(let code) = SignedCode.reading(text) else { return nil }
            return plan.type(of: code)?.slug
        }
        #expect(try slug(5, 7) == "item-5-7")
        #expect(try slug(5, 99) == "item-5")
        #expect(try slug(6, 0) == "item-6")
        #expect(try slug(99, 0) == nil)
    }
}
