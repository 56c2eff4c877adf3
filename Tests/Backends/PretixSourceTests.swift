import Foundation
import Testing
import Tickets

@testable import Backends

@Suite struct PretixSourceTests {
    private typealias Samples = PretixSamples

    private static let event = """
        {"name": {"en": "Gala"}, "timezone": "Africa/Kampala", "testmode": false, "date_from": "2026-11-21T19:00:00+03:00",
        "date_to": null, "date_admission": "2026-11-21T17:00:00+03:00", "has_subevents": false,
        "location": {"en": "Hall 2\\r\\n5 Main Street\\nKampala"}, "valid_keys": {"pretix_sig1": []}}
        """

    private static func page(_ items: String...) -> String {
        #"{"count": \#(items.count), "next": null, "results": [\#(items.joined(separator: ","))]}"#
    }

    private static func list(
        _ id: Int, products: String, rules: String = "{}", exit: String = "null"
    ) -> String {
        """
        {"id": \(id), "name": "List \(id)", "all_products": false, "limit_products": \(products), "subevent": null,
        "include_pending": true, "allow_multiple_entries": false, "allow_entry_after_exit": true, "rules": \(rules),
        "exit_all_at": \(exit), "addon_match": false}
        """
    }

    private static let answers = [
        event, #"{"locale": "en"}"#,
        page(list(1, products: "[6]", exit: "\"2026-11-22T00:30:00Z\""), list(2, products: "[8]")),
        page(#"{"id": 6, "name": {"en": "VIP"}, "variations": []}"#, #"{"id": 8, "name": "Meal", "variations": []}"#),
        page(), page(),
        page(
            """
            {"code": "A", "status": "p", "positions": [
            \(Samples.position(31, checkIns: Samples.checkIn(1, list: 1))), \(Samples.position(32, item: 8))]}
            """), page(#"{"id": 1, "secret": "old"}"#),
        page(#"{"id": 1, "secret": "stopped", "blocked": true}"#, #"{"id": 2, "secret": "freed", "blocked": false}"#),
    ]

    private func pull(
        _ answers: [String], event: String = "gala", settings: BackendSettings = Samples.settings(),
        ignoresRules: Bool = false, finding terms: Set<SearchTerm> = []
    ) async throws -> (pulled: PulledTickets, questions: [String]) {
        let double = try PretixDouble(answers.map { PretixDouble.answer($0) })
        let source = PretixSource(
            double.server, event: try #require(PretixEventName(event)), settings: settings, ignoresRules: ignoresRules,
            finding: terms, now: { Samples.time(minute: 7) })
        let pulled = try await source.pull { _ in }
        var questions: [String] = []
        for await question in double.questions { questions.append(question) }
        return (pulled, questions)
    }

    private func misconfigured(_ words: String) -> (any Error) -> Bool {
        { error in
            let trouble = error as? BackendError
            return trouble?.code == .misconfigured && trouble?.description.contains(words) == true
        }
    }

    @Test func `an event comes with its times, types, lists and a gate for each list`() async throws {
        let pulled = try await pull(Self.answers).pulled
        #expect(pulled.began == Samples.time(minute: 7))
        let outline = pulled.outline
        #expect(outline.place == EventPlace(name: "Hall 2", address: "5 Main Street, Kampala"))
        #expect(outline.name == "Gala" && outline.timeZone == "Africa/Kampala" && outline.ends == nil)
        #expect(outline.doorsOpen == Timestamp(rfc3339: "2026-11-21T14:00:00Z"))
        #expect(outline.starts == Timestamp(rfc3339: "2026-11-21T16:00:00Z"))
        #expect(outline.types?.map(\.slug) == ["item-6", "item-8"])
        #expect(
            outline.lists == [
                .init(
                    slug: "1", name: "List 1", reentry: .afterExit, types: ["item-6"], asksUnpaid: true,
                    everyoneOut: 3 * 60 + 30),
                .init(slug: "2", name: "List 2", reentry: .afterExit, types: ["item-8"], asksUnpaid: true),
            ])
        #expect(outline.gates?.map(\.list) == ["1", "2"])
        #expect(pulled.notes.isEmpty && outline.openEnds == [.start, .end])
    }

    @Test func `its tickets come with what was used, and the codes that count no more`() async throws {
        let rows = try await pull(Self.answers).pulled.rows
        #expect(rows.map(\.code) == ["code-31", "code-32", "old", "stopped"])
        #expect(rows.map(\.status) == [.ticket(.valid), .ticket(.valid), .revoked, .revoked])
        #expect(rows[0].used.map(\.list) == ["1"] && rows[0].used.map(\.ins) == [1])
    }

    @Test func `only what is needed is asked for`() async throws {
        let questions = try await pull(Self.answers).questions
        let orders = try #require(questions.first { $0.contains("/orders/") })
        #expect(orders.contains("testmode=false") && orders.contains("include=positions.secret"))
        for word in ["email", "company", "price", "answers"] { #expect(!orders.contains(word)) }
        #expect(questions.contains { $0.contains("exclude=checkin_count&exclude=position_count") })
    }

    @Test(arguments: [
        (SearchTerm.company, ["include=positions.company"]), (.code, []),
        (.email, ["include=positions.attendee_email", "include=email"]),
    ]) func `what tickets are to be found by is asked for, and no more`(
        term: SearchTerm, fields: [String]
    ) async throws {
        let questions = try await pull(Self.answers, finding: [term]).questions
        let orders = try #require(questions.first { $0.contains("/orders/") })
        let asked = orders.split { "? &".contains($0) }.filter { $0.contains("email") || $0.contains("company") }
        #expect(asked.map(String.init) == fields)
    }

    @Test func `the configuration chooses lists and names them`() async throws {
        var settings = Samples.settings(lists: ["dinner": "2"])
        settings.onlyLists = ["2"]
        #expect(try await pull(Self.answers, settings: settings).pulled.outline.lists?.map(\.slug) == ["dinner"])
        settings.onlyLists = ["9"]
        await #expect { try await pull(Self.answers, settings: settings) } throws: { misconfigured("list 9")($0) }
    }

    private static func answers(rules: String) -> [String] {
        var answers = Self.answers
        answers[2] = page(list(2, products: "[8]", rules: rules))
        return answers
    }

    @Test func `the rule of a list comes with it, short and with the event's times`() async throws {
        let rules = """
            {"and": [{"inList": [{"var": "product"}, {"objectList": [{"lookup": ["product", "8", "Meal"]}]}]},
            {"isAfter": [{"var": "now"}, {"buildTime": ["date_to"]}, null]},
            {"==": [{"var": "gate"}, {"lookup": ["gate", 3, "North"]}]}]}
            """
        var settings = Samples.settings()
        settings.gates = ["north": "3"]
        let outline = try await pull(Self.answers(rules: rules), settings: settings).pulled.outline
        #expect(
            outline.lists?.first?.rule?.json.value.text == """
                {"and":[{"inList":[{"var":["product"]},[8]]},\
                {"isAfter":[{"var":["now"]},{"buildTime":["custom","2026-11-21T16:00:00.000Z"]},null]},\
                {"==":[{"var":["gate"]},3]}]}
                """)
        #expect(
            outline.gates == [
                Gate(slug: "2", name: "List 2", list: "2"),
                Gate(slug: "2-gate-3", name: "List 2: North", list: "2", number: 3),
            ])
        #expect(outline.gateNumbers == ["north": 3])
    }

    @Test func `rules can be ignored, and one that cannot be used stops it by name`() async throws {
        let ignored = try await pull(Self.answers(rules: #"{"<": [{"var": "entries_today"}, 2]}"#), ignoresRules: true)
        #expect(ignored.pulled.notes.first == "List List 2: its rules are left out.")
        #expect(ignored.pulled.outline.lists?.first?.rule == nil)
        await #expect { try await pull(Self.answers(rules: #"{"if": [true]}"#)) } throws: {
            misconfigured("cannot be used: List 2 (2): the operator \"if\" is not known")($0)
        }
    }

    @Test func `when a ticket was used comes with it`() async throws {
        let rows = try await pull(Self.answers).pulled.rows
        #expect(rows[0].used.map(\.entries.count) == [1])
    }

    @Test func `what stations do not do is told by name and number`() async throws {
        var answers = Self.answers
        answers[3] = Self.page(
            #"{"id": 6, "name": {"en": "VIP"}, "variations": [], "media_policy": "new", "media_type": "nfc_mf0aes"}"#,
            #"{"id": 8, "name": "Meal", "variations": [], "media_policy": null, "media_type": null}"#)
        answers[4] = Self.page(
            #"{"id": 1, "question": {"en": "Photo"}, "type": "F", "ask_during_checkin": true, "items": [6]}"#,
            #"{"id": 2, "question": {"en": "Diet"}, "type": "S", "ask_during_checkin": true, "items": [6]}"#)
        #expect(
            try await pull(answers).pulled.notes == [
                "1 question is asked at check-in in pretix, but stations cannot ask them: Photo (a file).",
                "1 product is exchanged in pretix for a chip with a key of its own; stations let in without one: VIP.",
            ])
    }

    @Test func `questions come with it, and answers are asked for only then`() async throws {
        var answers = Self.answers
        answers[4] = Self.page(
            """
            {"id": 2, "question": {"en": "Diet"}, "type": "C", "ask_during_checkin": true, "items": [6], "required": true,
            "options": [{"id": 9, "identifier": "VEGAN", "answer": {"en": "Vegan"}}]}
            """)
        let (pulled, questions) = try await pull(answers)
        #expect(
            pulled.outline.questions == [
                CheckInQuestion(
                    id: "2", text: "Diet", kind: .choice, isRequired: true,
                    options: [.init(id: "VEGAN", text: "Vegan")],
                    types: ["item-6"])
            ])
        #expect(questions.first { $0.contains("/orders/") }?.contains("include=positions.answers") == true)
    }

    @Test func `media stand for their tickets, and guests of a product get one`() async throws {
        var answers = Self.answers
        answers[3] = Self.page(
            #"{"id": 6, "name": {"en": "VIP"}, "variations": [], "media_policy": "new", "media_type": "nfc_uid"}"#,
            #"{"id": 8, "name": "Meal", "variations": []}"#)
        answers[5] = Self.page(
            #"{"id": 1, "type": "barcode", "identifier": "BAND1", "expires": null, "linked_orderpositions": [31, 99]}"#,
            """
            {"id": 2, "type": "nfc_uid", "identifier": "04A1", "expires": "2026-11-21T18:00:00Z",
            "linked_orderpositions": [32]}
            """, #"{"id": 3, "type": "nfc_mf0aes", "identifier": "X", "linked_orderpositions": [32]}"#)
        let pulled = try await pull(answers).pulled
        #expect(pulled.rows.map(\.media) == [["BAND1"], [], [], []] && pulled.outline.hasMedia)
        #expect(pulled.outline.spareMedia.isEmpty, "one stands for a ticket, one is expired, one cannot be read")
        #expect(pulled.rows[0].answered == ["medium-nfc_uid"] && pulled.rows[1].answered.isEmpty)
        #expect(pulled.outline.questions.map(\.kind) == [.medium] && pulled.outline.questions[0].types == ["item-6"])
    }

    @Test(arguments: [
        ("reuse", "barcode", true, ["medium-barcode"]), ("new", "barcode", true, ["medium-barcode"]),
        ("append", "nfc_uid", true, ["medium-nfc_uid"]), ("new", "nfc_uid", false, ["medium-nfc_uid"]),
        ("append_or_new", "nfc_uid", true, ["medium-nfc_uid.new"]), ("new", "nfc_uid", true, ["medium-nfc_uid.new"]),
    ])
    func `only media that pretix has are handed out, and new chips only where pretix and the organizer say so`(
        policy: String, type: String, takesNew: Bool, questions: [String]
    ) async throws {
        var answers = Self.answers
        answers[3] = Self.page(
            #"{"id": 6, "name": {"en": "VIP"}, "variations": [], "media_policy": "\#(policy)", "media_type": "\#(type)"}"#
        )
        func medium(_ id: Int, _ more: String = "", linked: [Int] = [], type other: String? = nil) -> String {
            #"{"id": \#(id), "type": "\#(other ?? type)", "identifier": "M\#(id)", "linked_orderpositions": \#(linked)\#(more)}"#
        }
        answers[5] = Self.page(
            medium(1), medium(2, linked: [99]), medium(3, linked: [31]), medium(4, #", "active": false"#),
            medium(5, #", "expires": "2026-11-21T18:00:00Z""#),
            medium(6, type: type == "barcode" ? "nfc_uid" : "barcode"))
        var settings = Samples.settings()
        settings.newMedia = takesNew
        let pulled = try await pull(answers, settings: settings).pulled
        #expect(pulled.outline.questions.map(\.id) == questions)
        #expect(pulled.outline.questions.map(\.takesNew) == [questions[0].hasSuffix(".new")])
        #expect(pulled.outline.spareMedia == ["M1", "M2"].map { SpareMedium(code: $0, question: questions[0]) })
        let isClosed = type == "nfc_uid" && policy == "new" && !takesNew
        #expect(pulled.notes.contains { $0.contains("new_media: true") } == isClosed)
        #expect(PretixMedium([questions[0]: "M1"])?.type == type)
    }

    @Test func `an event without a list is no event for a door`() async throws {
        var answers = Self.answers
        answers[2] = Self.page()
        await #expect { try await pull(answers) } throws: { misconfigured("no check-in list")($0) }
    }

    private static let series = event.replacing(#""has_subevents": false"#, with: #""has_subevents": true"#)
    private static let nights = [
        #"{"id": 4, "name": {"en": "First night"}, "date_from": "2026-11-21T16:00:00Z", "date_to": null}"#,
        """
        {"id": 5, "name": {"en": "Second night"}, "date_from": "2026-11-22T16:00:00Z",
        "date_to": "2026-11-22T19:00:00Z", "date_admission": "2026-11-22T15:00:00Z"}
        """,
    ]

    /// The dates come after the tickets.
    private static func answers(dates: String, list: String, position: String = Samples.position(31)) -> [String] {
        var answers = Self.answers
        answers[0] = series
        answers[2] = page(list)
        answers[6] = page(#"{"code": "A", "status": "p", "positions": [\#(position)]}"#)
        answers.insert(dates, at: 9)
        return answers
    }

    @Test func `of a series one date can be pulled`() async throws {
        let answers = Self.answers(dates: Self.nights[0], list: Self.list(1, products: "[6]"))
        let (pulled, questions) = try await pull(answers, event: "gala/4")
        #expect(pulled.outline.name == "First night" && pulled.outline.dates.map(\.id) == [4])
        #expect(pulled.rows.map(\.code) == ["old", "stopped"], "the tickets are of no date")
        #expect(questions[9].contains("/events/gala/subevents/4/"))
        await #expect(throws: BackendError.self) {
            try await pull(Self.answers(dates: "{}", list: Self.list(1, products: "[6]")), event: "gala/4")
        }
    }

    @Test func `a whole series comes with its dates, and each ticket and list with its own`() async throws {
        let rules = #"{"isAfter": [{"var": "now"}, {"buildTime": ["date_from"]}, null]}"#
        let list = Self.list(1, products: "[6]", rules: rules)
            .replacing(#""subevent": null"#, with: #""subevent": 5"#)
        let position = Samples.position(31).replacing(#""subevent": null"#, with: #""subevent": 5"#)
        let pulled = try await pull(
            Self.answers(dates: Self.page(Self.nights[0], Self.nights[1]), list: list, position: position)
        ).pulled
        let outline = pulled.outline
        #expect(outline.name == "Gala" && outline.lists?.map(\.date) == [5] && pulled.rows[0].date == 5)
        let second = Timestamp(rfc3339: "2026-11-22T16:00:00Z")
        #expect(outline.dates.map(\.name) == ["First night", "Second night"])
        #expect(
            outline.dates[1].starts == second && outline.dates[1].ends == Timestamp(rfc3339: "2026-11-22T19:00:00Z"))
        #expect(outline.dates[1].admission == Timestamp(rfc3339: "2026-11-22T15:00:00Z"))
        #expect(outline.starts == Timestamp(rfc3339: "2026-11-21T16:00:00Z"))
        #expect(outline.ends == Timestamp(rfc3339: "2026-11-22T19:00:00Z"))
        #expect(
            outline.lists?.first?.rule?.json.value.text
                == #"{"isAfter":[{"var":["now"]},{"buildTime":["date_from"]},null]}"#, "no time of any date is in it")
    }

    @Test func `a series whose last date has no end lasts long enough to be served`() async throws {
        let outline = try await pull(
            Self.answers(dates: Self.page(Self.nights[0]), list: Self.list(1, products: "[6]"))
        ).pulled.outline
        #expect(outline.ends == Timestamp(rfc3339: "2026-11-22T04:00:00Z"))
        await #expect {
            try await pull(Self.answers(dates: Self.page(), list: Self.list(1, products: "[6]")))
        } throws: {
            misconfigured("a series without dates")($0)
        }
    }
}

@Suite struct PretixConnectorTests {
    private let connector = BackendConnector(
        secrets: { name throws(BackendError) in "secret" }, now: { PretixSamples.time(minute: 0) })

    @Test(arguments: [false, true])
    func `a station hears of others only when the configuration says so`(tellsOthers: Bool) throws {
        var settings = PretixSamples.settings()
        settings.tellsOthers = tellsOthers
        #expect((try connector.link(settings).stream != nil) == tellsOthers)
    }

    @Test func `without an organizer or with a strange event nothing is asked`() {
        var settings = PretixSamples.settings()
        #expect(throws: BackendError.self) { try connector.source(settings, event: "../x", ignoringRules: false) }
        settings.organizer = nil
        #expect(throws: BackendError.self) { try connector.link(settings) }
        #expect(throws: BackendError.self) { try connector.source(settings, event: "gala", ignoringRules: false) }
    }
}
