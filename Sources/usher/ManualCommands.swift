import ArgumentParser
import Messages
import Station
import StationAPI
import Tickets

/// Names a ticket to act on, and says who acts and why.
struct TicketArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The ticket's reference; - reads its code from standard input instead.", valueName: "reference|-"))
    var ticket: String?

    @Option(help: "The event, when several are served.") var event: String?
    @Option(help: "Which line of a code with several, by its number: usher search --json shows it.") var line: Int?
    @Option(help: "Another gate than the station's own.") var gate: String?
    @Option(help: "How many people pass.") var count: Int?
    @Option(help: "Why; kept in the journal.") var note: String?
    @OptionGroup var person: OperatorOption

    func request() throws -> ManualRequest {
        var request = ManualRequest(
            reference: ticket, event: event, line: line, gate: gate, count: count, note: note, operator: person.operator
        )
        if ticket == "-" {
            request.reference = nil
            request.code = try CodeArgument.readCode()
        }
        return request
    }
}

struct AdmitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admit", abstract: "Lets the holder of a ticket in by hand.",
        discussion: "The same rules decide; --override admits although they refuse, and then needs a --note.")

    @OptionGroup var ticket: TicketArguments
    @Flag(help: "Admit although the rules refuse.") var override = false
    @OptionGroup var station: StationOptions

    func validate() throws {
        guard ticket.ticket != nil else { throw ValidationError("give the reference of a ticket, or - for its code") }
    }

    func run() async throws {
        var request = try ticket.request()
        request.isOverride = override
        try await act("admit", request, station: station)
    }
}

struct CheckOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkout", abstract: "Checks the holder of a ticket out, or everyone at once.")

    @OptionGroup var ticket: TicketArguments
    @Flag(help: "Everyone who is inside, after an evacuation.") var all = false
    @Option(help: "With --all: only this admission list.") var list: String?
    @OptionGroup var station: StationOptions

    func validate() throws {
        guard all != (ticket.ticket != nil) else { throw ValidationError("give the reference of a ticket, or --all") }
    }

    func run() async throws {
        guard all else { return try await act("checkout", try ticket.request(), station: station) }
        let request = CheckOutAllRequest(
            event: ticket.event, list: list, note: ticket.note, operator: ticket.person.operator)
        let channel = try await station.open()
        let messages = try await channel.messages()
        let (answer, json) = try await channel.send(
            .post("checkout-all", body: request), as: CheckOutAllAnswer.self)
        guard !station.json else { return Output.line(json) }
        Output.line(messages.text("staff.allOut", ["count": "\(answer.people)"]))
    }
}

struct ConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm", abstract: "Lets in a guest about whom a verdict asked something, such as the age.",
        discussion: """
            The rules decide again. A ticket waits for ten minutes; after that, scan it again. Questions of the \
            organizer are answered with their ids: --answer 12=true. Of several options, name the ids: --answer 13=RED,BLUE.

            Other users of this machine can see the arguments of a command. Give personal answers with --answers -, one a \
            line, 12=true; end with Ctrl-D.
            """)

    @Argument(help: "The number that the verdict shows.") var ask: Int64
    @Option(
        name: .customLong("answer"),
        help: ArgumentHelp("What the guest answered; once for each question.", valueName: "id=answer"))
    var given: [GuestAnswer] = []
    @Option(help: ArgumentHelp("Answers, one a line: a file, or - for standard input.", valueName: "file"))
    var answers: String?
    @Option(help: "What there is to say about it; kept in the journal.") var note: String?
    @OptionGroup var person: OperatorOption
    @OptionGroup var station: StationOptions

    func run() async throws {
        let all =
            given + (try answers.map { try GuestAnswer.read(FileBytes.text(of: $0 == "-" ? "/dev/stdin" : $0)) } ?? [])
        guard Set(all.map(\.question)).count == all.count else {
            throw CommandError(
                "confirm", "question \(ask)", "a question is answered twice",
                hint: "Join several options with commas: 13=RED,BLUE.")
        }
        try await act(
            "confirm",
            ConfirmRequest(
                ask: ask, answers: all.isEmpty ? nil : Dictionary(all.map { ($0.question, $0.answer) }) { $1 },
                note: note, operator: person.operator), station: station)
    }
}

/// `12=true`
struct GuestAnswer: ExpressibleByArgument {
    let question, answer: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else { return nil }
        question = String(argument[..<sign])
        answer = String(argument[argument.index(after: sign)...])
    }

    /// Those of a text, one a line; empty lines are left out.
    static func read(_ text: String) throws -> [GuestAnswer] {
        try text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }.map { line in
            guard let answer = GuestAnswer(argument: String(line)) else {
                // The line may be personal.
                throw CommandError(
                    "read", "the answers", "a line is not id=answer", hint: "One answer a line, like 12=true.")
            }
            return answer
        }
    }
}

struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undoes an admission or a check-out.",
        discussion: """
            The entry stays in the journal; a new one says that it no longer counts. What another station recorded is named \
            by its id, which usher search shows, and needs a --note; usher venue supervisor-undo can forbid it.
            """)

    @Argument(
        help: ArgumentHelp(
            "Sequence number of an entry of this station, or the id of any; without it, the one of the last minute, once.",
            valueName: "seq|id"))
    var entry: String?
    @Option(help: "Why; kept in the journal.") var note: String?
    @OptionGroup var person: OperatorOption
    @OptionGroup var station: StationOptions

    func run() async throws {
        let sequence = entry.flatMap(Int64.init)
        let request = UndoRequest(
            sequence: sequence, entry: sequence == nil ? entry : nil, note: note, operator: person.operator)
        let channel = try await station.open()
        let messages = try await channel.messages()
        let (answer, json) = try await channel.send(.post("undo", body: request), as: UndoAnswer.self)
        guard !station.json else { return Output.line(json) }
        let undone = messages.text("report.undoOf", ["verdict": messages.label("words.\(answer.verdict)")])
        let name = answer.undone.map(String.init) ?? answer.entry
        Output.line([undone, answer.ref?.referenceForPeople, name].compactMap(\.self).joined(separator: ", "))
    }
}

struct NotRecordedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "not-recorded",
        abstract: "Turns admission without a record on or off, for when the station's disk cannot be written.",
        discussion: """
            Decisions are then kept in memory until the disk can be written again; a power cut loses them. Displays show
            stripes meanwhile. It ends by itself with the first decision that is recorded.
            """)

    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    @Argument(help: "on or off.") var position: Switch
    @Option(help: "Why; kept in the log.") var note: String?
    @OptionGroup var person: OperatorOption
    @OptionGroup var station: StationOptions

    func run() async throws {
        let request = NotRecordedRequest(isOn: position == .on, note: note, operator: person.operator)
        let channel = try await station.open()
        let word = try await channel.messages().displayWord(of: .refused(.notRecorded), direction: .in)
        try await channel.send(.post("not-recorded", body: request))
        Output.line(station.json ? "{}" : "\(word): \(position.rawValue)")
    }
}

/// Asks for an act whose answer is a verdict, and shows it. A refusal ends with status 1.
func act(_ path: String, _ request: some Encodable & Sendable, station: StationOptions) async throws {
    let channel = try await station.open()
    // Asked for first: nothing must fail between the act and its verdict.
    let messages = station.json ? Messages.english : try await channel.messages()
    let (report, json) = try await channel.send(.post(path, body: request), as: VerdictReport.self)
    station.json ? Output.line(json) : TerminalVerdict(in: messages).show(report)
    if report.verdict.reason != nil { throw ExitCode(1) }
}
