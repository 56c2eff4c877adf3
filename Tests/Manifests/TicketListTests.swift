import Files
import Foundation
import TestSupport
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// tickets.csv on its way into a manifest.
@Suite struct TicketListTests {
    let workshop: Workshop
    private static let code = Workshop.codes[0]
    private static let other = Workshop.codes[1]

    init() throws {
        workshop = try Workshop()
    }

    /// Builds from the bytes of a CSV.
    @discardableResult
    private func build(_ csv: Data, more: String = "", acceptsGuessableCodes: Bool = true) throws -> ManifestClaims {
        let definition = try workshop.definition(more: more)
        let file = workshop.path("tickets.csv")
        try csv.write(to: file)
        var source = try TicketCSV(file, zone: definition.zone)
        let builder = ManifestBuilder(
            definition: definition, key: workshop.organizer, now: Workshop.now,
            acceptsGuessableCodes: acceptsGuessableCodes)
        return try builder.build(&source, to: workshop.path("gala.usher"))
    }

    /// Builds from a CSV and installs.
    private func installed(_ csv: String, more: String = "") throws -> InstalledManifest {
        try build(Data(csv.utf8), more: more)
        return try workshop.station().install(workshop.path("gala.usher"), now: Workshop.now)
    }

    /// What is said of a CSV that is refused, without its first line, which names the file.
    private func faults(_ csv: String, more: String = "") throws -> [String] {
        let error = #expect(throws: ManifestError.self) { try build(Data(csv.utf8), more: more) }
        #expect(error?.code == .badTickets)
        #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.folder.path) == ["tickets.csv"])
        let lines = error?.reason.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        return lines.count == 1 ? lines : Array(lines.dropFirst())
    }

    // MARK: - Good lists

    @Test func `reads every column`() throws {
        let manifest = try installed(
            """
            code,ref,type,holder,seat,status,admits,not_before,not_after,attention,notes
            \(Self.code),17,vip,"Strauß, Łucja",A1,unpaid,4,2026-12-05 18:00,2026-12-05T23:00:00Z,Lanyard,"wheel
            chair"
            """)
        let record = try #require(try manifest.lookUp(Self.code))
        let line = try #require(record.lines.first)
        #expect(line.reference == "17")
        #expect(line.type.slug == "vip")
        #expect(line.seat == "A1")
        #expect(line.status == .unpaid)
        #expect(line.admits == 4)
        #expect(line.notBefore == Timestamp(rfc3339: "2026-12-05T15:00:00Z"))
        #expect(line.notAfter == Timestamp(rfc3339: "2026-12-05T23:00:00Z"))
        #expect(line.attention == "Lanyard")
        let holder = try manifest.holder(of: line.number, code: Self.code, key: record.key, staffKey: nil)
        #expect(holder == .holder(Holder(name: "Strauß, Łucja", notes: "wheelchair")))
    }

    @Test func `what is left out takes the event's times and one person`() throws {
        let manifest = try installed("code\n\(Self.code)\n")
        let line = try #require(try manifest.lookUp(Self.code)?.lines.first)
        #expect(line.type.slug == "standard")
        #expect(line.notBefore == manifest.plan.event.doorsOpen)
        #expect(line.notAfter == manifest.plan.event.ends)
        #expect(line.admits == 1)
        #expect(line.reference == nil)
        let key = manifest.key(of: Self.code)
        #expect(try manifest.holder(of: 0, code: Self.code, key: key, staffKey: nil) == .absent)
    }

    @Test(arguments: [
        "\u{FEFF}code,seat\r\n%,A\r\n", "code,seat\n%,A", "\"code\",\"seat\"\r\n\"%\",\"A\"\r\n", "seat,code\nA,%\n",
        "\n\ncode,seat\n\n%,A\n\n", " code , seat \n % , A \n",
    ])
    func `reads the spellings of RFC 4180`(csv: String) throws {
        let manifest = try installed(csv.replacing("%", with: Self.code))
        #expect(try manifest.lookUp(Self.code)?.lines.map(\.seat) == ["A"])
    }

    @Test func `quoted fields hold commas, line ends and quotation marks`() throws {
        let manifest = try installed("code,seat\n\(Self.code),\"Row \"\"A\"\", 1\n\"\n")
        #expect(try manifest.lookUp(Self.code)?.lines.map(\.seat) == ["Row \"A\", 1"])
    }

    @Test func `the same code with another type is another line`() throws {
        let manifest = try installed(
            "code,type,admits,holder\n\(Self.code),vip,2,A\n\(Self.other),vip,1,B\n\(Self.code),standard,2,C\n")
        let record = try #require(try manifest.lookUp(Self.code))
        #expect(record.lines.map(\.number) == record.lines.map(\.type.lineNumber))
        #expect(Set(record.lines.map(\.type.slug)) == ["vip", "standard"])
        let standard = try #require(record.lines.first { $0.type.slug == "standard" })
        #expect(try manifest.lookUp(Self.other)?.lines.count == 1)
        #expect(manifest.claims.body.tickets == 3)
        let second = try manifest.holder(of: standard.number, code: Self.code, key: record.key, staffKey: nil)
        #expect(second == .holder(Holder(name: "C", notes: nil)))
    }

    @Test func `a code in another dialect is found as it is scanned`() throws {
        let uuid = "123e4567-e89b-42d3-a456-426614174000"
        let manifest = try installed(
            """
            code,ref
            https://tickets.example/de/ticket/view/abc/\(Self.code),1
            TICKET:\(uuid),2
            """)
        #expect(try manifest.lookUp(Self.code)?.lines.first?.reference == "1")
        #expect(try manifest.lookUp("TICKET:\(uuid)")?.lines.first?.reference == "2")
    }

    @Test func `revoked codes have a table of their own`() throws {
        let manifest = try installed("code,status\n\(Self.code),revoked\n\(Self.other),valid\n")
        let record = try #require(try manifest.lookUp(Self.code))
        #expect(record.isRevoked)
        #expect(record.lines.isEmpty)
        #expect(try manifest.lookUp(Self.other)?.isRevoked == false)
        #expect(manifest.claims.body.tickets == 1)
        #expect(try manifest.counts().revoked == 1)
    }

    @Test func `an event without tickets is a list, for codes that are sold at the door`() throws {
        let manifest = try installed("code\n")
        #expect(manifest.claims.body.tickets == 0)
        #expect(manifest.plan.types.map(\.slug) == ["standard"])
    }

    @Test func `control and bidirectional characters are taken out`() throws {
        let manifest = try installed(
            "code,holder,seat,ref\n\(Self.code),\"Ev\u{202E}a\u{7}\",\"A\u{2066}\n1\",=1+1\n")
        let line = try #require(try manifest.lookUp(Self.code)?.lines.first)
        #expect(line.seat == "A1")
        #expect(line.reference == "=1+1")
        let key = manifest.key(of: Self.code)
        let holder = try manifest.holder(of: line.number, code: Self.code, key: key, staffKey: nil)
        #expect(holder == .holder(Holder(name: "Eva", notes: nil)))
    }

    // MARK: - Bad lists

    @Test func `every bad row is named with its line`() throws {
        let found = try faults(
            """
            code,type,status,admits,not_before,not_after
            ,vip,,,,
            \(Self.code),vip,vald,x,2026-12-05,2026-12-32 10:00
            "\(Self.other)",vip,,,"",
            a,vip,,0,,
            b,vip,,1001,,
            c,vip,,,2026-12-05 20:00,2026-12-05 20:00
            d,vip
            e,"vip"x,,,,
            f,v"ip,,,,
            \(Self.other),vip,,,,
            \(Self.other),vip,revoked,,,
            g,,revoked,,,
            g,vip,,,,
            g,,revoked,,,
            http://example.com/\(String(repeating: "x", count: 1100)),vip,,,,
            """)
        #expect(
            found == [
                "line 2: code is missing",
                """
                line 3: status "vald" is not one of valid, unpaid, voided, refunded, blocked, unapproved, revoked, \
                did you mean "valid"?; admits "x" is not a whole number; \
                not_before "2026-12-05" is not a time like 2026-12-05 19:00; \
                not_after "2026-12-32 10:00" is not a time like 2026-12-05 19:00
                """,
                "line 5: admits \"0\" is not from 1 to 1000",
                "line 6: admits \"1001\" is not from 1 to 1000",
                """
                line 7: not_after (2026-12-05T17:00:00.000Z) is not later than \
                not_before (2026-12-05T17:00:00.000Z)
                """,
                "line 8: it has 2 columns, the header has 6",
                "line 9: there is text after the closing quotation mark of a field",
                "line 10: there is a quotation mark in a field that does not begin with one",
                "line 11: it has the code and type of line 4",
                "line 12: it revokes the code of line 4",
                "line 14: its code was revoked on line 13",
                "line 15: its code was revoked on line 13",
                "line 16: code cannot be a ticket code",
            ])
    }

    @Test func `lines are counted through quoted line ends`() throws {
        #expect(try faults("code,notes\n\(Self.code),\"a\nb\r\nc\"\n,\n") == ["line 5: code is missing"])
    }

    @Test func `at most a hundred faults are listed`() throws {
        let found = try faults("code,admits\n" + String(repeating: "\(Self.code),x\n", count: 250))
        #expect(found.count == 101)
        #expect(found.last == "... and 150 more")
    }

    @Test(arguments: [
        ("", "it is empty"),
        ("\n\n", "it is empty"),
        ("seat\nA\n", "line 1: the column code is missing"),
        ("code,hodler\n", "line 1: the name \"hodler\" of column 2 is not known, did you mean \"holder\"?"),
        ("code,seat,seat\n", "line 1: the column seat is there twice"),
        ("code;seat\nx;A\n", "its columns are not separated by commas"),
        ("\n\"code\n", "line 2: a quotation mark opens a field that never ends"),
    ])
    func `a bad header is one error`(csv: String, fault: String) throws {
        #expect(try faults(csv) == [fault])
    }

    @Test func `100,001 columns are one error`() throws {
        let wide = String(repeating: "x,", count: 100_000) + "x\n"
        #expect(try faults("code\n" + wide) == ["line 2: there are more than 1000 columns"])
        #expect(try faults(wide) == ["line 1: there are more than 1000 columns"])
    }

    @Test func `a field of a megabyte is one error`() throws {
        let long = String(repeating: "x", count: 1 << 20)
        #expect(
            try faults("code,notes\n\(Self.code),\"\(long)\"\n") == ["line 2: a field is longer than 65536 bytes"])
    }

    @Test func `a quotation mark that never ends is one error`() throws {
        let found = try faults("code,notes\n\(Self.code),\"a\n\(Self.other),b\n")
        #expect(found == ["line 2: a quotation mark opens a field that never ends"])
    }

    @Test func `invalid UTF-8 and NUL are faults of their rows`() throws {
        var csv = Data("code,seat\na,".utf8) + Data([0xC3, 0x28]) + Data("\nb,".utf8)
        csv += Data([0]) + Data("\n\(Self.code),A\n".utf8)
        let error = #expect(throws: ManifestError.self) { try build(csv) }
        let lines = error?.reason.split(separator: "\n").dropFirst().map(String.init)
        #expect(lines == ["  line 2: seat is not UTF-8", "  line 3: seat has a NUL character"])
        #expect(error?.hint == "Save the file as UTF-8.")
    }

    @Test func `UTF-16 is one error`() throws {
        let csv = try #require("code\nabc\n".data(using: .utf16))
        let error = #expect(throws: ManifestError.self) { try build(csv) }
        #expect(error?.reason == "its header is not UTF-8")
        #expect(error?.hint == "Save the file as UTF-8.")
    }

    @Test func `a type that event.yaml does not have is a fault`() throws {
        let found = try faults(
            "code,type\n\(Self.code),vpi\n\(Self.other),\n", more: "types: [{id: vip}, {id: crew}]")
        #expect(
            found == ["line 2: type \"vpi\" is not in event.yaml, did you mean \"vip\"?", "line 3: type is missing"])
    }

    @Test func `no fault repeats a code or a name`() throws {
        let found = try faults(
            "code,holder,admits\n\(Self.code),Eva Secret,x\n\(Self.other),Eva Secret,1\n\(Self.other),Eva Secret,1\n")
        for secret in Workshop.codes + ["Eva"] { #expect(!found.joined().contains(secret)) }
    }

    @Test func `no fault repeats a code that stands in another column`() throws {
        let row = "\(Self.other),\(Self.code),\(Self.code),\(Self.code),\(Self.code)\n"
        let found =
            try faults("code,status,admits,not_before,not_after\n" + row)
            + faults("\(Self.code),seat\n")
            + faults("code,type\n\(Self.other),\(Self.code)\n", more: "types: [{id: vip}]")
        #expect(found.count == 3)
        for text in found { #expect(!text.contains(Self.code.prefix(8))) }
    }

    @Test func `a time that clocks skip is named`() throws {
        let file = try workshop.write("code,not_after\n\(Self.code),2026-03-29 02:30\n", to: "tickets.csv")
        let rows = try TicketCSV(file, zone: "Europe/Berlin")
        let fault = #expect(throws: RowFault.self) { try rows.next()?.row.get() }
        #expect(
            fault?.problem == """
                not_after "2026-03-29 02:30" does not exist in Europe/Berlin: the clocks go forward and skip it
                """)
    }

    @Test func `guessable codes are refused with the line of the weakest`() throws {
        let csv = "code\n\(Self.code)\n\(Self.other)\n1001\n1002\n1003\n"
        let error = #expect(throws: ManifestError.self) { try build(Data(csv.utf8), acceptsGuessableCodes: false) }
        #expect(error?.code == .guessableCodes)
        #expect(error?.reason.hasSuffix("80 are needed; the weakest is on line 4") == true)
    }

    @Test func `faults leave the manifest there was as it was`() throws {
        try build(Data("code\n\(Self.code)\n".utf8))
        let before = try Data(contentsOf: workshop.path("gala.usher"))
        #expect(throws: ManifestError.self) { try build(Data("code\n\"\n".utf8)) }
        #expect(try Data(contentsOf: workshop.path("gala.usher")) == before)
    }

    @Test func `a file that is not there is a fault of the system`() throws {
        let file = workshop.path("none.csv")
        let error = #expect(throws: FileError.self) { _ = try TicketCSV(file, zone: .utc) }
        #expect(error?.description == "cannot open \(file.path): No such file or directory")
    }

    @Test func `a file in the place of a folder is told in the words of the system`() throws {
        let file = try workshop.write("", to: "file")
        for attempt in [{ try Folder.create(file) }, { _ = try Folder.names(in: file) }] {
            let error = #expect(throws: FileError.self, performing: attempt)
            #expect(["File exists", "Not a directory"].contains(error?.reason))
            #expect([EEXIST, ENOTDIR].contains(error?.errno))
        }
    }
}
