import Files
import Foundation
import Pictures
import QRReader
import TestSupport
import Testing
import Tickets

@testable import Handouts
@testable import Publishing

/// Which files are written, and what they are called.
@Suite struct PrinterTests {
    private let guests: GuestList

    init() throws { guests = try GuestList() }

    private func names() throws -> [String] {
        try Folder.names(in: guests.path("out"))
    }

    @Test func `each ticket has a file of its own, and the index says which`() throws {
        let tickets = try guests.tickets(
            """
            code,ref,type,holder,email
            \(GuestList.codes[0]),A/1,vip,"Muster, Eva",eva@example.org
            \(GuestList.codes[1]),a/1,standard,=Bo,
            \(GuestList.codes[2]),,vip,,
            \(GuestList.codes[3]),../x,vip,,x@example.org

            """)
        var drawn: [Int] = []
        let outcome = try guests.printer(.a4).write(tickets, by: .ticket, into: guests.path("out")) { drawn.append($0) }
        #expect(outcome.files == 4)
        #expect(drawn.last == 4)
        #expect(try names() == ["A-1.pdf", "a-1-2.pdf", "index.csv", "line-4.pdf", "x.pdf"])
        let index = try String(contentsOf: guests.path("out/index.csv"), encoding: .utf8)
        let expected = [
            "ref,holder,email,file", "A/1,\"Muster, Eva\",eva@example.org,A-1.pdf", "a/1,'=Bo,,a-1-2.pdf",
            ",,,line-4.pdf", "../x,,x@example.org,x.pdf", "",
        ]
        #expect(index.components(separatedBy: "\r\n") == expected)
        // Whoever has a file has the tickets.
        let mode = try FileManager.default.attributesOfItem(atPath: guests.path("out/x.pdf").path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func `tickets of an order are pages of one file, wherever they stand in the list`() async throws {
        let tickets = try guests.tickets(
            """
            code,ref,type,order
            \(GuestList.codes[0]),3LXUQ-1,vip,
            \(GuestList.codes[1]),77,vip,web 9
            \(GuestList.codes[2]),3LXUQ-2#12,vip,
            \(GuestList.codes[3]),78,vip,

            """)
        let outcome = try guests.printer(.letter).write(tickets, by: .order, into: guests.path("out")) { _ in }
        #expect(outcome.files == 3)
        #expect(try names() == ["3LXUQ.pdf", "78.pdf", "index.csv", "web-9.pdf"])
        let codes = try await guests.codes(on: guests.path("out/3LXUQ.pdf"))
        #expect(codes == [GuestList.codes[0], GuestList.codes[2]])
    }

    @Test func `without orders nothing can be grouped by them`() throws {
        let tickets = try guests.tickets("code,type\n\(GuestList.codes[0]),vip\n")
        let error = #expect(throws: HandoutError.self) {
            try guests.printer(.a4).write(tickets, by: .order, into: guests.path("out")) { _ in }
        }
        #expect(error?.hint?.contains("column order") == true)
    }

    @Test func `only valid tickets are handed out`() throws {
        let file = try guests.folder.write(
            """
            code,type,status
            \(GuestList.codes[0]),vip,
            \(GuestList.codes[1]),vip,refunded
            \(GuestList.codes[2]),,revoked
            \(GuestList.codes[3]),vip,refunded

            """, to: "tickets.csv")
        let (tickets, leftOut) = try SoldTicket.all(in: file, of: guests.definition())
        #expect(tickets.map(\.row.code) == [GuestList.codes[0]])
        #expect(leftOut == ["refunded": 2, "revoked": 1])
    }

    @Test func `a row without a code is named before anything is drawn, with what to do`() throws {
        let file = try guests.folder.write("code,type,ref\n,vip,1\nx,vpi,2\n", to: "tickets.csv")
        let error = #expect(throws: (any Error).self) { try SoldTicket.all(in: file, of: guests.definition()) }
        let text = "\(error.map { "\($0)" } ?? "")"
        #expect(text.contains("line 2: code is missing"))
        #expect(text.contains("line 3: type \"vpi\" is not in event.yaml, did you mean \"vip\"?"))
        #expect(text.contains("usher ticket issue"))
    }

    @Test func `nobody gets a ticket for an event that is cancelled`() throws {
        let definition = try guests.definition(GuestList.event + "\nstatus: cancelled\n")
        #expect(throws: HandoutError.self) {
            try HandoutPrinter(definition, design: HandoutDesign(), layout: .a4)
        }
    }

    @Test func `pictures of the codes are named by reference`() throws {
        let tickets = try guests.tickets("code,ref,type\n\(GuestList.codes[0]),1001,vip\n")
        _ = try guests.printer(.png).write(tickets, by: .ticket, into: guests.path("out")) { _ in }
        let picture = try GreyImage(readingFile: guests.path("out/1001.png").path)
        var reader = try QRReader()
        let symbols = reader.readStill(picture.luma.span, width: picture.width, height: picture.height)
        #expect(symbols.map(\.text) == [GuestList.codes[0]])
    }

    @Test func `labels fill any sheet`() async throws {
        let design = try guests.design(
            "labels: {paper: letter, columns: 2, rows: 5, margin_x: 4, margin_y: 12.7, gap_x: 4.8}\n")
        let rows = (1...12).map { "code-\($0)-wk8wfyzjrbrdv5,\(1000 + $0),vip,Guest \($0)\n" }.joined()
        let tickets = try guests.tickets("code,ref,type,holder\n" + rows)
        _ = try guests.printer(.labels, design: design).write(tickets, by: .all, into: guests.path("out")) { _ in }
        let pages = try await guests.texts(on: guests.path("out/tickets.pdf"))
        #expect(pages.count == 2)
        #expect(pages[0].contains("Guest 10") && pages[1].contains("Guest 11"))
        #expect(pages[0].contains("VIP") && pages[0].contains("1010"))
        #expect(try await guests.codes(on: guests.path("out/tickets.pdf")).count == 12)
    }
}
