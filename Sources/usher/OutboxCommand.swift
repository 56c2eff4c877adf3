import ArgumentParser
import StationAPI
import Tickets

struct OutboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Check-ins that the ticketing server has not settled yet.",
        subcommands: [List.self, Retry.self])
}

extension OutboxCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows what is waiting, refused or parked, and why.")

        @Flag(
            help: "Only what a person must look at: where the server disagrees, and tickets admitted at two gates.")
        var conflicts = false
        @OptionGroup var station: StationOptions

        func run() async throws {
            guard conflicts else { return try await showAll() }
            let (answer, json) = try await station.ask(
                ControlRequest("GET", "outbox", "conflicts"), as: ConflictsAnswer.self)
            guard !station.json else { return Output.line(json) }
            guard !answer.refused.isEmpty || !answer.doubleEntries.isEmpty else { return Output.line("Nothing.") }
            if !answer.refused.isEmpty { show(answer.refused) }
            if !answer.doubleEntries.isEmpty { show(answer.doubleEntries) }
        }

        private func showAll() async throws {
            let (answer, json) = try await station.ask(ControlRequest("GET", "outbox"), as: Items<OutboxItem>.self)
            guard !station.json else { return Output.line(json) }
            guard !answer.items.isEmpty else { return Output.line("Nothing.") }
            show(answer.items)
        }

        private func show(_ tickets: [DoubleEntryItem]) {
            Output.table(
                ["ADMITTED TWICE", "LIST", "AT", "GATE", "STATION", "VERDICT", "PEOPLE", ""],
                tickets.flatMap { ticket in
                    ticket.passages.map { passage in
                        [
                            ticket.ref?.referenceForPeople ?? "line \(ticket.line)", ticket.list,
                            passage.at.description,
                            passage.gate ?? "", passage.station ?? "", passage.verdict, String(passage.count),
                            passage.isSurplus ? "too many" : "",
                        ]
                    }
                })
        }

        private func show(_ items: [OutboxItem]) {
            Output.table(
                ["SEQ", "STATE", "BACKEND", "KIND", "VERDICT", "REFERENCE", "AT", "SERVER'S REASON", "ID"],
                items.map { item in
                    [
                        String(item.seq), item.state, item.backend, item.kind, item.verdict,
                        item.ref?.referenceForPeople ?? "",
                        item.at.description,
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
            Output.line("\(answer.entries) entries will be sent again")
        }
    }
}
