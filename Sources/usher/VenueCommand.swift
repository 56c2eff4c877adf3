import ArgumentParser
import Crypto
import Foundation
import Manifests
import Tickets
import Venue

struct VenueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "venue", abstract: "One ledger for all gates of a venue, so that no ticket enters twice.",
        discussion: """
            The ledger is a PostgreSQL database (15 or newer) that every station of the venue reaches. These commands are \
            for its owner. docs/VENUE.md says how to set one up, and what it guarantees when.
            """,
        subcommands: [
            Init.self, Status.self, AddStation.self, RemoveStation.self, Capacity.self, Publish.self, Conflicts.self,
            Watch.self, Serve.self, Forget.self, UploadsKeyCommand.self, SupervisorUndoCommand.self,
        ])
}

/// Which ledger a command means, and how it prints.
struct LedgerOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            The ledger, as its owner: postgresql://owner@host/database?sslrootcert=FILE. Separate several hosts by \
            commas. Without a password: that is in ~/.pgpass, or in PGPASSWORD.
            """, valueName: "url"))
    var url: String
    @Flag(help: "Print JSON.") var json = false

    func admin() throws -> LedgerAdmin { LedgerAdmin(try LedgerAddress(url: url)) }
}

extension VenueCommand {
    struct Init: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Creates the ledger in an empty database, or brings it up to date. May be run again.")

        @OptionGroup var ledger: LedgerOptions

        func run() async throws {
            let steps = try await ledger.admin().initialise()
            guard !ledger.json else {
                return Output.line(
                    JSONValue.object([("steps", .array(steps.map { .integer(Int64($0)) }))]).text)
            }
            Output.line(steps.isEmpty ? "The ledger is up to date." : "The ledger is ready.")
        }
    }

    struct AddStation: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lets a station use the ledger, or gives it a new password.",
            discussion: """
                The password is made here and written to a file, which becomes the station's credential. What is printed \
                goes into its configuration.
                """)

        @OptionGroup var ledger: LedgerOptions
        @Argument(help: "The station's name.") var name: String
        @Option(help: ArgumentHelp("The file for the password.", valueName: "file")) var out: String

        func run() async throws {
            let bytes = unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Data($0) }
            let password = Base64URL.encode(bytes)
            let file = WholeFile(path: out)
            try await file.write(password + "\n")
            let role = try await ledger.admin().addStation(name, password: password)
            guard !ledger.json else {
                return Output.line(
                    JSONValue.object([("station", .string(name)), ("role", .string(role)), ("file", .string(out))]).text
                )
            }
            Output.line("\(name) uses the ledger as \"\(role)\"; its password is in \(out)")
        }
    }

    struct UploadsKeyCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "uploads-key", abstract: "Makes the key with which one station uploads for all.",
            discussion: """
                Every station of the venue gets the same file, as the credential that venue.uploads names. The ledger's \
                server must not have it.
                """)

        @Option(help: ArgumentHelp("The file for the key.", valueName: "file")) var out: String

        func run() async throws {
            try await WholeFile(path: out).write(UploadsKey.makeText() + "\n")
            Output.line("The key is in \(out)")
        }
    }

    struct RemoveStation: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ends a station's sessions, and allows it no new ones; its entries stay.")

        @OptionGroup var ledger: LedgerOptions
        @Argument(help: "The station's name.") var name: String

        func run() async throws {
            try await ledger.admin().removeStation(name)
            if !ledger.json { Output.line("\(name) is removed") }
        }
    }

    struct Capacity: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sets how many people may be inside at once, counted over all gates.")

        @OptionGroup var ledger: LedgerOptions
        @Argument(help: "Id of the event.") var event: String
        @Argument(help: "Id of the admission list.") var list: String
        @Argument(help: ArgumentHelp("People, or none.", valueName: "people|none")) var people: String

        func validate() throws {
            guard people == "none" || Int32(people).map({ $0 >= 0 }) == true else {
                throw ValidationError("\(people.withoutControls) is not a number of people")
            }
        }

        func run() async throws {
            try await ledger.admin().setCapacity(Int(people), event: event, list: list)
            if !ledger.json { Output.line("\(list): \(people == "none" ? "no limit" : "at most \(people)")") }
        }
    }

    struct SupervisorUndoCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "supervisor-undo",
            abstract: "Sets whether a supervisor at one station may undo what another recorded.",
            discussion: """
                It is allowed unless this forbids it. The ledger cannot know who stands at a station: it keeps the name \
                and the reason that the station reports, and usher venue conflicts shows each.
                """)

        @OptionGroup var ledger: LedgerOptions
        @Argument(help: ArgumentHelp("What applies from now on.", valueName: "allow|forbid")) var choice: String

        func validate() throws {
            guard ["allow", "forbid"].contains(choice) else {
                throw ValidationError("\(choice.withoutControls) is neither allow nor forbid")
            }
        }

        func run() async throws {
            try await ledger.admin().setSupervisorUndo(choice == "allow")
            if !ledger.json { Output.line("Undo of another station's entries by a supervisor: \(choice)") }
        }
    }

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Puts a signed list into the ledger, for all stations to fetch and verify.")

        @OptionGroup var ledger: LedgerOptions
        @Argument(help: ArgumentHelp("The list.", valueName: "file.usher")) var file: String

        func run() async throws {
            let url = URL(filePath: file)
            let inspection = try ManifestInspection(of: url, keys: [])
            if let fault = inspection.bodyFault { throw fault }
            let claims = inspection.claims
            let bytes = try Data(contentsOf: url, options: .alwaysMapped)
            try await ledger.admin().publish(
                bytes, event: claims.event.id, sequence: claims.sequence,
                sha256: Data(SHA256.hash(data: bytes)).hex)
            guard !ledger.json else {
                return Output.line(
                    JSONValue.object([
                        ("event", .string(claims.event.id)), ("seq", .integer(claims.sequence)),
                        ("bytes", .integer(Int64(bytes.count))),
                    ]).text)
            }
            Output.line("\(claims.event.name): seq \(claims.sequence) is in the ledger")
        }
    }
}
