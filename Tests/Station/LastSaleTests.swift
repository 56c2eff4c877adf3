import Foundation
import Journal
import Manifests
import Publishing
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// The tickets of the last sale, on paper and on the screen again.
@Suite struct LastSaleTests {
    private let sale = SaleFixture()
    private var cashier: Staff { sale.cashier }
    private var supervisor: Staff { sale.supervisor }

    /// A program in the place of lp, which keeps what it is given.
    private func lp(_ folder: URL, status: Int = 0) throws -> String {
        let program = folder.appending(path: "lp")
        let script = """
            #!/bin/sh
            echo "$@" > \(folder.path)/arguments
            cat > \(folder.path)/printed.pdf
            echo "lp: The printer or class does not exist." >&2
            exit \(status)
            """
        try Data(script.utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        return program.path
    }

    /// A program that never ends by itself.
    private func hanging(_ folder: URL) throws -> String {
        let program = folder.appending(path: "lp")
        try Data("#!/bin/sh\nexec tail -f /dev/null\n".utf8).write(to: program)
        return program.path
    }

    @Test func `tickets are printed, a page for each, and no file is left`() async throws {
        let here = try await sale.booth()
        let answer = try await here.station.boxOffice.sell(
            SaleRequest(type: "standard", count: 2, payment: "cash", holder: "Zoë"), by: cashier)
        let printed = PrintedSale(
            plan: here.station.resources.manifests.installed[0].plan,
            type: TicketType(id: 1, slug: "s", name: "Standard"),
            price: "15.00 EUR", holder: "Zoë", tickets: answer.tickets)
        let folder = try TemporaryFolder()
        var printer = TicketPrinter(name: "counter", folder: folder.url)
        printer.program = try lp(folder.url)
        try await printer.print(printed)
        let pdf = try Data(contentsOf: folder.url.appending(path: "printed.pdf"))
        #expect(pdf.starts(with: Data("%PDF-".utf8)))
        let pages = String(decoding: pdf, as: UTF8.self).matches(of: #/\/Type \/Page\b[^s]/#).count
        #expect(pages == 2)
        let arguments = try String(contentsOf: folder.url.appending(path: "arguments"), encoding: .utf8)
        #expect(arguments == "-d counter -s -o fit-to-page\n")
        printer.program = try lp(folder.url, status: 1)
        #expect(await sale.refusal { try await printer.print(printed) }?.contains("does not exist") == true)
        printer.patience = .milliseconds(200)
        printer.program = try hanging(folder.url)
        #expect(await sale.refusal { try await printer.print(printed) } == "CUPS does not answer")
        printer.program = "/nowhere/lp"
        #expect(await sale.refusal { try await printer.print(printed) } == "/nowhere/lp cannot be started")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(left.sorted() == ["arguments", "lp", "printed.pdf"])
    }

    @Test func `the last sale is shown again until the next one, or until it is taken back`() async throws {
        let here = try await sale.booth()
        let box = here.station.boxOffice
        let one = SaleRequest(type: "standard", payment: "cash")
        let first = try await box.sell(one, by: cashier)
        #expect(try await box.show(LastSaleRequest(seq: 1), by: cashier) == first)
        let second = try await box.sell(SaleRequest(type: "standard", count: 2, payment: "cash"), by: cashier)
        let gone = "this station no longer has their codes"
        #expect(await sale.refusal { _ = try await box.show(LastSaleRequest(seq: 1), by: cashier) } == gone)
        #expect(try await box.show(LastSaleRequest(seq: 2), by: cashier) == second)
        _ = try await box.refund(RefundRequest(seq: 2), by: supervisor)
        #expect(try await box.show(LastSaleRequest(seq: 3), by: cashier).tickets == [second.tickets[1]])
        #expect(await sale.refusal { _ = try await box.show(LastSaleRequest(seq: 2), by: cashier) } == gone)
        #expect(await sale.refusal { try await box.print(LastSaleRequest(seq: 2), by: cashier) } == gone)
    }

    @Test func `tickets are sold also when they cannot be printed`() async throws {
        let here = try await sale.booth()
        let answer = try await here.station.boxOffice.sell(
            SaleRequest(type: "standard", payment: "cash", isPrinted: true), by: cashier)
        #expect(answer.tickets.count == 1 && answer.printProblem?.contains("no printer is configured") == true)
    }
}
