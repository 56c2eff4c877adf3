import Foundation
import Messages
import Pictures
import QRWriter
import Testing
import Tickets

@testable import Handouts
@testable import Publishing

/// Tickets as a printer shows them.
@Suite struct DrawingTests {
    private let guests: GuestList

    init() throws { guests = try GuestList() }

    /// A signed code has as many characters.
    private static let long = String(repeating: "Ab3/", count: 40)

    private static let papers: [HandoutLayout] = [.a4, .letter, .strip, .labels]

    @Test(arguments: papers)
    func `every code is read back from the page`(layout: HandoutLayout) async throws {
        let codes = (1...14).map { "code-\($0)-wk8wfyzjrbrdv5" } + [Self.long]
        let rows = codes.enumerated().map { "\($1),\($0 + 1001),\($0 % 2 == 0 ? "standard" : "vip"),Guest \($0)" }
        let tickets = try guests.tickets("code,ref,type,holder\n" + rows.joined(separator: "\n") + "\n")
        let outcome = try guests.printer(layout).write(tickets, by: .all, into: guests.path("out")) { _ in }
        #expect(outcome.files == 1)
        let found = try await guests.codes(on: guests.path("out/tickets.pdf"))
        #expect(found.sorted() == codes.sorted())
    }

    @Test(arguments: papers)
    func `texts of any length and script neither meet, nor reach the code, nor leave the paper`(
        layout: HandoutLayout
    ) async throws {
        let long = String(repeating: "Maximiliane-Theodora Ångström ", count: 16)
        let word = String(repeating: "Ж", count: 240)
        let names = [
            "Ελένη Παπαδοπούλου", "Łucja Strauß", "Дмитрий Щукин", long, word, "点茗 \u{202E}\u{7}x\u{FFFF}", "W",
        ]
        let rows = names.enumerated().map { number, name in
            let reference = number % 2 == 0 ? String(repeating: "R", count: 200) : "\(1000 + number)"
            return "\(GuestList.codes[number % 4])\(number),\(reference),vip,\"\(name)\","
                + "\"\(String(name.prefix(90)))\",\(String(repeating: "9", count: 60)) €,3,"
                + "2026-12-05 20:00,2026-12-06 01:00"
        }
        let tickets = try guests.tickets(
            "code,ref,type,holder,seat,price,admits,not_before,not_after\n" + rows.joined(separator: "\n") + "\n")
        let yaml = GuestList.event.replacing("Winter Gala", with: "\"\(long.prefix(400))\"")
            .replacing("Hall 2", with: "\"\(word.prefix(95))\"").replacing("5 Main Street", with: "\(long.prefix(350))")
            .replacing("name: VIP", with: "name: \"\(long.prefix(180))\"")
        let definition = try guests.definition(yaml)
        let named = try SoldTicket.all(in: guests.path("tickets.csv"), of: definition).tickets
        #expect(named.count == tickets.count)
        let design = try guests.design("terms: \"\(String(repeating: "No refunds. ", count: 300))\"\n")
        _ = try HandoutPrinter(definition, design: design, layout: layout).write(
            named, by: .all, into: guests.path("out")
        ) { _ in }
        let pdf = guests.path("out/tickets.pdf")
        let words = try await guests.words(on: pdf)
        #expect(words.count > 40)
        let paper: Paper = layout == .letter ? .letter : .a4
        for word in words {
            #expect(word.left > 10 && word.top > 10, "\(word)")
            #expect(word.right < paper.width - 10 && word.bottom < paper.height - 10, "\(word)")
        }
        for (number, word) in words.enumerated() {
            // A box has the descent of the line above and the ascent of the one below, and those of a font for Chinese
            // are nearly half as high again as its letters.
            for other in words[(number + 1)...] where word.overlaps(other) {
                let height = min(word.bottom, other.bottom) - max(word.top, other.top)
                let width = min(word.right, other.right) - max(word.left, other.left)
                #expect(height < 2 || width < 0.5, "\(word) and \(other)")
            }
        }
        // A text over a code, or in its quiet zone, would keep it from being read.
        #expect(try await guests.codes(on: pdf).sorted() == named.map(\.row.code).sorted())
    }

    @Test func `a page says when, where, for whom and for how much`() async throws {
        let tickets = try guests.tickets(
            """
            code,ref,type,holder,seat,price,admits,not_before,not_after
            \(GuestList.codes[0]),3LXUQ-1#77,vip,Eva Muster,"Row 1, 4",45.00 €,4,2026-12-05 20:00,2026-12-06 01:00

            """)
        let design = try guests.design("terms: No refunds.\n")
        let printer = try guests.printer(.a4, design: design)
        _ = try printer.write(tickets, by: .ticket, into: guests.path("out")) { _ in }
        let text = try #require(try await guests.texts(on: guests.path("out/3LXUQ-1.pdf")).first)
        for part in [
            "Winter Gala", "Gala Ltd", "Saturday", "5 December 2026", "19:00 · doors open 17:00", "Hall 2",
            "5 Main Street, Kampala", "Eva Muster", "VIP", "Row 1, 4", "45.00 €", "4 people", "valid from 20:00",
            "01:00", "3LXUQ-1", "No refunds.",
        ] { #expect(text.contains(part), "\(part) is missing in \(text)") }
        #expect(!text.contains("#77"))
    }

    @Test(arguments: [
        ("de", "Samstag, 5. Dezember 2026", "Einlass ab 17:00"), ("fr", "samedi 5 décembre 2026", "ouverture"),
        ("es", "sábado, 5 de diciembre de 2026", "apertura"), ("sw", "Jumamosi, 5 Desemba 2026", "milango"),
    ])
    func `dates are in words, in the language of the design`(language: String, day: String, doors: String) throws {
        let words = try guests.design("language: \(language)\n").words
        let event = HandoutEvent(try guests.definition(), words: words)
        #expect(event.day == day)
        #expect(event.clock == "19:00")
        #expect(event.doors?.contains(doors) == true)
    }

    @Test func `a code is large, and corrects as much as leaves its modules large`() throws {
        let usual = try Handout.code(GuestList.codes[0])
        #expect(try usual == QRMatrix(encoding: GuestList.codes[0], errorCorrection: .high))
        let signed = try Handout.code(Self.long)
        #expect(try signed == QRMatrix(encoding: Self.long, errorCorrection: .quartile))
        // The longest that a list may have.
        #expect(throws: Never.self) { try Handout.code(String(repeating: "x", count: 1024)) }
    }

    @Test func `a logo is in a file once, however many tickets that has`() async throws {
        let picture = try QRMatrix(encoding: "logo").picture(modulePixels: 8)
        try PictureFile.write(picture.pngFile(), to: guests.path("logo.png").path)
        let rows = (1...20).map { "code-\($0)-wk8wfyzjrbrdv5,vip\n" }.joined()
        let printer = try guests.printer(.a4, design: guests.design("logo: logo.png\n"))
        _ = try printer.write(guests.tickets("code,type\n" + rows), by: .all, into: guests.path("out")) { _ in }
        let file = String(decoding: try Data(contentsOf: guests.path("out/tickets.pdf")), as: UTF8.self)
        #expect(file.matches(of: /\/Subtype \/Image/).count == 1)
        let codes = try await guests.codes(on: guests.path("out/tickets.pdf"))
        #expect(codes.filter { $0 == "logo" }.count == 20)
        #expect(Set(codes).count == 21)
    }

    @Test func `the design in the document is one`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/EVENT.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```yml\n")
        let example = try #require(blocks.last?.components(separatedBy: "```").first)
        try PictureFile.write(
            QRMatrix(encoding: "logo").picture(modulePixels: 4).pngFile(), to: guests.path("logo.png").path)
        let design = try guests.design(example)
        #expect(design.logo?.aspect == 1)
        #expect(design.terms?.hasPrefix("No refunds.") == true)
        #expect(design.labels.rows == 8)
    }

    @Test func `faults of a design are named together`() throws {
        let error = #expect(throws: (any Error).self) {
            try guests.design("color: blue\nlanguage: xx\nlabels: {columns: 20, margin_x: -1}\nlgo: x\n")
        }
        let text = "\(error.map { "\($0)" } ?? "")"
        for part in ["color", "language", "labels", "margin_x", "lgo"] { #expect(text.contains(part), "\(text)") }
        #expect(throws: PictureError.self) { try guests.design("logo: none.png\n") }
    }

    @Test func `terms that have no room on a strip are left out, and counted`() async throws {
        let tickets = try guests.tickets("code,ref,type\n\(GuestList.codes[0]),1,vip\n\(GuestList.codes[1]),2,vip\n")
        let long = try guests.design("terms: \"\(String(repeating: "No refunds. ", count: 300))\"\n")
        let outcome = try guests.printer(.strip, design: long).write(tickets, by: .all, into: guests.path("a")) { _ in }
        #expect(outcome.withoutTerms == 2)
        #expect(try await !guests.texts(on: guests.path("a/tickets.pdf"))[0].contains("refunds"))
        let short = try guests.design("terms: No refunds.\n")
        let whole = try guests.printer(.strip, design: short).write(tickets, by: .all, into: guests.path("b")) { _ in }
        #expect(whole.withoutTerms == 0)
        #expect(try await guests.texts(on: guests.path("b/tickets.pdf"))[0].contains("No refunds."))
    }
}
