import ArgumentParser
import DoorScreen
import Tickets

struct OutboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Check-ins that the ticketing server has not settled yet.",
        subcommands: [List.self, Retry.self])
}

extension OutboxCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows what is waiting, refused or parked, and why.")

        @Flag(help: "Only what the ticketing server refused: a person has to look at it.") var conflicts = false
        @OptionGroup var station: StationOptions

        func run() async throws {
            let request = ControlRequest("GET", "outbox", query: conflicts ? ["state": "refused"] : [:])
            let (answer, json) = try await station.ask(request, as: Items<OutboxItem>.self)
            guard !station.json else { return Output.line(json) }
            guard !answer.items.isEmpty else { return Output.line("Nothing.") }
            Output.table(
                ["SEQ", "STATE", "BACKEND", "VERDICT", "REFERENCE", "AT", "SERVER'S WORDS", "ID"],
                answer.items.map { item in
                    [
                        String(item.seq), item.state, item.backend, item.verdict, item.ref ?? "", item.at.description,
                        (item.words ?? "").withoutControls, item.id,
                    ]
                })
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Sends parked and refused entries again.")

        @Argument(help: "Entry ids; without any, all of them.") var ids: [String] = []
        @OptionGroup var station: StationOptions

        func run() async throws {
            let request = RetryRequest(ids: ids.isEmpty ? nil : ids)
            let (answer, json) = try await station.ask(.post("outbox", "retry", body: request), as: RetryAnswer.self)
            guard !station.json else { return Output.line(json) }
            Output.line("\(answer.entries) entries wait again")
        }
    }
}
