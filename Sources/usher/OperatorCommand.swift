import ArgumentParser
import Glibc
import Station
import StationAPI
import Tickets

struct OperatorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator", abstract: "People who work at the station, with a PIN of their own.",
        subcommands: [Add.self, Remove.self, List.self])
}

extension OperatorCommand {
    enum Role: String, ExpressibleByArgument, CaseIterable {
        case steward, supervisor
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds a person; the PIN of 6 or more digits is read from the terminal or from standard input.")

        @Argument(help: "The person's name.") var name: String
        @Option(help: "steward or supervisor.") var role = Role.steward
        @OptionGroup var station: StationOptions

        func run() async throws {
            let request = OperatorRequest(name: name, role: role.rawValue, pin: try PINEntry.read())
            try await station.open().send(.post("operators", body: request))
            if !station.json { Output.line("\(name) is now a \(role.rawValue)") }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes a person; what they did stays in the journal.")

        @Argument(help: "The person's name.") var name: String
        @OptionGroup var station: StationOptions

        func run() async throws {
            try await station.open().send(ControlRequest("DELETE", "operators", name))
            if !station.json { Output.line("\(name) is removed") }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows who works here.")

        @OptionGroup var station: StationOptions

        func run() async throws {
            let (answer, json) = try await station.ask(
                ControlRequest("GET", "operators"), as: Items<OperatorSummary>.self)
            guard !station.json else { return Output.line(json) }
            Output.table(
                ["NAME", "ROLE", "FROM", "GATES", "HOURS"],
                answer.items.map { person in
                    let hours = [person.from, person.until].compactMap { $0?.description }
                    return [
                        person.name, person.role, person.isRostered ?? false ? "roster" : "this station",
                        person.gates?.joined(separator: " ") ?? "all",
                        hours.isEmpty
                            ? "always" : "\(person.from?.description ?? "") to \(person.until?.description ?? "")",
                    ]
                })
        }
    }
}

/// A PIN, typed twice on a terminal without being shown, or one line of standard input.
enum PINEntry {
    static func read() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine() else {
                throw CommandError(
                    "read", "a PIN", "standard input is empty", hint: "Give the PIN as one line on standard input.")
            }
            return line
        }
        let first = try prompt("PIN (6 or more digits): ")
        guard try prompt("once more: ") == first else {
            throw CommandError("set", "the PIN", "the two PINs differ", hint: "Run the command again.")
        }
        return first
    }

    private static func prompt(_ text: String) throws -> String {
        guard let typed = unsafe getpass(text) else {
            throw CommandError("read", "a PIN", "none was typed", hint: "Run the command again.")
        }
        return unsafe String(cString: typed)
    }
}
