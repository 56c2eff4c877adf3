import Foundation
import Testing
import Tickets

@testable import Fleet

@Suite struct OrderTests {
    private static let noon = Timestamp(seconds: 1_795_262_400)
    private let key = SigningKey()

    private func order(_ change: (inout Order) -> Void = { _ in }) -> Order {
        var order = Order(
            id: "0190f000-0000-7000-8000-000000000001", stations: ["gate-A"], act: .notice, text: "Hello", by: "Sue",
            issued: Self.noon, expires: Self.noon + .seconds(600))
        change(&order)
        return order
    }

    @Test func `what was signed is read with its key, and with no other`() throws {
        let line = try SignedOrder.sign(order(), with: key)
        #expect(try SignedOrder(line, key: key.verificationKey).order == order())
        #expect(throws: SignedOrder.Fault.otherKey) { try SignedOrder(line, key: SigningKey().verificationKey) }
        var parts = line.split(separator: ".").map(String.init)
        let other = try SignedOrder.sign(order { $0.text = "Leave" }, with: SigningKey()).split(separator: ".")
        parts[1] = String(other[1])
        #expect(throws: SignedOrder.Fault.unsigned) {
            try SignedOrder(parts.joined(separator: "."), key: key.verificationKey)
        }
    }

    /// A head of a journal is signed, too.
    @Test func `a line that was signed for something else is no order`() throws {
        let payload = Data(#"{"id":"0190f000-0000-7000-8000-000000000001"}"#.utf8)
        for purpose in [SignedClaims.Purpose.manifest, .journalHead, .pairing, .stationReport] {
            let line = try SignedClaims.sign(payload, purpose: purpose, with: key)
            #expect(throws: SignedOrder.Fault.unreadable) { try SignedOrder(line, key: key.verificationKey) }
        }
    }

    @Test(
        arguments: [
            { $0.id = "1" }, { $0.by = "" }, { $0.by = "a\nb" }, { $0.text = nil }, { $0.text = "" },
            { $0.text = String(repeating: "x", count: 301) }, { $0.text = "a\u{7}" }, { $0.stations = [] },
            { $0.expires = noon }, { $0.expires = noon + .seconds(86_401) }, { $0.act = .place },
            {
                $0.act = .place
                $0.direction = .look
            },
            { $0.gate = "A" }, { $0.text = "  " }, { $0.act = .restart },
            {
                $0.act = .place
                $0.text = nil
                $0.gate = String(repeating: "x", count: 101)
            },
        ] as [@Sendable (inout Order) -> Void])
    func `an order with a fault is none`(change: @Sendable (inout Order) -> Void) throws {
        let wrong = order(change)
        #expect(wrong.fault != nil)
        let line = try SignedOrder.sign(wrong, with: key)
        #expect(throws: SignedOrder.Fault.unreadable) { try SignedOrder(line, key: key.verificationKey) }
    }

    @Test func `what is over is not passed on`() throws {
        let line = try SignedOrder.sign(order(), with: key)
        #expect(try SignedOrder.posted(line, at: Self.noon).text == "Hello")
        #expect(throws: (any Error).self) { try SignedOrder.posted(line, at: Self.noon + .seconds(600)) }
        #expect(throws: (any Error).self) { try SignedOrder.posted(line, at: Self.noon - .seconds(301)) }
        #expect(throws: (any Error).self) { try SignedOrder.requireRoom(beside: Array(repeating: line, count: 200)) }
    }

    @Test func `the page shows who did it, who could not, and who has not answered`() throws {
        let given = order { $0.stations = ["gate-A", "gate-B", "gate-C"] }
        let foreign = order { $0.id = "0190f000-0000-7000-8000-000000000002" }
        var reports: [StationReport] = []
        for (name, outcome) in [("gate-A", OrderResult.Outcome.done), ("gate-B", .failed)] {
            var report = try Reporting(name: name).report
            report.orders = [
                OrderResult(id: given.id, outcome: outcome, why: outcome == .failed ? "no gate" : nil, at: Self.noon)
            ]
            reports.append(report)
        }
        reports.append(try Reporting(name: "gate-D").report)
        let shown = OrderOverview(given, reports)
        #expect(shown.answers.map(\.station) == ["gate-A", "gate-B"])
        #expect(shown.answers.map(\.outcome) == [.done, .failed])
        #expect(shown.waiting == ["gate-C"])
        #expect(OrderOverview(foreign, reports).waiting == ["gate-A"])
        #expect(OrderOverview(order { $0.stations = nil }, reports).waiting == ["gate-D"])
    }
}
