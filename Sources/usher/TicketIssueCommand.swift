import ArgumentParser
import Foundation
import Manifests
import Publishing
import Tickets

extension TicketCommand {
    struct Issue: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes codes: for all rows of a list that have none, or a signed one for the box office.",
            discussion: """
                With --tickets, each row without a code gets one, and the file is written back with no other change; rows \
                that have a code keep it, so this can be repeated. Codes are random, or signed with --key.
                  usher ticket issue --tickets tickets.csv

                Without it, one signed code is made, which stations admit although it is not in a list: a box office can \
                sell tickets while nothing else works. The key must be a tickets key whose public half the event names \
                in ticket_keys.
                  usher ticket issue --event event.yaml --type standard --key box.key
                """)

        @Option(help: ArgumentHelp("The list to complete.", valueName: "tickets.csv")) var tickets: String?
        @Option(help: ArgumentHelp("The event.", valueName: "event.yaml")) var event: String?
        @Option(help: ArgumentHelp("A ticket type of the event.", valueName: "type")) var type: String?
        @Option(help: ArgumentHelp("A tickets key.", valueName: "box.key")) var key: String?
        @Option(
            help: ArgumentHelp(
                "Until when it admits, as 2026-12-05T23:00:00Z; the event's end unless given.", valueName: "time"))
        var validUntil: Timestamp?
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            guard tickets == nil else {
                guard type == nil else {
                    throw ValidationError("--type cannot be combined with --tickets: each row has its own type")
                }
                guard key == nil || event != nil else { throw ValidationError("--key needs --event") }
                guard key != nil || validUntil == nil else { throw ValidationError("--valid-until needs --key") }
                return
            }
            guard event != nil, type != nil, key != nil else {
                throw ValidationError("give --tickets, or --event, --type and --key")
            }
        }

        func run() throws {
            let definition = try event.map { try EventDefinition(contentsOf: URL(filePath: $0)) }
            let signingKey = try key.map { try KeyFile.signingKey(at: URL(filePath: $0), for: .tickets) }
            if let signingKey, let definition { try check(signingKey, of: definition) }
            if let tickets {
                let issuer = CodeIssuer(definition: definition, key: signingKey, validUntil: validUntil)
                show(try issuer.fill(URL(filePath: tickets)))
            } else if let definition, let signingKey, let type {
                try printCode(type, of: definition, signedWith: signingKey)
            }
        }

        private func check(_ key: SigningKey, of definition: EventDefinition) throws {
            guard definition.ticketKeys.contains(key.verificationKey) else {
                throw CommandError(
                    "issue", "a ticket with \(self.key ?? "")",
                    "\(event ?? "") does not name its public half in ticket_keys",
                    hint: "Stations would refuse the code; add the .pub file there and build the list again.")
            }
        }

        private func show(_ outcome: CodeIssuer.Outcome) {
            let lines = outcome.newLines
            guard !json else {
                return Output.line(
                    JSONValue.object([
                        ("new", .integer(Int64(lines.count))), ("kept", .integer(Int64(outcome.kept))),
                        ("lines", .array(lines.map { .integer(Int64($0)) })),
                    ]).text)
            }
            guard !lines.isEmpty else {
                return Output.line("every row has a code: nothing has changed (\(outcome.kept) codes)")
            }
            let more = lines.count > 5 ? ", …" : ""
            let first = lines.prefix(5).map(String.init).joined(separator: ", ") + more
            Output.line(
                "\(lines.count) new \(lines.count == 1 ? "code" : "codes") (line \(first)), \(outcome.kept) kept")
        }

        private func printCode(_ text: String, of definition: EventDefinition, signedWith key: SigningKey) throws {
            let type: TicketType
            do {
                type = try definition.type(text)
            } catch {
                throw CommandError("issue", "a ticket", error.problem)
            }
            let code = try SignedCode.issue(
                item: type.id, validUntil: validUntil ?? definition.event.ends, seed: SignedCode.randomSeed(), with: key
            )
            Output.line(json ? JSONValue.object([("code", .string(code)), ("type", .string(type.slug))]).text : code)
        }
    }
}
