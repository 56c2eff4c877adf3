import ServerDoubles
import Testing
import Tickets

@testable import Backends

/// Whatever a server answers, there is one clear trouble, or one entry that a person looks at; and no secret in it.
@Suite(.timeLimit(.minutes(5)))
struct EventScheduleBadInputTests {
    typealias Object = EventScheduleDouble.Object

    /// Long enough for every honest answer of a busy machine, short enough to wait for.
    static let shortTimes = HTTPRequest.Timeouts(connect: .seconds(10), firstByte: .seconds(10), whole: .seconds(2))

    struct Case: CustomTestStringConvertible {
        let hostility: Hostility
        let code: BackendError.Code
        var retryAfter: Duration?
        var timeouts: HTTPRequest.Timeouts?

        var testDescription: String { "\(hostility)" }
    }

    static let answers = [
        Case(hostility: .captivePortal, code: .unexpected),
        Case(hostility: .failing(status: 500, retryAfter: nil), code: .failing),
        Case(hostility: .failing(status: 503, retryAfter: "120"), code: .failing, retryAfter: .seconds(120)),
        Case(hostility: .failing(status: 423, retryAfter: nil), code: .failing),
        Case(hostility: .failing(status: 429, retryAfter: "7"), code: .busy, retryAfter: .seconds(7)),
        Case(hostility: .failing(status: 429, retryAfter: "soon"), code: .busy),
        Case(hostility: .failing(status: 401, retryAfter: nil), code: .unauthorised),
        Case(hostility: .truncated, code: .unexpected),
        Case(hostility: .instead(.string("hello")), code: .unexpected),
        Case(hostility: .instead(.null), code: .unexpected),
        Case(hostility: .instead(.object([("status", .integer(1)), ("data", .string("x"))])), code: .unexpected),
        Case(hostility: .gzipBomb, code: .tooLarge),
        Case(hostility: .huge, code: .tooLarge),
        Case(hostility: .stalled, code: .unreachable, timeouts: shortTimes),
    ]

    /// What a question is asked for: each is spoiled in turn.
    enum Question: CaseIterable {
        case event, tickets, earlier, news, checkIn

        var path: String {
            switch self {
            case .event: "/api/events"
            case .tickets: "/api/tickets"
            case .earlier, .news, .checkIn: "/api/checkins"
            }
        }

        func trouble(_ fixture: EventScheduleFixture, _ timeouts: HTTPRequest.Timeouts?) async throws -> BackendError? {
            try await fixture.double.serve { address in
                switch self {
                case .event, .tickets, .earlier:
                    await endOf {
                        try await fixture.source(address, timeouts: timeouts).pull { _ in }
                    }
                case .news:
                    await endOf {
                        try await fixture.link(address, timeouts: timeouts).page(after: nil)
                    }
                case .checkIn:
                    await fixture.link(address, timeouts: timeouts).deliver([.entry()]).error
                }
            }
        }
    }

    @Test(arguments: answers, Question.allCases)
    func `a bad answer is one clear trouble`(_ test: Case, to question: Question) async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.hostility = (question.path, test.hostility) }
        let trouble = try #require(try await question.trouble(fixture, test.timeouts))
        #expect(trouble.code == test.code)
        #expect(trouble.retryAfter == test.retryAfter)
        #expect(!EventScheduleFixture.holdsSecret("\(trouble)"))
        #expect("\(trouble)".utf8.count < 600)
    }

    @Test(arguments: answers)
    func `a bad discovery is one clear trouble`(_ test: Case) async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.hostility = ("/", test.hostility) }
        let trouble = try await fixture.double.serve { address in
            await fixture.link(address, timeouts: test.timeouts).deliver([.entry()]).error
        }
        // JSON of another shape may as well be some other server's.
        let codes = test.code == .unexpected ? [.unexpected, .notFound] : [test.code]
        #expect(codes.contains { $0 == trouble?.code })
        #expect(!EventScheduleFixture.holdsSecret("\(trouble.map(String.init(describing:)) ?? "")"))
    }

    @Test(arguments: Question.allCases)
    func `a redirect is not followed, and the key stays`(_ question: Question) async throws {
        let (fixture, other) = (EventScheduleFixture(), EventScheduleDouble())
        let trouble = try await other.serve { elsewhere in
            fixture.double.change { $0.hostility = (question.path, .redirect(to: elsewhere)) }
            return try await question.trouble(fixture, nil)
        }
        #expect(trouble?.code == .unexpected)
        #expect(other.now.requests.isEmpty)
    }

    @Test func `an error inside a success is kept for a person`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.hostility = ("/api/checkins", .errorInside) }
        let delivery = try await fixture.deliver([.entry(), .entry(id: OutgoingCheckIn.undoID)])
        #expect(delivery.answers == Array(repeating: .rejected(reason: "Something went wrong"), count: 2))
        let trouble = await endOf { try await fixture.pull() }
        #expect(trouble?.code == .unexpected)
    }

    @Test(arguments: [
        JSONValue.object([("status", .string("unknown")), ("message", .string(EventScheduleFixture.holder))]),
        .object([("error", .string("no ticket \(EventScheduleFixture.code) here"))]),
        .object([("status", .string("\(EventScheduleFixture.code)\u{1B}[2J"))]),
        .object([("status", .string(String(repeating: "x", count: 50_000)))]),
    ])
    func `the words of a refusal hold no secret`(_ answer: JSONValue) async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.hostility = ("/api/checkins", .instead(answer)) }
        let words = try #require(try await fixture.deliver([.entry()]).words.first)
        #expect(!EventScheduleFixture.holdsSecret(words))
        #expect(words.utf8.count < 300)
        #expect(words == words.withoutControls)
    }

    struct TicketCase: CustomTestStringConvertible {
        let testDescription: String
        let ticket: Object
        let reason: String
    }

    static let tickets = [
        TicketCase(
            testDescription: "the same code twice", ticket: ["id": .integer(102)],
            reason: "ticket 102 has the same code and type as ticket 101"),
        TicketCase(
            testDescription: "a quantity in words", ticket: ["id": .integer(102), "quantity": "many"],
            reason: "ticket 102 has a quantity that is not a number from 1 to 1000"),
        TicketCase(
            testDescription: "a list for a quantity", ticket: ["id": .integer(102), "quantity": .array([])],
            reason: "ticket 102 has a quantity that is not a number from 1 to 1000"),
        TicketCase(
            testDescription: "a window that is none", ticket: ["id": .integer(102), "valid_until": "2026-12-05"],
            reason: "ticket 102 is not a time"),
        TicketCase(
            testDescription: "a code of 50,000 characters",
            ticket: ["id": .integer(102), "code": .string(String(repeating: "x", count: 50_000))],
            reason: "ticket 102 has a code that is longer than 1024 bytes"),
        TicketCase(
            testDescription: "an id of 50,000 characters",
            ticket: ["id": .string(String(repeating: "7", count: 50_000))],
            reason: "ticket \(String(repeating: "7", count: 73)) has an id that is longer than 200 bytes"),
        TicketCase(
            testDescription: "an id with an escape sequence", ticket: ["id": "\u{1B}[31m", "quantity": .integer(0)],
            reason: "ticket [31m has a quantity that is not a number from 1 to 1000"),
    ]

    @Test(arguments: tickets)
    func `a ticket that cannot be understood is named`(_ test: TicketCase) async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.tickets.append(EventScheduleFixture.ticket(test.ticket)) }
        let trouble = try #require(await endOf { try await fixture.pull() })
        #expect(trouble.code == .unexpected)
        #expect(trouble.reason == test.reason)
        #expect(!EventScheduleFixture.holdsSecret("\(trouble)"))
    }

    @Test(
        arguments: [
            (["starts_at": "tonight"], "the event's starts_at is not a time"),
            (["starts_at": .array([])], "the event's starts_at is not a time"),
            (["timezone": .null], "the event's starts_at is a local time, and no time zone is given"),
            (
                ["timezone": "EST"],
                "the event's starts_at is a local time, and its time zone \"EST\" is not one of the IANA list, like Africa/Kampala"
            ),
            (
                ["timezone": "E. Africa Standard Time"],
                "the event's starts_at is a local time, and its time zone \"E. Africa Standard Time\" is not one of the IANA list, like Africa/Kampala"
            ),
            (
                ["timezone": "Europe/Berlin", "starts_at": "2026-03-29 02:30"],
                "the event's starts_at does not exist in that time zone: the clocks go forward and skip it"
            ),
        ] as [(Object, String)])
    func `a time that cannot be read is not guessed`(_ event: Object, _ reason: String) async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.events[0].merge(event) { $1 } }
        let trouble = await endOf { try await fixture.pull() }
        #expect(trouble?.code == .unexpected)
        #expect(trouble?.reason == reason)
    }

    @Test func `an event that is not there is said so`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.events = [] }
        let trouble = await endOf { try await fixture.pull() }
        #expect(trouble?.code == .notFound)
        #expect(trouble?.hint?.contains("event's id") == true)
    }

    @Test func `a wrong key is said so`() async throws {
        let fixture = EventScheduleFixture()
        let trouble = try await fixture.double.serve { address in
            await EventScheduleLink(
                server: fixture.server(address, key: "wrong"), events: { [] }, serverEvent: { $0 }
            ).deliver([.entry()]).error
        }
        #expect(trouble?.code == .unauthorised)
        #expect(trouble?.reason == "it answers 401: Unauthorized")
    }

    // MARK: - Lists without an end

    @Test func `pages that go in a circle are noticed`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.isEndless = true }
        let trouble = await endOf { try await fixture.pull() }
        #expect(trouble?.code == .unexpected)
        #expect(trouble?.reason == "the server's pages repeat without end")
    }

    @Test func `one page for every number is noticed`() async throws {
        let fixture = EventScheduleFixture()
        let first = JSONValue.object([
            ("data", .array([.object([("id", .integer(1)), ("code", .string(EventScheduleFixture.code))])])),
            ("meta", .object([("current_page", .integer(1)), ("last_page", .integer(9))])),
        ])
        fixture.double.change { $0.hostility = ("/api/tickets", .instead(first)) }
        let trouble = await endOf { try await fixture.pull() }
        #expect(trouble?.reason == "it was asked for page 2 and sends page 1")
    }

    private static func items(_ ids: ClosedRange<Int64>) -> JSONValue {
        .array(ids.map { .object([("id", .integer($0)), ("code", .string("\(EventScheduleFixture.code)\($0)"))]) })
    }

    /// What a server says of its pages, and whether it can be enough.
    static let totals: [(JSONValue, Bool)] = [
        (.object([("data", items(1...2)), ("total", .integer(5))]), false),
        (.object([("data", items(1...2)), ("meta", .object([("total", .integer(5))]))]), false),
        (
            .object([
                ("data", items(1...2)),
                ("meta", .object([("current_page", .integer(1)), ("last_page", .integer(1)), ("total", .integer(3))])),
            ]), false
        ),
        (
            .object([
                ("data", items(1...2)),
                ("meta", .object([("pagination", .object([("last_page", .integer(1)), ("total", .integer(9))]))])),
            ]), false
        ),
        (.object([("data", items(1...2)), ("total", .integer(2))]), true),
        (.object([("data", items(1...2)), ("total", .integer(1))]), true),
        (.object([("data", items(1...2))]), true), (items(1...2), true),
    ]

    @Test(arguments: totals.indices)
    func `a list that is shorter than the server says is an error`(index: Int) async throws {
        let (answer, isWhole) = Self.totals[index]
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.hostility = ("/api/tickets", .instead(answer)) }
        let trouble = await endOf { try await fixture.pull() }
        #expect((trouble == nil) == isWhole, "\(String(describing: trouble))")
        #expect(trouble?.code ?? .unexpected == .unexpected)
    }

    @Test func `a list that never ends is cut off`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.isEndless = true
            state.pageSize = 1
            state.tickets = (1...30).map {
                EventScheduleFixture.ticket(["id": .integer($0), "code": .string("\(EventScheduleFixture.code)\($0)")])
            }
            state.checkIns = (1...30).map {
                ["id": .integer($0), "ticket_id": "101", "event_id": .integer(7), "action": "checkin"]
            }
        }
        let troubles = try await fixture.double.serve { address in
            var (source, link) = (fixture.source(address), fixture.link(address))
            source.bounds.pages = 5
            link.mostPages = 5
            return [
                await endOf { try await source.pull { _ in } },
                await endOf {
                    try await EventScheduleCheckInTests.readAll(link, from: nil)
                },
            ]
        }
        #expect(troubles.map { $0?.code } == [.tooLarge, .tooLarge])
    }
}
