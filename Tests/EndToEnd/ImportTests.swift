import Foundation
import TestSupport
import Testing

/// `usher ticket import`, from the spreadsheet to the signed list.
@Suite struct ImportTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { folder.file(name).path }

    @discardableResult private func usher(_ arguments: [String]) async throws -> Programs.Result {
        let result = try await Programs.run("usher", arguments)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return result
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.file(name), encoding: .utf8)
    }

    /// One of the files that programs wrote, in a folder of its own: what is said of it is kept beside it.
    private func spreadsheet(_ name: String) throws -> String {
        let files = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Spreadsheets/files")
        try FileManager.default.copyItem(at: files.appending(path: name), to: folder.file(name))
        return path(name)
    }

    private static let event = [
        "--name", "Winter Gala", "--organizer", "Gala Ltd", "--timezone", "Africa/Kampala", "--doors-open",
        "05.12.2036 17:00", "--starts", "2036-12-05 19:00",
    ]

    @Test func `one command leads from a spreadsheet to the list that two would make`() async throws {
        let file = try spreadsheet("openpyxl-german-title-total.xlsx")
        try await Programs.usher("key", "generate", "--out", path("org"))
        let imported = try await Programs.run(
            "usher",
            ["ticket", "import", file, "--out", path("gala"), "--list", path("gala.usher"), "--key", path("org.key")]
                + Self.event)
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(imported.output.contains("Rows: 13. Tickets: 12, left out: 1\n  row 17: totals (\"Summe\")"))
        #expect(imported.output.contains("gala.usher: 12 tickets of Winter Gala"))
        #expect(imported.output.contains("the first list of the event here"))
        let build = try await Programs.usher(
            "manifest", "build", "--event", path("gala/event.yaml"), "--tickets", path("gala/tickets.csv"), "--key",
            path("org.key"), "--out", path("gala.usher"))
        #expect(build.output.contains("since the previous list: no change"), "\(build.output)")
        #expect(try text("gala/event.yaml").contains("id: winter-gala-2036"))
        let mode = try FileManager.default.attributesOfItem(atPath: path("gala/tickets.csv"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `a fault is told with its cell, and nothing is written`() async throws {
        let file = try spreadsheet("xlsxwriter-errors.xlsx")
        let result = try await Programs.run("usher", ["tickets", "import", file, "--out", path("out")])
        #expect(result.status == 1)
        #expect(result.errors.contains("Guests!C4: seat is the error #N/A"), "\(result.errors)")
        #expect(try folder.names() == ["xlsxwriter-errors.xlsx"])
        let none = try await Programs.run("usher", ["ticket", "import", path("none.xlsx")])
        #expect(none.status == 1 && none.errors.contains("none.xlsx: No such file"), "\(none.errors)")
    }

    @Test func `tickets without codes get some on the way to the list, and keep them`() async throws {
        let file = try spreadsheet("openpyxl-french-no-codes.xlsx")
        try await Programs.usher("key", "generate", "--out", path("org"))
        let arguments = ["ticket", "import", file, "--out", path("out")]
        let first = try await Programs.run("usher", arguments + Self.event)
        #expect(first.output.contains("Without a code: 12 of 12 tickets.\nNext: usher ticket issue"), "\(first.errors)")
        let again = try await Programs.run("usher", arguments)
        #expect(again.status == 1 && again.errors.contains("--force"), "\(again.errors)")

        let list = ["--force", "--list", path("a.usher"), "--key", path("org.key")]
        let listed = try await Programs.run("usher", arguments + list)
        #expect(listed.status == 0, "\(listed.errors)")
        #expect(listed.output.contains("tickets.csv: 12 new codes\n"))
        #expect(listed.output.contains("a.usher: 12 tickets of Winter Gala"))
        let given = try text("out/tickets.csv")
        #expect(given.contains(",1012,"))
        let forced = try await Programs.run("usher", arguments + list)
        #expect(forced.output.contains("12 tickets keep their codes.\n"), "\(forced.errors)")
        #expect(!forced.output.contains("new code"))
        #expect(try text("out/tickets.csv") == given)
    }

    @Test func `a corrected spreadsheet tells by name what came of it`() async throws {
        try folder.write("Nr.;Name;E-Mail\n1;Anna;a@x.org\n2;Ben;b@x.org\n3;Li;l@x.org\n", to: "g.csv")
        let arguments = ["ticket", "import", path("g.csv"), "--out", path("out")]
        try await usher(arguments + Self.event)
        try await Programs.usher("ticket", "issue", "--tickets", path("out/tickets.csv"))
        try folder.write("Nr.;Name;E-Mail\n1;Ben;b@x.org\n2;Li;li@x.org\n3;Kim;k@x.org\n", to: "g.csv")
        let result = try await Programs.run("usher", arguments + ["--force"])
        for line in [
            "2 tickets keep their codes.", "1 new: Kim (1004)", "1 changed: Li (1003): email",
            "1 not in the spreadsheet any more, voided: Anna (1001)", "If one that is voided is the same person",
        ] {
            #expect(result.output.contains("\n\(line)"), "\(line): \(result.output) \(result.errors)")
        }
        #expect(result.output.contains("left out: --map 'Nr.=ref' if guests keep it"))
        let json = try await usher(arguments + ["--force", "--json"])
        #expect(json.output.contains(#""2 tickets keep their codes.""#) && json.output.contains(#""without_code":1"#))
        try await Programs.usher("key", "generate", "--out", path("org"))
        let listed = try await usher(
            arguments + ["--force", "--json", "--list", path("a.usher"), "--key", path("org.key")])
        #expect(listed.output.contains(#""without_code":0"#))
    }

    @Test func `ids that name other people write nothing, unless that is meant`() async throws {
        try folder.write("ref;Name\n1;Anna\n2;Ben\n", to: "g.csv")
        let arguments = ["ticket", "import", path("g.csv"), "--out", path("out")]
        try await usher(arguments + Self.event)
        try await Programs.usher("ticket", "issue", "--tickets", path("out/tickets.csv"))
        let before = try text("out/tickets.csv")
        try folder.write("ref;Name\n1;Ben\n", to: "g.csv")
        let refused = try await Programs.run("usher", arguments + ["--force"])
        #expect(refused.status == 1 && refused.errors.contains("1: was Anna, is now Ben"), "\(refused.errors)")
        #expect(try text("out/tickets.csv") == before)
        try await usher(arguments + ["--force", "--accept-other-names"])
        #expect(try text("out/tickets.csv") != before)
    }

    @Test func `what a column is, once said, is known the next time`() async throws {
        try folder.write("Kartennummer;Gast;Tisch\nwk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl;Eva;3\n", to: "g.csv")
        let said = try await Programs.run(
            "usher", ["ticket", "import", path("g.csv"), "--out", path("a"), "--map", "Kartennummer=code", "--json"])
        #expect(said.status == 0, "\(said.errors)")
        struct Answer: Decodable {
            let rows: Int
            let tickets: Int
            let codeless: Int

            enum CodingKeys: String, CodingKey {
                case rows, tickets
                case codeless = "without_code"
            }
        }
        let answer = try JSONDecoder().decode(Answer.self, from: Data(said.output.utf8))
        #expect(answer.rows == 1 && answer.tickets == 1 && answer.codeless == 0)
        let next = try await Programs.usher("ticket", "import", path("g.csv"), "--out", path("b"))
        #expect(next.output.contains("Tisch=FIELD"))
        #expect(try text("b/tickets.csv") == text("a/tickets.csv"))
        let wrong = try await Programs.run("usher", ["ticket", "import", path("g.csv"), "--map", "Tisch=seta"])
        #expect(wrong.status == 2 && wrong.errors.contains("did you mean \"seat\"?"), "\(wrong.errors)")
    }

    private func stranger(_ name: String) throws -> String {
        let files = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Spreadsheets/strangers")
        try FileManager.default.copyItem(at: files.appending(path: name), to: folder.file(name))
        return path(name)
    }

    @Test func `a list that was cut off voids nobody until a person confirms it`() async throws {
        try await Programs.usher("key", "generate", "--out", path("org"))
        let options = ["--out", path("out"), "--list", path("a.usher"), "--key", path("org.key")]
        try await usher(["ticket", "import", stranger("full.csv")] + options + Self.event)
        let (tickets, list) = (try text("out/tickets.csv"), try Data(contentsOf: folder.file("a.usher")))
        try folder.write("Name,Email,Ticket code\n", to: "none.csv")
        try folder.write("\n", to: "empty.csv")
        for (file, words) in [
            (try stranger("cut-off.csv"), "28 of the 40 people who can enter could not any more: 28 not in it"),
            (path("none.csv"), "the spreadsheet has no tickets"), (path("empty.csv"), "it is empty"),
        ] {
            let refused = try await Programs.run("usher", ["ticket", "import", file, "--force"] + options)
            #expect(refused.status == 1 && refused.errors.contains(words), "\(refused.errors)")
            #expect(try text("out/tickets.csv") == tickets)
            #expect(try Data(contentsOf: folder.file("a.usher")) == list)
        }
        let taken = try await Programs.run(
            "usher", ["ticket", "import", path("cut-off.csv"), "--force", "--accept-loss"] + options)
        #expect(taken.status == 0 && taken.output.contains("since the previous list: 28 voided\n"), "\(taken.output)")
    }

    @Test func `a question that nobody answers ends with one error, and writes nothing`() async throws {
        try folder.write("Name,Event,Answer\nEva,Gala,yes\nBo,Ball,no\n", to: "g.csv")
        let arguments = ["ticket", "import", path("g.csv"), "--out", path("out")]
        let refused = try await Programs.run("usher", arguments + Self.event)
        #expect(
            refused.status == 1 && refused.errors.contains("2 things are wrong, and nothing was written"),
            "\(refused.errors)")
        #expect(try folder.names() == ["g.csv"])
        let read = try await usher(
            arguments + ["--only", "Event=Gala", "--map", "Answer=attending", "--map-value", "Answer: perhaps=unpaid"]
                + Self.event)
        #expect(read.output.contains("row 3: \"Event\" is \"Ball\""))
        #expect(try text("out/tickets.csv") == "code,ref,holder,status\r\n,1001,Eva,valid\r\n")
        #expect(
            try text("g.csv.usher-map.yaml").split(separator: "\n").dropFirst() == [
                "columns:", "  \"Answer\": attending", "values:", "  \"Answer: perhaps\": unpaid", "only:",
                "  - \"Event=Gala\"",
            ])
        let again = try await usher(arguments + ["--force"])
        #expect(again.output.contains("row 3: \"Event\" is \"Ball\""))
    }

    @Test func `on a terminal it asks who must not come in, and which event is meant`() async throws {
        try folder.write(
            "Name,Event,Refund reason,Status,Guests\nEva,Gala,,Attending,2\nBo,Gala,ill,Foo,0\nLi,Ball,,Attending,1\n",
            to: "g.csv")
        let result = try await Programs.run(
            "script",
            ["-qec", "TZ=Etc/UTC usher ticket import \(path("g.csv")) --out \(path("out"))", "/dev/null"],
            input: ["2", "1", "-", "voided", "", "", "", "", ""].joined(separator: "\n") + "\n")
        #expect(result.status == 0, "\(result.output)")
        #expect(
            try text("out/tickets.csv")
                == "code,ref,holder,status,admits\r\n,1001,Eva,valid,3\r\n,1002,Bo,voided,1\r\n", "\(result.output)")
    }

    @Test func `an encoding is said, or asked for with what each would read`() async throws {
        // Şule Iğdır, or Þule Iðdýr.
        var bytes = Array("Name,Email\n".utf8) + [0xDE]
        bytes += "ule I".utf8 + [0xF0]
        bytes += "d".utf8 + [0xFD]
        bytes += "r,s@example.org\n".utf8
        try Data(bytes).write(to: folder.file("g.csv"))
        let arguments = ["ticket", "import", path("g.csv"), "--out", path("out")]
        let refused = try await Programs.run("usher", arguments + Self.event)
        #expect(
            refused.status == 1
                && refused.errors.contains("--encoding Windows-1254 reads Ş ğ ı, --encoding Windows-1252 reads Þ ð ý"),
            "\(refused.errors)")
        let unknown = try await Programs.run("usher", arguments + ["--encoding", "klingon"])
        #expect(unknown.status == 2 && unknown.errors.contains("\"klingon\""))
        let read = try await usher(arguments + ["--encoding", "cp1254"] + Self.event)
        #expect(read.output.contains("g.csv: Windows-1254, columns separated by commas"))
        #expect(try text("out/tickets.csv").contains("Şule Iğdır"))
        #expect(try text("g.csv.usher-map.yaml").contains("encoding: \"cp1254\""))
        let again = try await usher(arguments + ["--force"])
        #expect(again.output.contains("g.csv: Windows-1254"))
    }

    @Test func `on a terminal it asks for what it does not know`() async throws {
        try folder.write(
            "Kartennummer,Nr.,Name,Tisch,valid from\nwk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl,7,Eva,3,5/12/2036 18:00\n",
            to: "g.csv")
        let answers = [
            "tocke", "code", "ref", "", "1", "Gala: 1", "Gala Ltd", "Deutschland", "Berlin", "5.12.2036 17:00", "",
        ]
        let result = try await Programs.run(
            "script", ["-qec", "TZ=Etc/UTC usher ticket import \(path("g.csv")) --out \(path("out"))", "/dev/null"],
            input: answers.joined(separator: "\n") + "\n")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("B \"Nr.\" (like 7) - ref, if a guest keeps it when other rows are deleted: "))
        #expect(result.output.contains("Time zone of its place: "), "UTC is not offered")
        #expect(result.output.contains("An answer is like seat; it is one of the words above."), "\(result.output)")
        #expect(result.output.contains("An answer is like Europe/Berlin, a place of the IANA list."))
        #expect(
            try text("out/tickets.csv")
                == "code,ref,holder,not_before\r\nwk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl,7,Eva,2036-12-05 18:00\r\n")
        #expect(
            try text("g.csv.usher-map.yaml").split(separator: "\n").dropFirst()
                == ["dates: day-first", "columns:", "  \"Kartennummer\": code", "  \"Nr.\": ref", "  \"Tisch\": \"-\""])
        let event = try text("out/event.yaml")
        #expect(event.contains("name: \"Gala: 1\"") && event.contains("timezone: Europe/Berlin"), "\(event)")
        #expect(event.contains("doors_open: 2036-12-05 17:00") && event.contains("starts:    #"), "\(event)")
    }
}
