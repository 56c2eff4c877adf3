import Foundation
import Tickets

@testable import StationAPI

extension FakeStation {
    func sellsHere() -> Bool { true }

    func offers(for staff: Staff, reference: String?) throws -> BoxOfficeAnswer {
        try note("offers for \(staff.name)\(reference.map { ": \($0)" } ?? "")")
        return .sample
    }

    func sell(_ request: SaleRequest, by staff: Staff) throws -> SaleAnswer {
        try note("sell by \(staff.name)", request)
        return .sample
    }

    func show(_ request: LastSaleRequest, by staff: Staff) throws -> SaleAnswer {
        try note("show by \(staff.name)", request)
        return .sample
    }

    func print(_ request: LastSaleRequest, by staff: Staff) throws {
        try note("print by \(staff.name)", request)
    }

    func refund(_ request: RefundRequest, by staff: Staff) throws -> UndoAnswer {
        try note("refund by \(staff.name)", request)
        return .sample
    }
}

extension BoxOfficeAnswer {
    static let sample = BoxOfficeAnswer(
        offices: [
            Office(
                event: "gala", name: "Winter Gala", currency: "EUR", payments: ["cash", "card"],
                offers: [
                    Offer(
                        type: "standard", name: "Standard", price: "15.00", sold: 2, left: 8, isShared: true,
                        obstacle: nil),
                    Offer(
                        type: "guest", name: "Guest", price: nil, sold: 0, left: 5, isShared: false, obstacle: "role"),
                ], problem: "no key")
        ], canPrint: true,
        sales: [
            SaleItem(
                seq: 7, at: Timestamp(seconds: 0), ref: "DOOR-7KQ4M2XD", type: "Standard", terms: "15.00 EUR, cash",
                operator: "Anne", isRefunded: false)
        ])
}

extension SaleAnswer {
    static let sample = SaleAnswer(
        event: "gala", type: "Standard", total: "15.00 EUR", left: 7,
        tickets: [Ticket(seq: 9, ref: "DOOR-7KQ4M2XD", code: "secret", modules: ["10", "01"])],
        printProblem: "cannot print the tickets: no printer is configured")
}
