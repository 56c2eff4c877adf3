import ArgumentParser
import Tickets
import Venue

extension VenueCommand {
    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes everything that the ledger has of an event that is over.",
            discussion: """
                Entries, tickets, sums, limits, refunds, the published list, and check-ins that still wait for their server. \
                Stations keep their journals. An event of which somebody passed in the last day stays, and one of which nobody has passed yet. docs/PRIVACY.md \
                says what else has to be removed, and where.
                """)

        @OptionGroup var ledger: LedgerOptions
        @Argument(help: "Id of the event.") var event: String

        func run() async throws {
            let forgotten = try await ledger.admin().forget(event: event)
            guard forgotten.isRemoved else {
                throw CommandError(
                    "forget", "event \(event.withoutControls)",
                    forgotten.entries == 0
                        ? "the ledger has no entry of it"
                        : "somebody passed in the last day: its doors may be open, and its tickets would be let in again",
                    hint: forgotten.entries == 0
                        ? "Is the id right? An event that is still to come is not removed."
                        : "Wait until a day after the last entry.")
            }
            guard !ledger.json else {
                return Output.line(JSONValue.object([("entries", .integer(Int64(forgotten.entries)))]).text)
            }
            let newest = forgotten.newest.map { ", the last of \($0)" } ?? ""
            Output.line("\(forgotten.entries) entries of \(event.withoutControls) are removed\(newest)")
        }
    }
}
