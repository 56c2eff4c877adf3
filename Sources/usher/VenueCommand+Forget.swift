import ArgumentParser
import Station
import Tickets
import Venue

extension VenueCommand {
    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes what the ledger has of an event that is over, or of one ticket of it.",
            discussion: """
                References, gates, operators and notes of its entries, sums, limits, the published list, and check-ins that still \
                wait for their server; of one ticket, all that is about it, and sums stay. Which tickets were used stays, by the \
                hashes of their codes: no later list of the event admits them again. Stations keep their journals. An event of \
                which somebody passed in the last day stays, and one of which nobody has passed yet. The clock of this machine \
                and the server's must agree. docs/PRIVACY.md says what else has to be removed, and where.

                With --used, instead, which tickets of an event were used whose entries were removed: they admit again, for an \
                event that is held once more for everybody.
                """)

        @OptionGroup var ledger: LedgerOptions
        @Argument(help: "Id of the event.") var event: String
        @Option(help: ArgumentHelp("Only this ticket.", valueName: "reference")) var ticket: String?
        @Flag(help: "Which tickets were used whose entries were removed: they admit again.") var used = false
        @OptionGroup var confirmation: Confirmation

        func validate() throws {
            guard ticket?.isEmpty != true else { throw ValidationError("--ticket is a reference, like R-17") }
            guard !used || ticket == nil else { throw ValidationError("--ticket and --used exclude each other") }
        }

        func run() async throws {
            let admin = try ledger.admin()
            guard !used else { return try await readmit(admin) }
            let clock = ClockEvidence(.system)
            let forgotten =
                if let ticket {
                    try await admin.forget(ticket: ticket, event: event, clock: clock)
                } else {
                    try await admin.forget(event: event, clock: clock)
                }
            try require(forgotten)
            guard !ledger.json else {
                return Output.line(JSONValue.object([("entries", .integer(Int64(forgotten.entries)))]).text)
            }
            let subject = (ticket.map { "ticket \($0) of " } ?? "") + event
            let newest = ticket == nil ? forgotten.newest.map { ", the last of \($0)" } ?? "" : ""
            Output.line("\(forgotten.entries) entries of \(subject.withoutControls) are removed\(newest)")
        }

        private func require(_ forgotten: ForgottenEntries) throws {
            guard forgotten.isRemoved else { throw refusal(forgotten) }
            guard ticket == nil || forgotten.entries > 0 else {
                throw CommandError(
                    "forget", "ticket \((ticket ?? "").withoutControls) of \(event.withoutControls)",
                    "nothing here has this reference",
                    hint:
                        "References are compared as they are written: R-17 is not r17. It may have been forgotten before."
                )
            }
        }

        private func readmit(_ admin: LedgerAdmin) async throws {
            let subject = "tickets of \(event.withoutControls)"
            let tickets = try await admin.usedTickets(of: event)
            guard tickets > 0 else {
                throw CommandError(
                    "look for", "used \(subject)", "none are remembered",
                    hint: "They are remembered once entries of the event were removed. Is the id right?")
            }
            try confirmation.require(
                "\(tickets) \(subject) were used, and will admit again", to: "readmit", subject)
            try await admin.readmit(event: event)
            guard !ledger.json else {
                return Output.line(JSONValue.object([("tickets", .integer(Int64(tickets)))]).text)
            }
            Output.line("\(tickets) used \(subject) admit again")
        }

        private func refusal(_ forgotten: ForgottenEntries) -> CommandError {
            CommandError(
                "forget", "event \(event.withoutControls)",
                forgotten.newest == nil
                    ? "the ledger has no entry of it"
                    : "somebody passed in the last day: its doors may be open, and its tickets would be let in again",
                hint: forgotten.newest == nil
                    ? "Is the id right? An event that is still to come is not removed."
                    : "Wait until a day after the last entry.")
        }
    }
}
