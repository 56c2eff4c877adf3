public import ArgumentParser
import Foundation
public import Handouts
import Publishing
import Tickets

extension HandoutLayout: ExpressibleByArgument {}
extension HandoutGrouping: ExpressibleByArgument {}

/// What tickets are made of, for paper and for mails.
struct HandoutOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The tickets; those that are not valid are left out.", valueName: "tickets.csv"))
    var tickets: String
    @Option(help: ArgumentHelp("The event.", valueName: "event.yaml")) var event: String
    @Option(help: ArgumentHelp("Logo, colour, terms, language and labels.", valueName: "design.yaml"))
    var design: String?

    func printer(_ layout: HandoutLayout, of definition: EventDefinition) throws -> HandoutPrinter {
        let design = try design.map { try HandoutDesign(contentsOf: URL(filePath: $0)) }
        return try HandoutPrinter(definition, design: design ?? HandoutDesign(), layout: layout)
    }

    /// `1 ticket`, `2 tickets`
    static func text(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

    /// `2 refunded, 1 voided`
    static func text(_ leftOut: [String: Int]) -> String {
        leftOut.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }

    static func json(_ leftOut: [String: Int]) -> JSONValue {
        .object(leftOut.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })
    }
}

extension TicketCommand {
    struct Print: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Draws tickets to hand out: pages, strips, labels, or pictures of the codes.",
            discussion: """
                Writes a PDF for each ticket, named by its reference, and index.csv, which says which ticket is in which \
                file. With --by order, tickets that were bought together are in one file; with --by all, all are, as \
                labels always. Draw them as often as you like: printed.txt in the folder keeps which tickets were drawn, \
                so that --new draws only those that are new or changed. docs/EVENT.md describes the layouts and \
                design.yaml.
                """)

        @OptionGroup var source: HandoutOptions
        @Option(help: ArgumentHelp("The folder for the files.", valueName: "folder")) var out: String
        @Option(help: "a4, letter, strip, labels, or png.") var layout: HandoutLayout = .a4
        @Option(help: "ticket, order or all: what is in one file.") var by: HandoutGrouping?
        @Flag(help: "Only tickets that were not drawn into this folder before, as they are now.") var new = false
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            if layout == .png, by ?? .ticket != .ticket {
                throw ValidationError("with --layout png, --by can only be ticket")
            }
            if layout == .labels, by ?? .all != .all {
                throw ValidationError("with --layout labels, --by can only be all")
            }
        }

        func run() throws {
            let definition = try EventDefinition(contentsOf: URL(filePath: source.event))
            let (sold, leftOut) = try SoldTicket.all(in: URL(filePath: source.tickets), of: definition)
            let folder = URL(filePath: out)
            let log = try PrintLog(in: folder)
            let tickets = new ? sold.filter { !log.has($0) } : sold
            let printer = try source.printer(layout, of: definition)
            let outcome = try printer.write(
                tickets, by: by ?? (layout == .labels ? .all : .ticket), onlyNew: new, into: folder
            ) { Output.progress("\($0) of \(tickets.count) tickets") }
            try log.add(tickets)
            Output.endProgress()
            warn(outcome)
            guard !json else {
                return Output.line(
                    JSONValue.object([
                        ("tickets", .integer(Int64(tickets.count))), ("files", .integer(Int64(outcome.files))),
                        ("drawn_before", .integer(Int64(sold.count - tickets.count))),
                        ("left_out", HandoutOptions.json(leftOut)),
                    ]).text)
            }
            Output.line(
                "\(out): \(HandoutOptions.text(tickets.count, "ticket")) in "
                    + "\(HandoutOptions.text(outcome.files, "file")), and \(outcome.index)")
            if new { Output.line("drawn before, and not again: \(sold.count - tickets.count)") }
            if !leftOut.isEmpty { Output.line("left out: \(HandoutOptions.text(leftOut))") }
        }

        private func warn(_ outcome: HandoutPrinter.Outcome) {
            if outcome.withoutTerms > 0 {
                Output.printError(
                    "attention: the terms have no room on \(HandoutOptions.text(outcome.withoutTerms, "strip")), and are "
                        + "left out there")
            }
            if outcome.withBoxes > 0 {
                Output.printError(
                    "attention: \(HandoutOptions.text(outcome.withBoxes, "ticket")) with characters that no font of this "
                        + "machine has: look for boxes. Install a font that has them, like the package fonts-noto.")
            }
        }
    }
}
