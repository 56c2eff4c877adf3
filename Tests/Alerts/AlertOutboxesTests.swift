import Testing
import Tickets

@testable import Alerts

enum TestKind: String, AlertKind {
    case unsent, clockOff, deviceGone, noList
}

struct AlertOutboxesTests {
    private typealias Outboxes = AlertOutboxes<TestKind>

    private let unsent = Alert<TestKind>(kind: .unsent, subject: "box", message: "Check-ins wait.")
    private let clock = Alert<TestKind>(kind: .clockOff, subject: "clock", message: "The clock is off.")
    private let shut = Alert<TestKind>(
        kind: .noList, subject: "", message: "No list is installed.", severity: .doorShut)

    private static func outboxes(_ receivers: String...) -> Outboxes {
        var outboxes = Outboxes()
        outboxes.setReceivers(receivers, now: Timestamp(seconds: 0), makeID: { "new" })
        return outboxes
    }

    private static func words(_ messages: [AlertMessage]) -> [String] {
        messages.map { "\($0.alert) \($0.state)" }
    }

    @Test func `tells once that an alert begins, and once that it ends`() {
        var book = Self.outboxes("office")
        var number = 0
        func review(_ alerts: [Alert<TestKind>]) -> [String] {
            book.review(alerts, now: Timestamp(seconds: 0)) {
                number += 1
                return "m\(number)"
            }
            let messages = book.due(for: "office", isQuiet: false)
            for message in messages { book.noteSent(message.id, to: "office") }
            return Self.words(messages)
        }
        #expect(review([unsent]) == ["unsent begun"])
        #expect(review([Alert(kind: .unsent, subject: "box", message: "They wait longer.")]).isEmpty)
        #expect(review([unsent, clock]) == ["clockOff begun"])
        #expect(review([clock]) == ["unsent ended"])
        #expect(review([]) == ["clockOff ended"])
        #expect(review([]).isEmpty)
        #expect(review([unsent]) == ["unsent begun"])
    }

    @Test func `two of a kind are two alerts`() {
        var book = Self.outboxes("office")
        let two = ["A", "B"].map { Alert<TestKind>(kind: .deviceGone, subject: $0, message: "gone") }
        book.review(two + two, now: Timestamp(seconds: 0)) { "id" }
        #expect(book.due(for: "office", isQuiet: false).count == 2)
    }

    @Test func `each receiver has its own outbox, and takes the end after the beginning`() {
        var book = Self.outboxes("office", "phone")
        book.review([clock], now: Timestamp(seconds: 0)) { "begun" }
        book.noteSent("begun", to: "phone")
        book.review([], now: Timestamp(seconds: 2)) { "ended" }
        #expect(book.due(for: "office", isQuiet: false).map(\.id) == ["begun", "ended"])
        #expect(book.due(for: "phone", isQuiet: false).map(\.id) == ["ended"])
    }

    @Test func `a new receiver hears of what is active, and one that is gone leaves nothing`() {
        var book = Self.outboxes("office")
        book.review([clock], now: Timestamp(seconds: 0)) { "begun" }
        book.setReceivers(["phone"], now: Timestamp(seconds: 1), makeID: { "again" })
        #expect(Self.words(book.due(for: "phone", isQuiet: false)) == ["clockOff begun"])
        #expect(book.due(for: "office", isQuiet: false).isEmpty)
    }

    @Test func `keeps the newest messages when a receiver takes none`() {
        var book = Self.outboxes("office")
        for round in 0..<Outboxes.mostMessages {
            book.review(round % 2 == 0 ? [unsent] : [], now: Timestamp(seconds: Int64(round))) { String(round) }
        }
        book.review([clock], now: Timestamp(seconds: 5000)) { "last" }
        let messages = book.due(for: "office", isQuiet: false)
        #expect(messages.count == Outboxes.mostMessages)
        #expect(messages.last?.id == "last")
    }

    @Test func `what began and ended in quiet hours is not told`() {
        var book = Self.outboxes("office")
        let night = Timestamp(seconds: 100)
        book.review([unsent], now: Timestamp(seconds: 110), quietSince: night) { "1" }
        #expect(book.due(for: "office", isQuiet: true).isEmpty)
        book.review([], now: Timestamp(seconds: 120), quietSince: night) { "2" }
        #expect(book.due(for: "office", isQuiet: false).isEmpty)
    }

    @Test func `what began before the quiet hours is told with its end, when they are over`() {
        var book = Self.outboxes("office")
        book.review([unsent], now: Timestamp(seconds: 90)) { "1" }
        book.review([], now: Timestamp(seconds: 120), quietSince: Timestamp(seconds: 100)) { "2" }
        #expect(book.due(for: "office", isQuiet: true).isEmpty)
        #expect(Self.words(book.due(for: "office", isQuiet: false)) == ["unsent begun", "unsent ended"])
    }

    @Test func `a shut door is told at any hour, and so is its end`() {
        var book = Self.outboxes("office")
        let night = Timestamp(seconds: 100)
        book.review([unsent, shut], now: Timestamp(seconds: 110), quietSince: night) { "1" }
        book.review([], now: Timestamp(seconds: 120), quietSince: night) { "2" }
        #expect(Self.words(book.due(for: "office", isQuiet: true)) == ["noList begun", "noList ended"])
    }

    @Test func `a report is told once`() {
        var book = Self.outboxes("office")
        let report = AlertReport(key: "gala", alert: clock)
        for _ in 0..<2 { book.tell(report, now: Timestamp(seconds: 0)) { "id" } }
        #expect(Self.words(book.due(for: "office", isQuiet: false)) == ["clockOff told"])
    }

    @Test func `a report that nobody needs any more is not sent`() {
        var book = Self.outboxes("office")
        let report = AlertReport(key: "gala", alert: clock, expires: Timestamp(seconds: 60))
        book.tell(report, now: Timestamp(seconds: 0)) { "id" }
        book.review([], now: Timestamp(seconds: 59)) { "id" }
        #expect(book.due(for: "office", isQuiet: false).count == 1)
        book.review([], now: Timestamp(seconds: 60)) { "id" }
        #expect(book.due(for: "office", isQuiet: false).isEmpty)
    }
}
