import ArgumentParser
import Foundation
import Station
import Tickets

struct SampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample", abstract: "Makes a complete sample event with a known answer for every ticket.",
        discussion: """
            Writes keys, event.yaml, tickets.csv, signed lists (sample.usher and, for another event, other.usher), a QR \
            picture of each ticket in codes/, sheet.pdf to print, and answers.jsonl: what a station must answer when the \
            tickets are shown in that order. The lists are marked as a test. Try it:

              usher sample D
              usher key trust D/organizer.pub --state S
              usher manifest install D/sample.usher --state S
              usherd --images D/codes --state S | usher sample --check D
            """)

    @Argument(help: ArgumentHelp("A folder that is new or empty; with --check, one that was made.", valueName: "dir"))
    var folder: String
    @Flag(
        name: .customLong("check"),
        help: "Compare a station's verdicts, JSON lines on standard input, with the answers in the folder.")
    var isCheck = false
    @Option(help: ArgumentHelp("How many tickets, at least 28: the special cases come first.", valueName: "n"))
    var tickets: Int?
    @Option(help: "The same seed and time give the same tickets and answers.") var seed: UInt64 = 1
    @Option(help: ArgumentHelp("The event takes place around this time; now unless given.", valueName: "time"))
    var at: Timestamp?
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        if let tickets, !(1...100_000).contains(tickets) {
            throw ValidationError("a sample has 1 to 100000 tickets")
        }
    }

    func run() throws {
        guard !isCheck else { return try check() }
        let now = StationClock.system.now()
        let sample = try Sample(seed: seed, at: at ?? now, tickets: tickets)
        let writer = try SampleWriter(folder: URL(filePath: folder))
        // A sample of the past is signed in its own time: today its lists would have expired before they were made.
        try writer.write(sample, now: min(now, at ?? now)) { Output.progress($0) }
        Output.endProgress()
        if json {
            let members: [(name: String, value: JSONValue)] = [
                ("folder", .string(folder)), ("tickets", .integer(Int64(sample.tickets.count))),
                ("answers", .integer(Int64(sample.answers.count))),
            ]
            Output.line(JSONValue.object(members).text)
        } else {
            Output.line(
                "\(folder): \(sample.tickets.count) tickets, \(sample.answers.count) presentations with their answers")
        }
    }

    private func check() throws {
        let lines = sequence(state: ()) { _ in readLine() }
        let check = try SampleCheck(folder: URL(filePath: folder), verdicts: Array(lines))
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
