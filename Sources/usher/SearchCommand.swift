import ArgumentParser
import Messages
import Station
import StationAPI
import Tickets

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Finds tickets by reference or code, or by name where the event allows it.",
        discussion: """
            Of a reference, or the order it is of, two letters or digits are enough; case, hyphens and spaces do not count. \
            Names can be searched only in events of privacy "staff" whose staff key this station has, with at least \
            three letters, or one of Han, kana or Hangul. In sealed events a name can be read only with its ticket's code. Where the list has them \
            (find_by in event.yaml), the first 8 characters of a code, a company or an e-mail address find a ticket, too.
            """)

    @Argument(help: "A reference, a code, or part of a name.") var query: String
    @Option(help: "Only this event.") var event: String?
    @OptionGroup var station: StationOptions

    func run() async throws {
        let request = SearchRequest(query: query, event: event)
        let channel = try await station.open()
        let (answer, json) = try await channel.send(.post("search", body: request), as: SearchAnswer.self)
        guard !station.json else { return Output.line(json) }
        let messages = try await channel.messages()
        if !answer.hits.isEmpty {
            Output.table(
                ["REFERENCE", "LINE", "TYPE", "STATUS", "HOLDER", "SEAT", "DATE", "IN", "EVENT"],
                answer.hits.map { hit in
                    [
                        hit.ref?.referenceForPeople ?? "", String(hit.line), hit.type ?? "",
                        messages.label("staff.status.\(hit.status)"),
                        hit.holder ?? "", hit.seat ?? "",
                        hit.date?.text ?? "",
                        hit.admits.map { "\(hit.entries ?? 0) of \($0)" } ?? "", hit.event,
                    ]
                })
        }
        showPassages(of: answer.hits)
        if answer.isCut { Output.printError(messages.text("staff.cut", ["count": "\(answer.hits.count)"])) }
        if answer.hits.isEmpty {
            let note = answer.note.map { " \(messages.quoting($0))" } ?? ""
            Output.printError(messages.label("staff.none") + note)
            throw ExitCode(1)
        }
    }

    /// The passages that usher undo can undo.
    private func showPassages(of hits: [SearchAnswer.Hit]) {
        let rows = hits.flatMap { hit in (hit.passages ?? []).map { row(of: $0, on: hit) } }
        guard !rows.isEmpty else { return }
        Output.line("")
        Output.table(["ENTRY", "REFERENCE", "PASSED", "PEOPLE", "AT", "GATE", "STATION", "OPERATOR"], rows)
    }

    private func row(of passage: SearchAnswer.Passage, on hit: SearchAnswer.Hit) -> [String] {
        [
            passage.seq.map(String.init) ?? passage.entry, hit.ref?.referenceForPeople ?? "", passage.verdict,
            String(passage.count),
            passage.at.description, passage.gateName ?? passage.gate ?? "", passage.station ?? "",
            passage.operator ?? "",
        ]
    }
}
