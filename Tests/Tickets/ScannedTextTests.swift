import Testing
import Tickets

struct ScannedTextTests {
    @Test(arguments: [
        "wk8wfyzj", " wk8wfyzj ", "\twk8wfyzj\r\n", "\u{2}wk8wfyzj\u{3}", "]Q1wk8wfyzj", "]Q3wk8wfyzj", "]C1wk8wfyzj",
        "]d2wk8wfyzj", "]e0wk8wfyzj\r", "\\000026wk8wfyzj", "]Q2\\000026wk8wfyzj", " ]Q2\\000026 wk8wfyzj \n",
    ])
    func `removes what readers add`(text: String) throws {
        #expect(try code(text).text == "wk8wfyzj")
        #expect(try code(text).dialect == .plain)
    }

    @Test(arguments: [
        "]", "]Q", "]1Q", "]-1abc", "a]Q1b", "\\00002", "\\00002x7", "x\\000026y", "]Q1]Q1",
    ])
    func `removes nothing else`(text: String) throws {
        let expected = text == "]Q1]Q1" ? "]Q1" : text
        #expect(try code(text).text == expected)
    }

    @Test func `keeps case, inner spaces and every byte of the text, in Unicode's form C`() throws {
        for text in ["AbC dEf", "\u{e9}", "👩‍👩‍👧", "Ａ"] {
            #expect(try Array(code(text).text.utf8) == Array(text.utf8))
        }
        #expect(try Array(code("e\u{301}").text.utf8) == Array("\u{e9}".utf8))
    }

    @Test func `accepts 1,024 bytes after stripping and not one more`() throws {
        let longest = String(repeating: "é", count: 512)
        #expect(try code("]Q2\\000026  \(longest) \r\n").text == longest)
        #expect(try code(longest + String(repeating: " ", count: 5000)).text == longest)
        #expect(ScannedText(parsing: longest + "a") == .malformed(.tooLong))
        #expect(ScannedText(parsing: "a" + longest) == .malformed(.tooLong))
        #expect(ScannedText(parsing: longest + "     a") == .malformed(.tooLong))
    }

    @Test func `reads 10 MB no further than it must`() {
        let bytes = CountedBytes(byte: UInt8(ascii: "A"), count: 10_000_000)
        #expect(ScannedText(parsing: bytes) == .malformed(.tooLong))
        #expect(bytes.furthest.index <= ScannedText.maximumByteCount)
    }

    @Test(arguments: ["", " ", "\r\n", "]Q1", "]Q2\\000026", " ]C1 \n"])
    func `refuses a text of nothing`(text: String) {
        #expect(ScannedText(parsing: text) == .malformed(.empty))
    }

    @Test(
        arguments: [
            [0xFF], [0x61, 0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0x80, 0x61],
        ] as [[UInt8]])
    func `refuses what is not UTF-8`(bytes: [UInt8]) {
        #expect(ScannedText(parsing: bytes) == .malformed(.notUTF8))
    }

    @Test(arguments: ["\u{0}", "a\u{0}", "a\nb", "a\tb", "a\u{1D}b", "a\u{7F}", "a\u{85}b", "\u{1B}[31m"])
    func `refuses control characters`(text: String) {
        #expect(ScannedText(parsing: text) == .malformed(.controlCharacter))
    }

    // MARK: - Dialects

    @Test(arguments: [
        "https://tickets.example/ticket/view/Ab12/s3cret",
        "http://tickets.example/ticket/view/Ab12/s3cret",
        "HTTPS://TICKETS.EXAMPLE/ticket/view/Ab12/s3cret",
        "https://tickets.example:8443/ticket/view/Ab12/s3cret",
        "https://other.example/public/de/ticket/view/Ab12/s3cret",
        "https://tickets.example/ticket/view/Ab12/s3cret/",
        "https://tickets.example/ticket/view/Ab12/s3cret?lang=de",
        "https://tickets.example/ticket/view/Ab12/s3cret/?lang=de#top",
        "https://tickets.example/ticket/view/Ab12/s3cret#/ticket/view/x/y",
        "https://tickets.example/ticket/view/old/older/ticket/view/Ab12/s3cret",
        "]Q1https://tickets.example/ticket/view/Ab12/s3cret\n",
    ])
    func `finds the secret at the end of an EventSchedule link`(text: String) throws {
        let code = try code(text)
        #expect(code.dialect == .eventSchedule)
        #expect(code.text == "s3cret")
        #expect(code.eventHint == "Ab12")
        #expect(code.otherContent == nil)
    }

    @Test(arguments: [
        "https://tickets.example/ticket/view/Ab12",
        "https://tickets.example/ticket/view/Ab12/",
        "https://tickets.example/ticket/view//s3cret",
        "https://tickets.example/ticket/view/Ab12/s3cret//",
        "https://tickets.example/ticket/view/Ab12/s3cret/edit",
        "https://tickets.example/Ticket/View/Ab12/s3cret",
        "https://tickets.example/myticket/view/Ab12/s3cret",
        "https://ticket/view/Ab12/s3cret",
        "https:///ticket/view/Ab12/s3cret",
        "https://tickets.example/?to=/ticket/view/Ab12/s3cret",
        "https://tickets.example/#/ticket/view/Ab12/s3cret",
    ])
    func `takes any other link as it stands`(text: String) throws {
        let code = try code(text)
        #expect(code.dialect == .plain)
        #expect(code.text == text)
        #expect(code.eventHint == nil)
        #expect(code.otherContent == .webAddress)
    }

    @Test(arguments: [
        "ftp://tickets.example/ticket/view/Ab12/s3cret", "tickets.example/ticket/view/Ab12/s3cret",
        "/ticket/view/Ab12/s3cret",
    ])
    func `takes no ticket link from elsewhere than the web`(text: String) throws {
        #expect(try code(text).dialect == .plain)
        #expect(try code(text).text == text)
    }

    private static let uuid = "0b7d2c1e-9a54-4e0b-8f2e-6d0f6a3f1c55"
    private static let otherUUID = "7A1E2B90-11CC-4D0E-9D3F-2B5C8E7F0A12"

    @Test func `looks an EventPassUG payload up whole and knows its event`() throws {
        let text = "TKT:T-000123|ORD:9921|EVT:\(Self.uuid)|USR:\(Self.otherUUID)"
        #expect(try code(text).dialect == .eventPassUG)
        #expect(try code(text).text == text)
        #expect(try code(text).eventHint == Self.uuid)

        let short = "TICKET:\(Self.otherUUID)"
        #expect(try code(short).dialect == .eventPassUG)
        #expect(try code(short).text == short)
        #expect(try code(short).eventHint == nil)
    }

    @Test(arguments: [
        "TICKET:12345", "TICKET:", "ticket:\(uuid)", "TICKET:\(uuid)|", "TICKET:\(uuid)x",
        "TKT:1|ORD:2|EVT:\(uuid)", "TKT:1|ORD:2|EVT:\(uuid)|USR:7", "TKT:1|ORD:2|EVT:gala|USR:\(uuid)",
        "ORD:2|TKT:1|EVT:\(uuid)|USR:\(uuid)", "TKT:1|ORD:2|EVT:\(uuid)|USR:\(uuid)|X:1",
    ])
    func `takes what only resembles EventPassUG as a plain code`(text: String) throws {
        #expect(try code(text).dialect == .plain)
        #expect(try code(text).text == text)
        #expect(try code(text).eventHint == nil)
    }

    // MARK: - Other content

    @Test(arguments: [
        ("https://example.org", OtherContent.webAddress), ("HTTP://EXAMPLE.ORG/a?b", .webAddress),
        ("www.example.org", .webAddress), ("WIFI:T:WPA;S:guests;P:secret;;", .wifi),
        ("MECARD:N:Doe,Jane;TEL:+256700000000;;", .contact), ("BEGIN:VCARD", .contact),
        ("mailto:jane@example.org", .contact), ("tel:+256700000000", .contact), ("SMSTO:+256700000000:hi", .contact),
        ("geo:0.3136,32.5811", .place), ("BEGIN:VEVENT", .calendarEntry),
    ])
    func `knows other content and still looks it up`(text: String, content: OtherContent) throws {
        #expect(try code(text).otherContent == content)
        #expect(try code(text).text == text)
    }

    @Test(arguments: ["wk8wfyzj", "telephone", "wwwexample", "x https://example.org", "WIFI", "]Q1begin"])
    func `takes no code for other content`(text: String) throws {
        #expect(try code(text).otherContent == nil)
    }

    @Test func `knows contact cards and calendar entries by their first line`() {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jane Doe\r\nEND:VCARD\r\n"
        #expect(ScannedText(parsing: card) == .notATicket(.contact))
        #expect(ScannedText(parsing: "BEGIN:VCALENDAR\nBEGIN:VEVENT\n") == .notATicket(.calendarEntry))
    }

    @Test func `knows a link that is too long to be a ticket`() {
        let link = "https://example.org/" + String(repeating: "é", count: 600)
        #expect(ScannedText(parsing: link) == .notATicket(.webAddress))
    }

    // MARK: - Secrecy

    @Test(arguments: [
        "s3cret-code", "https://tickets.example/ticket/view/Ab12/s3cret-code",
        "TKT:s3cret|ORD:1|EVT:\(uuid)|USR:\(uuid)",
        SignedCodeTests.withTimes, "=" + SignedCodeTests.withTimes,
    ])
    func `never prints a code`(text: String) throws {
        let scanned = ScannedText(parsing: text)
        let code = try code(text)
        var dumped = ""
        dump(scanned, to: &dumped)
        for printed in ["\(code)", "\(scanned)", String(reflecting: code), String(reflecting: scanned), dumped] {
            #expect(!printed.contains("s3cret"))
            #expect(!printed.contains(code.text))
            #expect(printed.contains("code"))
        }
    }

    private func code(_ text: String) throws -> TicketCode {
        guard case .ticket(let code) = ScannedText(parsing: text) else {
            throw NotATicket()
        }
        return code
    }

    private struct NotATicket: Error {}
}

/// One byte over and over, which remembers how far it was read.
private struct CountedBytes: Collection {
    final class Furthest {
        var index = 0
    }

    let byte: UInt8
    let count: Int
    let furthest = Furthest()

    var startIndex: Int { 0 }
    var endIndex: Int { count }

    func index(after index: Int) -> Int { index + 1 }

    subscript(index: Int) -> UInt8 {
        furthest.index = Swift.max(furthest.index, index)
        return byte
    }
}
