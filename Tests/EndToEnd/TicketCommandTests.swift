import Foundation
import Subprocess
import TestSupport
import Testing

/// From a list of guests to tickets in their hands, as an organizer does it.
@Suite(.timeLimit(.minutes(3)))
struct TicketCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            WinterGala.yaml(more: "types: [{id: vip, name: VIP}]"), to: "event.yaml")
        try folder.write(
            "ref,type,holder,email,status\n1001,vip,Eva,eva@example.org,\n1002,vip,Bo,bo@example.org,refunded\n1003,vip,Al,,\n",
            to: "tickets.csv")
    }

    private func path(_ name: String) -> String { folder.file(name).path }

    private var source: [String] { ["--tickets", path("tickets.csv"), "--event", path("event.yaml")] }

    private func usher(_ arguments: [String]) async throws -> Programs.Result {
        try await Programs.run("usher", arguments)
    }

    @Test func `tickets without codes become codes, a list, PDFs and mails`() async throws {
        try await Programs.usher("key", "generate", "--out", path("org"))
        let build =
            ["manifest", "build", "--key", path("org.key"), "--out", path("gala.usher")] + source
        let early = try await usher(build)
        #expect(early.status == 1)
        #expect(early.errors.contains("usher ticket issue"), "\(early.errors)")

        let issued = try await usher(["ticket", "issue", "--tickets", path("tickets.csv")])
        #expect(issued.output == "3 new codes (line 2, 3, 4), 0 kept\n", "\(issued.errors)")
        let again = try await usher(["ticket", "issue", "--tickets", path("tickets.csv"), "--json"])
        #expect(again.output == #"{"new":0,"kept":3,"lines":[]}"# + "\n")
        #expect(try await usher(build).status == 0)

        let printed = try await usher(["ticket", "print", "--out", path("out")] + source)
        #expect(printed.lines.first == "\(path("out")): 2 tickets in 2 files, and index.csv", "\(printed.errors)")
        #expect(printed.lines.last == "left out: 1 refunded")
        let names = try FileManager.default.contentsOfDirectory(atPath: path("out")).sorted()
        #expect(names == ["1001.pdf", "1003.pdf", "index.csv", "printed.txt"])

        let mail = ["ticket", "mail", "--from", "tickets@gala.example"] + source
        let dry = try await usher(mail + ["--dry-run"])
        #expect(dry.status == 0)
        #expect(dry.lines.first == "1001 to eva@example.org")
        #expect(dry.errors.contains("not sent: 1003: it has no email"))
        #expect(try !folder.names().contains("tickets.csv.sent"))
        _ = try await usher(mail + ["--eml", path("mails")])
        let text = try String(contentsOf: folder.file("mails/1001.eml"), encoding: .utf8)
        #expect(text.contains("Subject: Your ticket: Winter Gala\r\n"))
    }

    @Test func `only tickets that are new or changed are printed again`() async throws {
        func issue(_ rows: String) async throws {
            try folder.write("ref,type,holder,seat,code\n" + rows, to: "tickets.csv")
            try await Programs.usher("ticket", "issue", "--tickets", path("tickets.csv"))
        }
        func print(_ arguments: String...) async throws -> [String] {
            let result = try await usher(["ticket", "print", "--out", path("out")] + source + arguments)
            #expect(result.status == 0, "\(result.errors)")
            return result.lines
        }
        let (eva, bo) = ("a4k9d2m7q1x8w5z3c6v0b4n8r2", "h7t3y9p1s5f8g2j6l4e0u3i7o1")
        try await issue("1001,vip,Eva,,\(eva)\n1002,vip,Bo,,\(bo)\n")
        #expect(try await print("--by", "all").first == "\(path("out")): 2 tickets in 1 file, and index.csv")
        #expect(
            try await print("--by", "all", "--new") == [
                "\(path("out")): 0 tickets in 0 files, and index-new.csv", "drawn before, and not again: 2",
            ])
        try await issue("1001,vip,Eva,,\(eva)\n1002,vip,Bo,A1,\(bo)\n1003,vip,Łucja \u{2FE0},,\n")
        let result = try await usher(
            ["ticket", "print", "--out", path("out"), "--by", "all", "--new", "--json"] + source)
        #expect(result.output == #"{"tickets":2,"files":1,"drawn_before":1,"left_out":{}}"# + "\n", "\(result.errors)")
        #expect(result.errors.contains("attention: 1 ticket with characters that no font"), "\(result.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: path("out")).sorted()
        #expect(names == ["index-new.csv", "index.csv", "printed.txt", "tickets-new.pdf", "tickets.pdf"])
        let record = try String(contentsOf: folder.file("out/printed.txt"), encoding: .utf8)
        #expect(!record.contains(eva) && !record.contains("Eva"))
        #expect(try await print().first == "\(path("out")): 3 tickets in 3 files, and index.csv")
    }

    @Test func `a mail server gets each mail once`() async throws {
        try await Programs.usher("ticket", "issue", "--tickets", path("tickets.csv"))
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Alerts/smtp_server.py")
        _ = try await run(
            .name("env"), arguments: Arguments(["/usr/bin/python3", script.path, folder.path, "plain", "open"]),
            input: .inputWriter, output: .sequence, error: .discarded
        ) { server in
            var lines = server.standardOutput.strings().makeAsyncIterator()
            let port = try #require(try await lines.next()).trimmingCharacters(in: .whitespacesAndNewlines)
            let mail =
                ["ticket", "mail", "--from", "tickets@gala.example", "--smtp", "smtp://localhost:\(port)"] + source
            let first = try await usher(mail)
            #expect(first.lines.first == "1 of 1 mail sent", "\(first.errors)")
            let second = try await usher(mail)
            #expect(
                second.lines == ["0 of 0 mails sent", "sent before, and not again: 1 ticket", "left out: 1 refunded"])
            try await server.standardInputWriter.finish()
            #expect(try await lines.next()?.contains("eva@example.org") == true)
            #expect(try await lines.next() == nil)
        }
        #expect(try folder.names().contains("1001.pdf"))
    }

    @Test(arguments: [
        ["issue"], ["issue", "--tickets", "t.csv", "--type", "vip"],
        ["issue", "--tickets", "t.csv", "--key", "box.key"],
        ["print", "--tickets", "t", "--event", "e", "--out", "o", "--layout", "png", "--by", "all"],
        ["print", "--tickets", "t", "--event", "e", "--out", "o", "--layout", "labels", "--by", "ticket"],
        ["mail", "--tickets", "t", "--event", "e", "--from", "a@example.org"],
        ["mail", "--tickets", "t", "--event", "e", "--from", "Eva <a@example.org>", "--dry-run"],
        ["mail", "--tickets", "t", "--event", "e", "--from", "a@example.org", "--smtp", "smtps://eva@localhost"],
        ["mail", "--tickets", "t", "--event", "e", "--from", "a@example.org", "--smtp", "http://localhost"],
    ])
    func `what cannot be meant is a fault of the command line`(arguments: [String]) async throws {
        #expect(try await usher(["ticket"] + arguments).status == 2)
    }
}
