import Foundation
import TestSupport
import Testing

/// Single commands, and how they fail.
@Suite struct CommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { folder.file(name).path }

    @Test func `exit codes tell done, failed and not understood apart`() async throws {
        #expect(try await Programs.run("usher", ["--version"]).status == 0)
        #expect(try await Programs.run("usher", ["help", "exit-codes"]).output.contains("refused or failed"))
        #expect(try await Programs.run("usher", ["decode", path("none.png")]).status == 1)
        #expect(try await Programs.run("usher", ["frobnicate"]).status == 2)
        #expect(try await Programs.run("usherd", ["--stdin", "--images", "x"]).status == 2)
    }

    @Test func `output that nobody can take is an error in words`() async throws {
        for output in ["/dev/full", "&-"] {
            let result = try await Programs.run("sh", ["-c", "usher help exit-codes >\(output)"])
            #expect(result.status == 1)
            #expect(result.errors.contains("standard output"), "\(result.errors)")
        }
        #expect(try await Programs.run("sh", ["-c", "usher frobnicate 2>/dev/full"]).status == 2)
    }

    /// On a device made for the test: if this failed, the one in /dev would be gone.
    @Test func `a device in the place of a file stays one`() async throws {
        try await Programs.usher("sample", path("sample"))
        let sample = path("sample")
        let result = try await Programs.run(
            "unshare",
            [
                "--map-root-user", "--mount", "sh", "-c",
                """
                cd \(folder.path); touch device; mount --bind /dev/full device
                usher manifest build --event \(sample)/event.yaml --tickets \(sample)/tickets.csv \
                  --key \(sample)/organizer.key --out device
                usher key trust \(sample)/organizer.pub --state state > key.txt
                usher journal export --out device --state state
                test -c device && echo still a device
                """,
            ])
        #expect(result.output == "still a device\n", "\(result.errors)")
        #expect(result.errors.contains("it is not a regular file"))
    }

    @Test func `a folder in the place of a list is named`() async throws {
        let result = try await Programs.run("usher", ["manifest", "install", folder.path, "--state", path("state")])
        #expect(result.status == 1)
        #expect(result.errors.contains(folder.path), "\(result.errors)")
    }

    @Test(arguments: [
        ["key"], ["manifest"], ["ticket"], ["status"], ["tail"], ["check"], ["search"], ["admit"], ["checkout"],
        ["undo"], ["operator"], ["journal"], ["outbox"], ["station"], ["sample"], ["decode"], ["manifest", "build"],
        ["ticket", "render"], ["ticket", "issue"], ["ticket", "print"], ["ticket", "mail"], ["ticket", "import"],
        ["tickets", "import"], ["journal", "export"],
        ["journal", "verify"], ["outbox", "retry"],
        ["backend"], ["backend", "pretix-init"],
    ]) func `every command explains itself`(command: [String]) async throws {
        let result = try await Programs.run("usher", command + ["--help"])
        #expect(result.status == 0)
        #expect(result.output.contains("OVERVIEW"))
    }

    @Test func `an event and its tickets become a list that a station installs`() async throws {
        try folder.write(
            """
            id: gala
            name: Gala
            organizer: Gala Ltd
            timezone: Africa/Kampala
            doors_open: 2036-12-05 17:00
            starts: 2036-12-05 19:00
            types: [{id: vip, name: VIP}]
            ticket_keys: [box.pub]
            """, to: "event.yaml")
        try folder.write("code,ref,type\nwk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl,R1,vip\n", to: "tickets.csv")
        try await Programs.usher("key", "generate", "--out", path("org"))
        try await Programs.usher("key", "generate", "--out", path("box"), "--for", "tickets")
        #expect(try await Programs.run("usher", ["key", "generate", "--out", path("org")]).status == 1)
        let build = [
            "manifest", "build", "--event", path("event.yaml"), "--tickets", path("tickets.csv"), "--key",
            path("org.key"), "--out", path("gala.usher"),
        ]
        #expect(try await Programs.run("usher", build).status == 0)
        let inspected = try await Programs.usher("manifest", "inspect", path("gala.usher"), "--key", path("org.pub"))
        #expect(inspected.output.contains("valid, by key"))
        let untrusted = try await Programs.run(
            "usher", ["manifest", "install", path("gala.usher"), "--state", path("state")])
        #expect(untrusted.status == 1)
        try await Programs.usher("key", "trust", path("org.pub"), "--state", path("state"))
        try await Programs.usher("manifest", "install", path("gala.usher"), "--state", path("state"))

        let during = ["--state", path("state"), "--at", "2036-12-05T16:30:00Z"]
        let check = try await Programs.run(
            "usher", ["check", "-"] + during, input: "wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl\n")
        #expect(check.status == 0)
        let before = try await Programs.run(
            "usher", ["check", "-", "--state", path("state"), "--at", "2036-12-05T10:00:00Z"],
            input: "wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl\n")
        #expect(before.status == 1)
        #expect(before.output.contains("TOO EARLY"))

        let issued = try await Programs.usher(
            "ticket", "issue", "--event", path("event.yaml"), "--type", "vip", "--key", path("box.key"))
        let sold = try await Programs.run("usher", ["check", "-"] + during, input: issued.output)
        #expect(sold.status == 0, "\(sold.output)")
        let wrongKey = try await Programs.run(
            "usher", ["ticket", "issue", "--event", path("event.yaml"), "--type", "vip", "--key", path("org.key")])
        #expect(wrongKey.status == 1)
    }

    @Test func `answers of a guest are read from standard input, and a wrong line is not shown`() async throws {
        let arguments = ["confirm", "7", "--answers", "-", "--state", path("none")]
        let wrong = try await Programs.run("usher", arguments, input: "12=M\n\na secret\n")
        #expect(wrong.status != 0 && wrong.errors.contains("a line is not id=answer"))
        #expect(!wrong.errors.contains("secret"))
        let twice = try await Programs.run("usher", arguments, input: "12=M\n12=S\n")
        #expect(twice.errors.contains("a question is answered twice"))
        let right = try await Programs.run("usher", arguments, input: "12=M\n13=RED,BLUE")
        // Nothing is wrong with them; there is no station.
        #expect(right.status != 0 && !right.errors.contains("answer"), "\(right.errors)")
    }

    @Test func `every bad row is named with its line, and nothing is written`() async throws {
        try folder.write(
            "id: gala\nname: Gala\norganizer: G\ntimezone: UTC\ndoors_open: 2036-12-05 17:00\nstarts: 2036-12-05 19:00\n",
            to: "event.yaml")
        let code = "wk8wfyzjrbrdv5rxvjxjzpx9ggum6ux"
        try folder.write(
            "code,admits,not_before\n\(code)1,1,\n\(code)2,many,\n\(code)3,1,soon\n\(code)1,1,\n", to: "tickets.csv")
        try await Programs.usher("key", "generate", "--out", path("org"))
        let result = try await Programs.run(
            "usher",
            [
                "manifest", "build", "--event", path("event.yaml"), "--tickets", path("tickets.csv"), "--key",
                path("org.key"), "--out", path("gala.usher"),
            ])
        #expect(result.status == 1)
        for line in ["3", "4", "5"] { #expect(result.errors.contains("line \(line)"), "\(result.errors)") }
        #expect(!result.errors.contains(code))
        #expect(try folder.names() == ["event.yaml", "org.key", "org.pub", "tickets.csv"])
    }

    @Test func `codes are drawn as pictures, vectors, sheets and terminal blocks`() async throws {
        try folder.write(
            "code,ref\nwk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl,R1\nzk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl,R2\n", to: "tickets.csv")
        let one = try await Programs.run(
            "usher", ["ticket", "render", "-", "--out", path("one"), "--invert", "--ecc", "H"], input: "hello\n")
        #expect(one.status == 0, "\(one.errors)")
        #expect(try await Programs.usher("decode", path("one.png")).output.hasSuffix("\thello\n"))
        try await Programs.usher("ticket", "render", "--tickets", path("tickets.csv"), "--out", path("all"))
        #expect(try await Programs.usher("decode", path("all/00002.png")).output.contains("zk8wfyzj"))
        try await Programs.usher(
            "ticket", "render", "--tickets", path("tickets.csv"), "--out", path("all"), "--format", "pdf")
        #expect(FileManager.default.fileExists(atPath: path("all/sheet.pdf")))
        try await Programs.usher("ticket", "render", "hello", "--format", "svg", "--out", path("one"))
        #expect(try String(contentsOfFile: path("one.svg"), encoding: .utf8).contains("<svg"))
        #expect(
            try await Programs.usher("ticket", "render", "hello", "--format", "terminal").output.contains("\u{2580}"))
    }

    @Test func `completions are made for the usual shells`() async throws {
        for shell in ["bash", "zsh", "fish"] {
            let result = try await Programs.run("usher", ["--generate-completion-script", shell])
            #expect(result.status == 0)
            #expect(result.output.contains("manifest"))
        }
    }
}
