// usher: the command line, one file per subcommand.

import ArgumentParser
import Daemon
import Foundation
import Station

@main
struct Usher: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usher",
        abstract: "Builds, installs and maintains what a door check-in station needs.",
        discussion: """
            Organizers make a signed list:   usher key generate, usher ticket import, usher manifest build, usher publish
            Guests get their tickets:        usher ticket issue, print, mail
            Stations get it:                 usher key trust, usher manifest install
            Staff look and correct:          usher status, tail, search, check, admit, confirm, checkout,
                                             walk-in, undo
            Venue IT sets stations up:       usher enroll, fleet, roster, leave, doctor, devices, support-bundle,
                                             venue, order
            After the event:                 usher report, usher evening join, usher journal, usher outbox,
                                             usher forget
            QA makes a sample event:         usher sample DIR

            Commands that concern a station ask the running usherd, or work on the folder given with --state while no \
            usherd uses it. Codes are secrets: give them as "-" and on standard input, because arguments are visible \
            in the process list.
            """,
        version: Station.versions,
        groupedSubcommands: [
            CommandGroup(
                name: "Lists and keys",
                subcommands: [KeyCommand.self, ManifestCommand.self, TicketCommand.self, PublishCommand.self]),
            CommandGroup(
                name: "At the door",
                subcommands: [
                    StatusCommand.self, TailCommand.self, CheckCommand.self, SearchCommand.self, AdmitCommand.self,
                    ConfirmCommand.self, CheckOutCommand.self, WalkInCommand.self, UndoCommand.self,
                    NotRecordedCommand.self, SaleCommand.self, OperatorCommand.self,
                ]),
            CommandGroup(
                name: "Records",
                subcommands: [
                    JournalCommand.self, ReportCommand.self, EveningCommand.self, OutboxCommand.self,
                    ForgetCommand.self,
                    StationCommand.self, RelayCommand.self,
                ]),
            CommandGroup(
                name: "Installing",
                subcommands: [
                    EnrollCommand.self, FleetCommand.self, LeaveCommand.self, DoctorCommand.self,
                    SupportBundleCommand.self,
                    DevicesCommand.self, BackendCommand.self, AlertsCommand.self, VenueCommand.self, OrderCommand.self,
                    RosterCommand.self,
                ]),
            CommandGroup(
                name: "Testing", subcommands: [SampleCommand.self, DecodeCommand.self]),
            CommandGroup(name: "Help", subcommands: [ExitCodesTopic.self]),
        ])

    /// Exit codes: 0 done, 1 refused or failed, 2 usage.
    ///
    /// The package installs one program under two names: the name it is called by says whether it is the daemon.
    static func main() async {
        let name = CommandLine.arguments.first.map { URL(filePath: $0).lastPathComponent }
        guard name != Usherd.programName else { return await Usherd.main() }
        do {
            try Misspelling.check(Array(CommandLine.arguments.dropFirst()))
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            Output.end(0)
        } catch {
            finish(with: error)
        }
    }

    private static func finish(with error: any Error) -> Never {
        let code = exitCode(for: error)
        guard code.isSuccess else {
            let text = fullMessage(for: error)
            if !text.isEmpty { Output.printError(text) }
            Output.end(code == .validationFailure ? 2 : 1)
        }
        Output.write(fullMessage(for: error) + "\n")
        Output.end(0)
    }
}

/// `usher help exit-codes`.
struct ExitCodesTopic: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exit-codes", abstract: "What the exit codes mean.",
        discussion: """
            0   done; for check, admit and checkout: the person may pass
            1   refused or failed; the message says what, on what, why, and what to do
            2   the command line (or, for usherd, the configuration) is not valid
            """)

    func run() throws {
        Output.write(Self.configuration.discussion + "\n")
    }
}
