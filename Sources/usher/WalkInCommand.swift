import ArgumentParser
import Station
import StationAPI
import Tickets

struct WalkInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "walk-in", abstract: "Counts guests without a ticket in or out.",
        discussion: """
            Only for an event that has walk_ins in event.yaml. A list that is full refuses them; undo takes an entry back.
            """)

    @Flag(help: "They leave.") var out = false
    @Option(help: "How many they are.") var count: Int?
    @Option(help: "The event, when several are served.") var event: String?
    @Option(help: "Another gate than the station's own.") var gate: String?
    @Option(help: "Why; kept in the journal.") var note: String?
    @OptionGroup var person: OperatorOption
    @OptionGroup var station: StationOptions

    func run() async throws {
        try await act(
            "walk-in",
            WalkInRequest(
                isExit: out, count: count, event: event, gate: gate, note: note, operator: person.operator),
            station: station)
    }
}
