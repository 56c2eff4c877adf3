import Testing

@testable import Tickets

struct AlertTrackerTests {
    private enum Kind: String, AlertKind {
        case unsent, clockOff, deviceGone
    }

    private let unsent = Alert<Kind>(kind: .unsent, subject: "box", message: "Check-ins wait.")
    private let clock = Alert<Kind>(kind: .clockOff, subject: "clock", message: "The clock is off.")

    @Test func `tells once that an alert begins, and once that it ends`() {
        var book = AlertTracker<Kind>()
        var number = 0
        func review(_ alerts: [Alert<Kind>]) -> [String] {
            let before = book.unsent.count
            book.review(alerts, now: Timestamp(seconds: 0)) {
                number += 1
                return "m\(number)"
            }
            return book.unsent.dropFirst(before).map { "\($0.alert.kind) \($0.state)" }
        }
        #expect(review([unsent]) == ["unsent begun"])
        #expect(review([Alert<Kind>(kind: .unsent, subject: "box", message: "They wait longer.")]).isEmpty)
        #expect(review([unsent, clock]) == ["clockOff begun"])
        #expect(review([clock]) == ["unsent ended"])
        #expect(review([]) == ["clockOff ended"])
        #expect(review([]).isEmpty)
        #expect(review([unsent]) == ["unsent begun"])
    }

    @Test func `two of a kind are two alerts`() {
        var book = AlertTracker<Kind>()
        let two = ["A", "B"].map { Alert<Kind>(kind: .deviceGone, subject: $0, message: "gone") }
        book.review(two + two, now: Timestamp(seconds: 0)) { "id" }
        #expect(book.unsent.count == 2)
    }

    @Test func `what is not heard is sent again, the end after the beginning`() {
        var book = AlertTracker<Kind>()
        book.review([clock], now: Timestamp(seconds: 0)) { "begun" }
        book.review([clock], now: Timestamp(seconds: 1)) { "again" }
        book.review([], now: Timestamp(seconds: 2)) { "ended" }
        #expect(book.unsent.map(\.id) == ["begun", "ended"])
        book.noteSent("begun")
        #expect(book.unsent.map(\.id) == ["ended"])
    }

    @Test func `keeps the newest messages when nobody takes them`() {
        var book = AlertTracker<Kind>()
        for round in 0..<AlertTracker<Kind>.mostMessages {
            book.review(round % 2 == 0 ? [unsent] : [], now: Timestamp(seconds: Int64(round))) { String(round) }
        }
        book.review([clock], now: Timestamp(seconds: 5000)) { "last" }
        #expect(book.unsent.count == AlertTracker<Kind>.mostMessages)
        #expect(book.unsent.last?.id == "last")
    }
}
