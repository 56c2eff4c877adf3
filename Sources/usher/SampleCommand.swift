import ArgumentParser
import Foundation
import Logging
import Station
import Tickets
import Web

struct SampleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample", abstract: "Makes a complete sample event with a known answer for every ticket.",
        discussion: """
            Writes keys, event.yaml, tickets.csv, signed lists (sample.usher and, for another event, other.usher), a QR \
            picture of each ticket in codes/, sheet.pdf to print, and answers.jsonl: what a station must answer when the \
            tickets are shown in that order. codes.txt has those codes that a hand scanner types at gate A, where people \
            come in. The lists are marked as a test. Try it:

              usher sample D
              usher key trust D/organizer.pub --state S
              usher manifest install D/sample.usher --state S
              usherd --images D/codes --state S | usher sample --check D

            With T for a new state folder, made as S:

              usherd --stdin --gate A --state T <D/codes.txt >typed.jsonl
              usher sample --check --typed D <typed.jsonl

            Lists for whole events are in folders beside that: a cancelled one, a postponed one, and others. Each is \
            played by itself, also on a station that has all of them:

              cd D/cancelled
              usher manifest install list.usher --state S
              usherd --images codes --config usher.yaml --state S >verdicts.jsonl
              usher sample --check . <verdicts.jsonl

            --server is a ticketing server with the sample's tickets, for this machine only. It prints how to pull a list \
            from it and how to send it check-ins.
            """)

    @Argument(
        help: ArgumentHelp(
            "A folder that is new or empty; with --check and --server, one that was made.", valueName: "dir"))
    var folder: String
    @Flag(
        name: .customLong("check"),
        help: "Compare a station's verdicts, JSON lines on standard input, with the answers in the folder.")
    var isCheck = false
    @Flag(name: .customLong("typed"), help: "With --check: the verdicts are those of codes.txt.") var isTyped = false
    @Flag(
        name: .customLong("server"),
        help: "Serve the tickets in the folder as docs/webhook.openapi.yaml says, until Control-C.")
    var isServer = false
    @Option(help: ArgumentHelp("With --server: the port; 0 takes any that is free.", valueName: "number"))
    var port = 8810
    @Option(
        help: ArgumentHelp("With --server: answer so many posts of check-ins with 503 first.", valueName: "n"))
    var failing = 0
    @Option(
        help: ArgumentHelp("With --server: take so many posts of check-ins and lose the answer.", valueName: "n"))
    var losing = 0
    @Option(help: ArgumentHelp("How many tickets, at least 29: the special cases come first.", valueName: "n"))
    var tickets: Int?
    @Option(help: "The same seed and time give the same tickets and answers.") var seed: UInt64 = 1
    @Option(help: ArgumentHelp("The event takes place around this time; now unless given.", valueName: "time"))
    var at: Timestamp?
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        if let tickets, !(1...100_000).contains(tickets) {
            throw ValidationError("a sample has 1 to 100000 tickets")
        }
        guard !(isCheck && isServer) else { throw ValidationError("give --check or --server, not both") }
        guard isCheck || !isTyped else { throw ValidationError("--typed goes with --check") }
        guard 0...65_535 ~= port, failing >= 0, losing >= 0 else {
            throw ValidationError("--port is 0 to 65535, --failing and --losing are 0 or more")
        }
    }

    func run() async throws {
        if isCheck { return try check() }
        if isServer { return try await serve() }
        try make()
    }

    private func make() throws {
        let now = StationClock.system.now()
        let sample = try Sample(seed: seed, at: at ?? now, tickets: tickets)
        let writer = try SampleWriter(folder: URL(filePath: folder))
        // A sample of the past is signed in its own time: today its lists would have expired before they were made.
        try writer.write(sample, now: min(now, at ?? now)) { Output.progress($0) }
        Output.endProgress()
        let extras = sample.extras.map { (folder: "\(folder)/\($0.name)", extra: $0) }
        guard !json else {
            let lists = extras.map { folder, extra in
                JSONValue.object([
                    ("folder", .string(folder)), ("answers", .integer(Int64(extra.sheet.answers.count))),
                ])
            }
            let members: [(name: String, value: JSONValue)] = [
                ("folder", .string(folder)), ("tickets", .integer(Int64(sample.tickets.count))),
                ("answers", .integer(Int64(sample.sheet.answers.count))), ("lists", .array(lists)),
            ]
            return Output.line(JSONValue.object(members).text)
        }
        Output.line(
            "\(folder): \(sample.tickets.count) tickets, \(sample.sheet.answers.count) presentations with their answers"
        )
        Output.line("Lists to be installed and played by themselves, as usher sample --help says:")
        Output.table(
            ["FOLDER", "ANSWERS", "WHAT IT IS"],
            extras.map { folder, extra in
                [
                    folder, "\(extra.sheet.answers.count)",
                    extra.about + (extra.note.isEmpty ? "" : "; \(extra.note)"),
                ]
            })
    }

    /// Listens on this machine only: whoever reads this program knows the tokens.
    private func serve() async throws {
        let location = URL(filePath: folder)
        let book = try SampleBook(folder: location)
        let server = SampleServer(book, faults: .init(failing: failing, losing: losing)) { Output.line($0) }
        let logger = Logger(label: "usher sample") { _ in SwiftLogNoOpLogHandler() }
        try await WebServer(
            at: .port(host: "127.0.0.1", port), mostConnections: 64,
            rules: ConnectionRules(body: .seconds(30), idle: .seconds(60), stall: .seconds(30), stop: .zero),
            responder: server, logger: logger
        ) { port in
            Output.line(SampleServerGuide(folder: location, event: book.event.event.id, port: port).text)
        }.run()
    }

    private func check() throws {
        let lines = sequence(state: ()) { _ in readLine() }
        let check = try SampleCheck(folder: URL(filePath: folder), verdicts: Array(lines), isTyped: isTyped)
        let same = check.answers - check.differences.count(where: { $0.expected != "nothing" })
        if json {
            let differences = check.differences.map { difference in
                JSONValue.object([
                    ("file", .string(difference.file)), ("gate", .string(difference.gate)),
                    ("expected", .string(difference.expected)), ("got", .string(difference.got)),
                ])
            }
            let members: [(name: String, value: JSONValue)] = [
                ("answers", .integer(Int64(check.answers))), ("same", .integer(Int64(same))),
                ("differences", .array(differences)),
            ]
            Output.line(JSONValue.object(members).text)
        } else {
            if !check.differences.isEmpty {
                Output.table(
                    ["FILE", "GATE", "EXPECTED", "GOT"],
                    check.differences.map { [$0.file, $0.gate, $0.expected, $0.got] })
            }
            Output.line("\(same) of \(check.answers) verdicts as in answers.jsonl")
        }
        guard check.differences.isEmpty else { throw ExitCode(1) }
    }
}
