import ArgumentParser
import Foundation
import Relay
import Station
import StationAPI
import Tickets

struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Removes all that a station, or a relay, has of one ticket after its event.",
        discussion: """
            Entries of the journal with the reference of the ticket, those that have only its code, and what other gates and \
            servers told of it. A signed checkpoint takes the place of the entries, so that the chain can still be verified. \
            The event must be over, and each entry must have been exported or taken by its server. Counts of that evening \
            are lower afterwards: write the report first.

            Each station has its own journal: do it at every one. The ledger of a venue: "usher venue forget". With --relay: \
            on the machine of the relay, while it is stopped. docs/PRIVACY.md says where else a person may be.
            """)

    @Argument(help: "Id of the event.") var event: String
    @Option(help: ArgumentHelp("The reference of the ticket: R-17.", valueName: "reference")) var ticket: String
    @Option(help: ArgumentHelp("What a relay has, and not a station.", valueName: "relay.yaml")) var relay: String?
    @OptionGroup var station: StationOptions

    func validate() throws {
        guard relay == nil || station.state == nil else {
            throw ValidationError("--relay and --state exclude each other")
        }
        guard !ticket.isEmpty else { throw ValidationError("--ticket is a reference, like R-17") }
    }

    func run() async throws {
        guard let relay else { return try await forgetAtStation() }
        let removed = try RelayService.forget(
            ticket: ticket, event: event, of: RelayConfiguration(contentsOf: URL(filePath: relay)),
            now: StationClock.system.now())
        guard !station.json else {
            return Output.line(JSONValue.object([("entries", .integer(Int64(removed)))]).text)
        }
        Output.line("\(removed) check-ins and changes of \(subject) removed")
    }

    private func forgetAtStation() async throws {
        let (answer, json) = try await station.ask(
            .post("journal", "forget", body: ForgetRequest(event: event, ticket: ticket)), as: ForgetAnswer.self)
        if answer.isListed {
            Output.printError(
                "attention: the list of \(event.withoutControls) still has the ticket: usher manifest remove \(event.withoutControls)"
            )
        }
        guard !station.json else { return Output.line(json) }
        let others = answer.others == 0 ? "" : ", and \(answer.others) records of other gates and servers"
        Output.line("\(answer.entries) entries of \(subject) removed\(others)")
    }

    private var subject: String { "\(ticket.withoutControls) of \(event.withoutControls)" }
}
