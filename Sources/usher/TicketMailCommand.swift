import ArgumentParser
import Backends
import Foundation
import Handouts
import Publishing
import Station
import Tickets

extension TicketCommand {
    struct Mail: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sends each guest a mail with the ticket as a PDF.",
            discussion: """
                To the addresses in the column email. What was sent stands in a file beside the list (TICKETS.csv.sent), \
                which is on the disk before the next mail is sent: started again, the command sends the rest. Only the \
                mail during which the machine or the network failed can come twice. Look first, without a server:
                  usher ticket mail --tickets tickets.csv --event event.yaml --from tickets@gala.example --dry-run
                  usher ticket mail --tickets tickets.csv --event event.yaml --from tickets@gala.example --eml mails
                """)

        @OptionGroup var source: HandoutOptions
        @Option(help: ArgumentHelp("The sender's address; guests read the organizer's name.", valueName: "address"))
        var from: String
        @Option(
            help: ArgumentHelp("The mail server: smtps://user@host, or smtp://user@host:587.", valueName: "server"))
        var smtp: String?
        @Option(help: ArgumentHelp("A file with the password, readable by you alone.", valueName: "file"))
        var passwordFile: String?
        @Option(
            help: ArgumentHelp(
                "Subject and text, with {holder}, {event} and others (docs/EVENT.md).", valueName: "mail.txt"))
        var text: String?
        @Option(help: "a4, letter or strip.") var layout: HandoutLayout = .a4
        @Option(help: "ticket or order: what is in one mail.") var by: HandoutGrouping = .ticket
        @Option(help: ArgumentHelp("So many mails in a minute at most.", valueName: "n")) var perMinute = 30
        @Option(help: ArgumentHelp("The record of what was sent, elsewhere.", valueName: "file")) var log: String?
        @Flag(help: "Only say what would be sent.") var dryRun = false
        @Option(help: ArgumentHelp("Write all mails as .eml files instead of sending.", valueName: "folder"))
        var eml: String?
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            guard [smtp != nil, dryRun, eml != nil].count(where: { $0 }) == 1 else {
                throw ValidationError("give one of --smtp, --dry-run and --eml")
            }
            guard MailClient.isAddress(from) else { throw ValidationError("--from is not an address") }
            guard by != .all, layout != .labels, layout != .png else {
                throw ValidationError("for mails, --by is ticket or order, and --layout is a4, letter or strip")
            }
            guard (1...6000).contains(perMinute) else { throw ValidationError("--per-minute is from 1 to 6000") }
            guard smtp != nil || passwordFile == nil else { throw ValidationError("--password-file needs --smtp") }
            if let smtp {
                guard let (_, user) = MailServer.withUser(smtp) else {
                    throw ValidationError("--smtp is an address like smtps://user@mail.example.org")
                }
                guard (user == nil) == (passwordFile == nil) else {
                    throw ValidationError("give a user in --smtp and --password-file together, or neither")
                }
            }
        }

        func run() async throws {
            let definition = try EventDefinition(contentsOf: URL(filePath: source.event))
            let (tickets, leftOut) = try SoldTicket.all(in: URL(filePath: source.tickets), of: definition)
            let template = try text.map { try MailTemplate(FileBytes.text(of: $0), named: $0) }
            let mailer = try HandoutMailer(source.printer(layout, of: definition), template: template, from: from)
            let client = try client()
            let file = log ?? source.tickets + ".sent"
            let hasLog = smtp != nil || dryRun && FileManager.default.fileExists(atPath: file)
            let log = hasLog ? try SentLog(URL(filePath: file)) : nil
            let (letters, alreadySent, failures) = try mailer.letters(for: tickets, by: by, log: log)
            var outcome = HandoutMailer.Outcome()
            if let eml {
                try mailer.write(letters, into: URL(filePath: eml), at: StationClock.system.now()) {
                    Output.progress("\($0) of \(letters.count) mails")
                }
            } else if let client, let log {
                outcome = try await mailer.send(
                    letters, log: log, perMinute: perMinute, now: StationClock.system.now,
                    pause: { try await Task.sleep(for: $0) },
                    send: { message throws(BackendError) in
                        try await client.send(Array(message.text.utf8), from: message.from, to: message.to)
                    },
                    progress: { Output.progress("\($0) of \(letters.count) mails") })
            }
            Output.endProgress()
            try show(
                Report(
                    letters: letters, alreadySent: alreadySent, leftOut: leftOut,
                    failures: failures + outcome.failures, sent: outcome.sent, stopped: outcome.stopped))
        }

        private func client() throws -> MailClient? {
            guard let smtp, let (server, user) = MailServer.withUser(smtp) else { return nil }
            let password = try passwordFile.map { try SecretFile.read(URL(filePath: $0)) }
            return MailClient(
                server, login: user.flatMap { user in password.map { MailLogin(user: user, password: $0) } })
        }

        // MARK: - What came of it

        private struct Report {
            let letters: [HandoutMailer.Letter]
            let alreadySent: Int
            let leftOut: [String: Int]
            let failures: [HandoutMailer.Failure]
            let sent: Int
            let stopped: String?
        }

        private func show(_ report: Report) throws {
            if json {
                Output.line(
                    JSONValue.object([
                        ("mails", .integer(Int64(report.letters.count))), ("sent", .integer(Int64(report.sent))),
                        ("sent_before", .integer(Int64(report.alreadySent))),
                        (
                            "failures",
                            .array(
                                report.failures.map {
                                    .object([("tickets", .string($0.tickets)), ("reason", .string($0.reason))])
                                })
                        ), ("stopped", .init(report.stopped)), ("left_out", HandoutOptions.json(report.leftOut)),
                    ]).text)
            } else {
                if dryRun {
                    for letter in report.letters { Output.line("\(letter.name) to \(letter.address)") }
                }
                Output.line(headline(report))
                if report.alreadySent > 0 {
                    Output.line("sent before, and not again: \(HandoutOptions.text(report.alreadySent, "ticket"))")
                }
                if !report.leftOut.isEmpty { Output.line("left out: \(HandoutOptions.text(report.leftOut))") }
                for failure in report.failures { Output.printError("not sent: \(failure.tickets): \(failure.reason)") }
                if let stopped = report.stopped {
                    Output.printError("stopped: \(stopped)\nRun the same command again to send the rest.")
                }
            }
            // A guest without an address is something to know before, and a failure afterwards.
            if !dryRun, !report.failures.isEmpty || report.stopped != nil { throw ExitCode(1) }
        }

        private func headline(_ report: Report) -> String {
            let mails = HandoutOptions.text(report.letters.count, "mail")
            if let eml { return "\(eml): \(mails)" }
            return dryRun ? "\(mails) to send" : "\(report.sent) of \(mails) sent"
        }
    }
}
