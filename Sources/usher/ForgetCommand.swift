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
            The event must be over by a clock that is synchronised, and each entry must have been exported or taken by its \
            server. Counts of that evening are lower afterwards: write the report first. That the ticket was used stays \
            remembered, by the hash of its code alone: no later list of the event admits it again.

            With --used, instead, which tickets of an event were used before their entries were removed: they admit again, \
            for an event that is held once more for everybody.

            Each station has its own journal: do it at every one. The ledger of a venue: "usher venue forget". With --relay: \
            on the machine of the relay, while it is stopped. docs/PRIVACY.md says where else a person may be.
            """)

    @Argument(help: "Id of the event.") var event: String
    @Option(help: ArgumentHelp("The reference of the ticket: R-17.", valueName: "reference")) var ticket: String?
    @Flag(help: "Which tickets were used before their entries were removed: they admit again.") var used = false
    @Option(help: ArgumentHelp("What a relay has, and not a station.", valueName: "relay.yaml")) var relay: String?
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var person: OperatorOption
    @OptionGroup var station: StationOptions

    func validate() throws {
        guard used == (ticket == nil) else { throw ValidationError("give --ticket, or --used") }
        guard relay == nil || station.state == nil else {
            throw ValidationError("--relay and --state exclude each other")
        }
        guard ticket?.isEmpty != true else { throw ValidationError("--ticket is a reference, like R-17") }
    }

    func run() async throws {
        switch (relay, ticket) {
        case (let relay?, let ticket?): try forget(ticket, at: RelayConfiguration(contentsOf: URL(filePath: relay)))
        case (let relay?, nil): try readmit(at: RelayConfiguration(contentsOf: URL(filePath: relay)))
        case (nil, let ticket?): try await forgetAtStation(ticket)
        case (nil, nil): try await readmitAtStation()
        }
    }

    private func forget(_ ticket: String, at relay: RelayConfiguration) throws {
        let removed = try RelayService.forget(ticket: ticket, event: event, of: relay, clock: ClockEvidence(.system))
        guard !station.json else {
            return Output.line(JSONValue.object([("entries", .integer(Int64(removed)))]).text)
        }
        Output.line("\(removed) check-ins and changes of \(subject(ticket)) removed")
    }

    // MARK: - Used tickets

    private func readmit(at relay: RelayConfiguration) throws {
        let tickets = try RelayService.usedTickets(of: event, at: relay)
        try confirm(tickets)
        try RelayService.readmit(event: event, at: relay)
        show(tickets, json: JSONValue.object([("tickets", .integer(Int64(tickets)))]).text)
    }

    private func readmitAtStation() async throws {
        let channel = try await station.open()
        let used = try await channel.send(ControlRequest("GET", "journal", "used", event), as: UsedTickets.self).answer
        try confirm(used.tickets)
        let request = ReadmitRequest(event: event, tickets: used.tickets, operator: person.operator)
        let (answer, json) = try await channel.send(
            .post("journal", "readmit", body: request), as: UsedTickets.self)
        show(answer.tickets, json: json)
    }

    private func confirm(_ tickets: Int) throws {
        try confirmation.require(
            "\(tickets) tickets of \(event.withoutControls) were used, and will admit again", to: "readmit",
            "tickets of \(event.withoutControls)")
    }

    private func show(_ tickets: Int, json: String) {
        Output.line(station.json ? json : "\(tickets) used tickets of \(event.withoutControls) admit again")
    }

    // MARK: - One ticket

    private func forgetAtStation(_ ticket: String) async throws {
        let (answer, json) = try await station.ask(
            .post("journal", "forget", body: ForgetRequest(event: event, ticket: ticket)), as: ForgetAnswer.self)
        if answer.isListed {
            Output.printError(
                "attention: the list of \(event.withoutControls) still has the ticket: usher manifest remove \(event.withoutControls)"
            )
        }
        guard !station.json else { return Output.line(json) }
        let others = answer.others == 0 ? "" : ", and \(answer.others) records of other gates and servers"
        Output.line("\(answer.entries) entries of \(subject(ticket)) removed\(others)")
    }

    private func subject(_ ticket: String) -> String { "\(ticket.withoutControls) of \(event.withoutControls)" }
}

extension ClockEvidence {
    /// Of a machine whose clock no server has confirmed.
    init(_ clock: StationClock) {
        self.init(now: clock.now(), isSynchronised: clock.isSynchronised())
    }
}
