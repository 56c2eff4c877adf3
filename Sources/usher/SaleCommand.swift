import ArgumentParser
import Glibc
import Messages
import QRWriter
import Station
import StationAPI
import Tickets

struct SaleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sale", abstract: "Sells or gives away tickets at the door, and takes them back.",
        discussion: "Only at stations that event.yaml names under box_office, with the key that signs the tickets.",
        subcommands: [List.self, New.self, Refund.self], defaultSubcommand: List.self)
}

extension SaleCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows what is sold here, and the last sales.")

        @Option(help: "Only the sale of the ticket with this reference.") var ref: String?
        @OptionGroup var station: StationOptions

        func run() async throws {
            let request = ControlRequest("GET", "sales", query: ref.map { ["ref": $0] } ?? [:])
            let (answer, json) = try await station.ask(request, as: BoxOfficeAnswer.self)
            guard !station.json else { return Output.line(json) }
            guard !answer.offices.isEmpty else {
                return Output.line(
                    "No event that is served here sells tickets at this station: event.yaml names the stations.")
            }
            for office in answer.offices {
                if let problem = office.problem { Output.line("\(office.event): nothing can be sold: \(problem).") }
            }
            Output.table(
                ["EVENT", "TYPE", "PRICE", "SOLD HERE", "LEFT HERE", ""],
                answer.offices.flatMap { office in
                    office.offers.map { offer in
                        let price = offer.price.map { "\($0) \(office.currency ?? "")" }
                        return [
                            office.event, offer.type, price ?? "given away",
                            String(offer.sold), String(offer.left), offer.isShared ? "the ledger may have more" : "",
                        ]
                    }
                })
            guard !answer.sales.isEmpty else { return }
            Output.table(
                ["SEQ", "AT", "TICKET", "TYPE", "TERMS", "BY", ""],
                answer.sales.map { sale in
                    [
                        String(sale.seq), sale.at.description, sale.ref?.referenceForPeople ?? "", sale.type ?? "",
                        sale.terms ?? "",
                        sale.operator ?? "", sale.isRefunded ? "taken back" : "",
                    ]
                })
        }
    }

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sells tickets of a type, and shows their codes.")

        @Argument(help: "The type, by its id.") var type: String
        @Option(help: "How many, each for one person.") var count = 1
        @Option(help: "How it was paid: a word of box_office in event.yaml.") var payment: String?
        @Option(help: "A name to print on the tickets; it is kept nowhere.") var holder: String?
        @Option(help: "The event, when several have a box office here.") var event: String?
        @Flag(help: "Print them on the printer of usher.yaml.") var print = false
        @OptionGroup var person: OperatorOption
        @OptionGroup var station: StationOptions

        func run() async throws {
            let request = SaleRequest(
                type: type, count: count, payment: payment, holder: holder, event: event, isPrinted: print,
                operator: person.operator)
            let channel = try await station.open()
            let messages = try await channel.messages()
            let (answer, json) = try await channel.send(.post("sales", body: request), as: SaleAnswer.self)
            guard !station.json else { return Output.line(json) }
            for ticket in answer.tickets {
                if isatty(STDOUT_FILENO) == 1 { Output.line(try QRMatrix(encoding: ticket.code).terminalText()) }
                Output.line("\(answer.type) \(ticket.ref)\n\(ticket.code)\n")
            }
            let total = answer.total.map { ", \($0)" } ?? ""
            let left = messages.text("staff.sale.left", ["count": "\(answer.left)"])
            Output.line("\(messages.label("report.count")): \(answer.tickets.count) \(answer.type)\(total). \(left)")
            if let problem = answer.printProblem {
                Output.line(messages.text("staff.sale.notPrinted", ["why": messages.quoting(problem)]))
            }
        }
    }

    struct Refund: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes a ticket back that was sold here: nobody is let in with it any more.")

        @Argument(help: "The number of the sale: usher sale shows it.") var seq: Int64
        @Option(help: "Why; kept in the journal.") var note: String?
        @OptionGroup var person: OperatorOption
        @OptionGroup var station: StationOptions

        func run() async throws {
            let request = RefundRequest(seq: seq, note: note, operator: person.operator)
            let channel = try await station.open()
            let messages = try await channel.messages()
            let (answer, json) = try await channel.send(
                .post("sales", "refund", body: request), as: UndoAnswer.self)
            guard !station.json else { return Output.line(json) }
            Output.line(messages.text("staff.sale.isTakenBack", ["ref": answer.ref ?? "\(seq)"]))
        }
    }
}
