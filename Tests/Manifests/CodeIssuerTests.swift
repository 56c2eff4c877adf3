import Files
import Foundation
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// Codes for the rows of a tickets.csv that have none.
@Suite struct CodeIssuerTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private func fill(_ csv: String, with issuer: CodeIssuer = CodeIssuer()) throws -> CodeIssuer.Outcome {
        try issuer.fill(workshop.write(csv, to: "tickets.csv"))
    }

    /// With its byte order mark, which Foundation would leave out.
    private func text() throws -> String {
        String(decoding: try Data(contentsOf: workshop.path("tickets.csv")), as: UTF8.self)
    }

    /// What differs from before, with new codes as `*`.
    private func filled() throws -> String { try text().replacing(/[0-9a-hjkmnp-tv-z]{26}/, with: "*") }

    @Test(arguments: [
        (
            "code,ref,type\n,1001,vip\n,1002,vip\nmine,1003,vip\n",
            "code,ref,type\n*,1001,vip\n*,1002,vip\nmine,1003,vip\n"
        ),
        // Line ends, quotation marks, spaces and empty lines stay.
        (
            "\u{FEFF}ref ,\"code\",\"holder\"\r\n\"1001\",\"\",\"a \"\"b\"\"\r\nc, d\"\r\n\r\n1002,  ,x",
            "\u{FEFF}ref ,\"code\",\"holder\"\r\n\"1001\",*,\"a \"\"b\"\"\r\nc, d\"\r\n\r\n1002,*,x"
        ),
        ("ref,code\n1,", "ref,code\n1,*"),
        ("ref,code\r\n1,\r\n2,\"\"", "ref,code\r\n1,*\r\n2,*"),
        // A column of its own, as the last.
        ("ref,holder\r\n1,\"a,b\"\r\n2,\r\n", "ref,holder,code\r\n1,\"a,b\",*\r\n2,,*\r\n"),
        ("ref\n1", "ref,code\n1,*"),
    ])
    func `rows without a code get one, and nothing else changes`(before: String, after: String) throws {
        let outcome = try fill(before)
        #expect(outcome.newLines.count == after.count { $0 == "*" })
        #expect(try filled() == after)
        let whole = try text()
        #expect(try CodeIssuer().fill(workshop.path("tickets.csv")).newLines.isEmpty)
        #expect(try text() == whole, "a second run changes nothing")
    }

    @Test func `a long file is filled to its end, and its lines are named`() throws {
        let rows = (1...5000).map { "\($0),\($0 % 3 == 0 ? "code-\($0)" : ""),\"Guest \($0)\nÅngström\"\n" }
        let outcome = try fill("ref,code,holder\n" + rows.joined())
        #expect(outcome.kept == 1666)
        #expect(outcome.newLines.count == 3334)
        #expect(outcome.newLines.prefix(3) == [2, 4, 8])
        #expect(
            try filled()
                == "ref,code,holder\n"
                + rows.map { $0.replacing(/^(\d+),,/) { "\($0.output.1),*," } }.joined())
    }

    @Test func `codes are unlike each other, and good enough for a list`() throws {
        let outcome = try fill("code,ref\n" + String(repeating: ",\n", count: 300))
        #expect(outcome.newLines.count == 300)
        #expect(Set(try text().split(separator: "\n")).count == 301)
        #expect(!(try text().dropFirst(8).contains { "ilou".contains($0) }))
        var rows = try TicketCSV(workshop.path("tickets.csv"), zone: .utc)
        try ManifestBuilder(definition: workshop.definition(), key: workshop.organizer, now: Workshop.now)
            .build(&rows, to: workshop.path("gala.usher"))
    }

    @Test func `a list without codes is refused with what to do`() throws {
        for csv in ["code,ref\n,1\n", "ref\n1\n"] {
            let error = #expect(throws: ManifestError.self) {
                var rows = try TicketCSV(workshop.write(csv, to: "tickets.csv"), zone: .utc)
                try ManifestBuilder(definition: workshop.definition(), key: workshop.organizer, now: Workshop.now)
                    .build(&rows, to: workshop.path("gala.usher"))
            }
            #expect(error?.hint?.contains("usher ticket issue") == true)
        }
    }

    @Test(arguments: [
        ("code,admits\n,0x\n,1\n", "line 2: admits \"0x\" is not a whole number"),
        ("code,ref\n,1,2\n", "line 2: it has 3 columns, the header has 2"),
        ("code,status\n,revoked\n", "line 2: it revokes a code, but has no code"),
        ("code,type\n,vpi\n", "line 2: type \"vpi\" is not in event.yaml, did you mean \"vip\"?"),
        ("code,ref\nx,\"1\n", "line 2: a quotation mark opens a field that never ends"),
    ])
    func `a file with a fault stays as it is`(csv: String, fault: String) throws {
        let issuer = CodeIssuer(definition: try workshop.definition(more: "types: [{id: vip}]"))
        let error = #expect(throws: ManifestError.self) { try fill(csv, with: issuer) }
        #expect(error?.reason.contains(fault) == true, "\(error?.reason ?? "")")
        #expect(try text() == csv)
    }

    @Test func `signed codes say their type, and when they end`() throws {
        let keys = try KeyFile.generate(named: workshop.path("box"), for: .tickets)
        let key = try KeyFile.signingKey(at: workshop.path("box.key"), for: .tickets)
        let definition = try workshop.definition(more: "types: [{id: vip}, {id: crew}]")
        _ = try fill(
            "code,type,not_after\n,vip,\n,crew,2026-12-05T20:00:00Z\n",
            with: CodeIssuer(definition: definition, key: key))
        let codes = try text().split(separator: "\n").dropFirst().compactMap { line -> SignedCode? in
            guard case .code(let code) = SignedCode.reading(String(line.prefix { $0 != "," })) else { return nil }
            return code
        }
        #expect(codes.map { $0.isSigned(by: keys) } == [true, true])
        #expect(codes.map(\.item) == [TicketType.number(of: "vip"), TicketType.number(of: "crew")])
        #expect(codes.map(\.validUntil) == [definition.event.ends, Timestamp(rfc3339: "2026-12-05T20:00:00Z")])
    }

    @Test func `the file keeps its permissions, and a link stays one`() throws {
        let file = try workshop.write("code,ref\n,\n", to: "real.csv")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        let link = workshop.path("link.csv")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(try CodeIssuer().fill(link).newLines == [2])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o640)
    }

    @Test func `a file that LibreOffice has open is not changed`() throws {
        _ = try workshop.write("", to: ".~lock.tickets.csv#")
        let error = #expect(throws: FileError.self) { try fill("code,ref\n,1\n") }
        #expect(error?.reason.contains("LibreOffice") == true)
        #expect(try text() == "code,ref\n,1\n")
    }
}
