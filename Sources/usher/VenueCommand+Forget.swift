import ArgumentParser
import Tickets
import Venue

extension VenueCommand {
    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes everything that the ledger has of an event that is over, or of one ticket of it.",
            discussion: """
                Entries, tickets, sums, limits, refunds, the published list, and check-ins that still wait for their server; of \
                one ticket, all that is about it, and sums stay. Stations keep their journals. An event of which somebody \
                passed in the last day stays, and one of which nobody has passed yet. docs/PRIVACY.md says what else has to be \
                removed, and where.
                """)

        @OptionGroup var ledger: LedgerOptions
        @Argument(help: "Id of the event.") var event: String
        @Option(help: ArgumentHelp("Only this ticket.", valueName: "reference")) var ticket: String?

        func validate() throws {
            guard ticket?.isEmpty != true else { throw ValidationError("--ticket is a reference, like R-17") }
        }

        func run() async throws {
            let admin = try ledger.admin()
            let forgotten =
                if let ticket {
                    try await admin.forget(ticket: ticket, event: event)
                } else {
                    try await admin.forget(event: event)
                }
            guard forgotten.isRemoved else { throw refusal(forgotten) }
            if let ticket, forgotten.entries == 0 {
                throw CommandError(
                    "forget", "ticket \(ticket.withoutControls) of \(event.withoutControls)",
                    "nothing here has this reference",
                    hint:
                        "References are compared as they are written: R-17 is not r17. It may have been forgotten before."
                )
            }
            guard !ledger.json else {
                return Output.line(JSONValue.object([("entries", .integer(Int64(forgotten.entries)))]).text)
            }
            let subject = (ticket.map { "ticket \($0) of " } ?? "") + event
            let newest = ticket == nil ? forgotten.newest.map { ", the last of \($0)" } ?? "" : ""
            Output.line("\(forgotten.entries) entries of \(subject.withoutControls) are removed\(newest)")
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
