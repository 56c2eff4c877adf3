import ArgumentParser
import Fleet
import Foundation
import Handouts
import Manifests
import Publishing
import QRWriter
import Station
import StationAPI
import Tickets
import TimeZones
import Web

struct RosterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roster", abstract: "The staff of all stations, in one signed file.",
        subcommands: [Build.self, Install.self])
}

extension RosterCommand {
    struct Build: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a roster of a table, and the PINs and badges of its people.",
            discussion: """
                The table (CSV, .xlsx or .ods) has a row for each person, and a column "name"; of role (steward or \
                supervisor), gates, from, until, language, pin, badge and issue those that are needed. Who has no PIN in it \
                gets one, the same each time, from the key; another text in "issue" gives another one. docs/ROSTER.md says \
                more. All faults of the table are told before anything is written.
                """)

        @Argument(help: ArgumentHelp("The staff.", valueName: "staff.csv")) var table: String
        @Option(
            help: ArgumentHelp(
                "The secret key of which stations have the public half as `orders_key`.", valueName: "name.key"))
        var key: String
        @Option(help: ArgumentHelp("Who makes it, as the journals of the stations name it.", valueName: "name"))
        var by: String
        @Option(help: ArgumentHelp("The roster.", valueName: "staff.roster")) var out: String
        @Option(help: ArgumentHelp("A PDF file with a slip for each person: name and PIN.", valueName: "pins.pdf"))
        var pins: String?
        @Option(help: ArgumentHelp("A PDF file with a badge for each person.", valueName: "badges.pdf"))
        var badges: String?
        @Option(help: ArgumentHelp("Of the hours in the table, which need it.", valueName: "zone"))
        var timezone: String?
        @Option(
            help: ArgumentHelp(
                "The event's list: says which gates of the table it does not have.", valueName: "name.usher"))
        var list: String?

        private func zone() throws -> Zone {
            guard let timezone else { return ZoneFolder.system.local }
            guard let zone = EventZone.zone(timezone) else {
                let suggestion = EventZone.suggestion(for: timezone)
                throw ValidationError(
                    "--timezone must be an IANA time zone like Africa/Kampala, not '\(timezone)'\(suggestion)")
            }
            return zone
        }

        func run() async throws {
            let key = try KeyFile.signingKey(at: URL(filePath: key), for: .orders)
            let zone = try zone()
            guard out.lowercased().hasSuffix(".roster") else {
                throw ValidationError("--out ends in .roster: stations find rosters by it")
            }
            let now = StationClock.system.now()
            let table = try RosterTable(contentsOf: URL(filePath: table), zone: zone, key: key, today: now)
            guard timezone != nil || !table.hasHours else {
                throw CommandError(
                    "make", "the roster", "its table has hours, and nothing says in which time zone",
                    hint: "Give the zone of the venue: --timezone Africa/Kampala.")
            }
            let roster = try table.roster(by: by, issued: now)
            let line = try SignedRoster.sign(roster, with: key) + "\n"
            if let pins {
                try await WholeFile(path: pins).write(
                    try StaffCards(title: "PINs", cards: table.members.map(Self.slip)).pdfFile())
            }
            if let badges {
                try await WholeFile(path: badges).write(
                    try StaffCards(title: "Badges", cards: table.members.map(Self.badge)).pdfFile())
            }
            try await WholeFile(path: out).write(line)
            let supervisors = table.members.count { $0.role == .supervisor }
            let hours =
                roster.people.contains { $0.from != nil || $0.until != nil } ? ", times in \(zone.name)" : ""
            Output.line(
                "\(out): \(Self.people(roster.people.count)), supervisors: \(supervisors)\(hours); signed with \(key.verificationKey.id)"
            )
            for doubt in table.doubts(gates: try list.map(Self.gates), now: now) {
                Output.printError("attention: \(doubt)")
            }
            if !StationClock.system.isSynchronised() {
                Output.printError(
                    "attention: the clock of this machine is not synchronised. If it is ahead, stations refuse later rosters."
                )
            }
            if pins != nil { Output.line("The PINs are secrets: hand out each slip, and keep no copy.") }
        }

        /// Slugs. Whoever signed the list: it is only compared with.
        private static func gates(of list: String) throws -> Set<String> {
            let plan = try ManifestInspection(of: URL(filePath: list), keys: []).plan
            return Set(plan?.gates.map(\.slug) ?? [])
        }

        /// `1 person`
        static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

        private static func facts(_ member: RosterTable.Member) -> [String] {
            [member.role.rawValue.capitalized] + (member.gates.map { ["Gates: " + $0.joined(separator: ", ")] } ?? [])
        }

        private static func slip(_ member: RosterTable.Member) -> StaffCards.Card {
            StaffCards.Card(
                name: member.name, lines: facts(member) + ["Your PIN. Learn it, and destroy this paper."],
                secret: member.pin)
        }

        private static func badge(_ member: RosterTable.Member) throws -> StaffCards.Card {
            StaffCards.Card(
                name: member.name, lines: facts(member),
                code: try QRMatrix(encoding: member.badge, errorCorrection: .medium))
        }
    }

    struct Install: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Puts a roster in force at this station.",
            discussion: """
                Stations also take rosters by themselves: from the addresses and folders of `manifests` in usher.yaml, and \
                from a USB stick.
                """)

        @Argument(help: ArgumentHelp("The roster.", valueName: "staff.roster")) var file: String
        @OptionGroup var station: StationOptions

        func run() async throws {
            let (answer, json) = try await station.ask(
                ControlRequest("POST", "roster", body: .bytes(try FileBytes.all(of: file))), as: RosterAnswer.self,
                creating: true)
            guard !station.json else { return Output.line(json) }
            Output.line("roster of \(answer.issued) by \(answer.issuer): \(Build.people(answer.people))")
            for (word, names) in [("added", answer.added), ("removed", answer.removed), ("changed", answer.changed)]
            where !names.isEmpty {
                Output.line("  \(word): \(names.joined(separator: ", "))")
            }
        }
    }
}
