import ArgumentParser
import Messages
import Station
import StationAPI
import Tickets
import Web

struct BackendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backend", abstract: "Ticketing servers.",
        subcommands: [Check.self, Events.self, Lists.self, ConformanceCommand.self, PretixInit.self])

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tries a ticketing server before the doors open.",
            discussion: """
                Address, certificate, credential, kind of server, rights and clock. Nothing is sent that changes \
                anything there. Exit status 1 when it cannot be used.
                """)

        @Argument(help: ArgumentHelp("Its name in usher.yaml.", valueName: "name")) var name: String
        @OptionGroup var station: StationOptions

        func run() async throws {
            let request = ControlRequest("GET", "backends", name, "check")
            let channel = try await station.open()
            let (answer, json) = try await channel.send(request, as: Items<Condition>.self)
            if station.json {
                Output.line(json)
            } else {
                for line in DoctorCommand.lines(answer.items, in: try await channel.messages()) { Output.line(line) }
            }
            if answer.items.contains(where: { $0.level == .broken }) { throw ExitCode(1) }
        }
    }

    struct Events: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the events of a ticketing server, with their ids and starts.")

        @Argument(help: ArgumentHelp("Its name in usher.yaml.", valueName: "name")) var name: String
        @OptionGroup var station: StationOptions

        func run() async throws {
            let request = ControlRequest("GET", "backends", name, "events")
            let (answer, json) = try await station.ask(request, as: Items<BackendEvent>.self)
            guard !station.json else { return Output.line(json) }
            if answer.items.isEmpty { Output.line("no events") }
            let width = answer.items.map(\.id.count).max() ?? 0
            for event in answer.items {
                let id = event.id + String(repeating: " ", count: width - event.id.count)
                let starts = event.starts?.description ?? String(repeating: " ", count: 24)
                Output.line("\(id)  \(starts)  \(event.name ?? "")")
            }
        }
    }

    struct Lists: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the admission lists of an event at a ticketing server, with their numbers.")

        @Argument(help: ArgumentHelp("Its name in usher.yaml.", valueName: "name")) var name: String
        @Option(help: ArgumentHelp("The event: its id in usher.yaml, or the server's.", valueName: "event"))
        var event: String
        @OptionGroup var station: StationOptions

        func run() async throws {
            let request = ControlRequest("GET", "backends", name, "lists", query: ["event": event])
            let (answer, json) = try await station.ask(request, as: Items<BackendList>.self)
            guard !station.json else { return Output.line(json) }
            if answer.items.isEmpty { Output.line("no admission lists") }
            let width = answer.items.map(\.id.count).max() ?? 0
            for list in answer.items {
                let id = list.id + String(repeating: " ", count: width - list.id.count)
                var facts = [list.products.map { $0 == 1 ? "1 product" : "\($0) products" } ?? "all products"]
                if let date = list.date { facts.append("date \(date)") }
                facts.append("re-entry \(list.reentry)")
                if list.hasRule { facts.append("with a rule") }
                Output.line("\(id)  \(list.name) (\(facts.joined(separator: ", ")))")
            }
        }
    }
}
