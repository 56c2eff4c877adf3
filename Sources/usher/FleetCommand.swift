import ArgumentParser
import Foundation
import Handouts
import QRWriter
import Spreadsheets
import Station
import Tickets

struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet", abstract: "Sets up many stations at once.", subcommands: [Enroll.self])
}

extension FleetCommand {
    struct Enroll: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a pairing for each station of a table, and a sheet of their codes.",
            discussion: """
                The table (CSV, .xlsx or .ods) has a column "name" and, where they are needed, "gate" and "direction"; each \
                further column is named as a credential of the settings, and has the file of that secret for each \
                station. A code is for one station, and is taken for a day at most. Show each to its kiosk as a code of \
                usher enroll, or accept the texts that --texts writes. All faults of the table are told before anything \
                is written.
                """)

        @Argument(help: ArgumentHelp("The stations.", valueName: "stations.csv")) var table: String
        @Option(help: ArgumentHelp("The event's signed list.", valueName: "F.usher")) var list: String
        @Option(help: ArgumentHelp("The organizer's key.", valueName: "K.key")) var key: String
        @Option(
            help: ArgumentHelp(
                "Keys of usher.yaml that all of them get: backends, manifests (urls), orders_key.",
                valueName: "file.yaml"))
        var settings: String?
        @Option(help: ArgumentHelp("The event's staff key, for names in a supervisor's search.", valueName: "file"))
        var staffKey: String?
        @Option(help: ArgumentHelp("For how long the codes are valid: 1 to 24.", valueName: "hours")) var hours = 12
        @Option(
            help: ArgumentHelp(
                "Until when the stations serve the event; without it, the event's end.", valueName: "time"))
        var until: Timestamp?
        @Option(help: ArgumentHelp("The sheet: a PDF with a page for each station.", valueName: "codes.pdf"))
        var out: String?
        @Option(
            help: ArgumentHelp("A folder for the texts, NAME.pairing, for usher enroll --accept.", valueName: "folder"))
        var texts: String?

        func validate() throws {
            guard (1...24).contains(hours) else { throw ValidationError("--hours is 1 to 24") }
            guard out != nil || texts != nil else { throw ValidationError("give --out, --texts, or both") }
        }

        func run() async throws {
            let maker = try PairingMaker(list: list, key: key)
            let shared = try settings.map { try FileBytes.text(of: $0) } ?? ""
            let staff = try staffKey.map { try PairingMaker.secret(in: $0) }
            let stations = try StationTable(
                contentsOf: table, staffKey: staff, event: maker.plan.event.id, settings: shared)
            let made = try stations.pairings { place in
                let pairing = try maker.pairing(
                    for: place, settings: shared, until: until, validity: .seconds(hours * 3600))
                return (place, pairing, text: try pairing.text(signedWith: maker.key))
            }
            let unplaced = stations.places.filter { $0.gate == nil }.compactMap(\.name)
            if !unplaced.isEmpty, maker.plan.gates.count > 1 {
                Output.printError(
                    "attention: without a gate, so at the one that the list assigns, or the first: "
                        + unplaced.joined(separator: ", "))
            }
            if let out {
                let pages = try made.map { place, pairing, text in try page(place, pairing, text, maker) }
                try await WholeFile(path: out).write(try PairingSheet(pages: pages).pdfFile())
            }
            if let texts {
                try FileManager.default.createDirectory(
                    atPath: texts, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                for (place, _, text) in made {
                    try await WholeFile(path: "\(texts)/\(place.name ?? "").pairing").write(text + "\n")
                }
            }
            for (place, pairing, text) in made {
                Output.line(
                    "\(place.name ?? ""): pairing \(Pairing.shortCode(of: text)), valid until \(wallTime(pairing.expires, maker))"
                )
            }
            Output.line("key \(maker.fingerprint.inFours)")
            Output.line("Whoever has a code has the secrets in it: keep the sheet, and destroy it afterwards.")
        }

        /// As people at the event read it.
        private func wallTime(_ time: Timestamp, _ maker: PairingMaker) -> String {
            DoorClock(zone: maker.plan.event.timeZone, now: StationClock.system.now()).text(of: time)
                + " (\(maker.plan.event.timeZone.name))"
        }

        private func page(
            _ place: PairingMaker.Place, _ pairing: Pairing, _ text: String, _ maker: PairingMaker
        ) throws -> PairingSheet.Page {
            let gate = place.gate.flatMap { maker.plan.gate($0)?.nameAndSlug }
            return PairingSheet.Page(
                code: try QRMatrix(encoding: text, errorCorrection: .low), station: place.name ?? "",
                facts: [
                    maker.plan.event.name,
                    [gate.map { "Gate: \($0)" }, place.direction.map { "Direction: \($0)" }].compactMap(\.self)
                        .joined(separator: "   "),
                    "Key: \(maker.fingerprint.inFours)", "Pairing: \(Pairing.shortCode(of: text))",
                    "Valid until \(wallTime(pairing.expires, maker))",
                    "Hold this page to the camera of the kiosk, and compare key and pairing there.",
                ].filter { !$0.isEmpty })
        }
    }
}

/// The table of stations that an organizer or venue IT writes.
struct StationTable {
    let places: [PairingMaker.Place]
    private let file: String

    /// - Parameters:
    ///   - staffKey: of the event; all stations get it.
    ///   - settings: those of all stations, in which the credentials are named.
    init(contentsOf file: String, staffKey: String?, event: String, settings: String) throws {
        self.file = file
        let workbook = try Workbook(contentsOf: URL(filePath: file))
        let rows = workbook.sheets.first { !$0.isHidden }?.rows ?? []
        guard let header = rows.first else { throw Self.refuse(file, "it has no rows") }
        let columns = header.cells.map { ($0.column, $0.text.trimmingCharacters(in: .whitespaces)) }
        func column(_ name: String) -> Int? { columns.first { $0.1.lowercased() == name }?.0 }
        guard let name = column("name") else { throw Self.refuse(file, "it has no column \"name\"") }
        let (gate, direction) = (column("gate"), column("direction"))
        let credentials = columns.filter { ![name, gate, direction].contains($0.0) }
        var faults = credentials.filter { $0.1.isEmpty || !settings.contains($0.1) }.map { _, name in
            "its column \"\(name)\" is none of name, gate and direction, and no credential of the settings"
        }
        var places: [PairingMaker.Place] = []
        for row in rows.dropFirst() {
            func text(_ column: Int?) -> String? {
                column.flatMap { row[$0]?.text.trimmingCharacters(in: .whitespaces) }.flatMap { $0.isEmpty ? nil : $0 }
            }
            guard let station = text(name) else {
                faults.append("row \(row.number): it has no name")
                continue
            }
            if station.contains("/") || station.hasPrefix(".") {
                faults.append("row \(row.number): \(station) cannot be a name: it is the name of a file, too")
            }
            if places.contains(where: { $0.name?.lowercased() == station.lowercased() }) {
                faults.append("row \(row.number): there is another \(station)")
            }
            var place = PairingMaker.Place(name: station, gate: text(gate), direction: text(direction)?.lowercased())
            if let staffKey { place.secrets["staff-\(event)"] = staffKey }
            for (column, credential) in credentials where settings.contains(credential) {
                guard let path = text(column) else { continue }
                do {
                    place.secrets[credential] = try PairingMaker.secret(in: path)
                } catch {
                    faults.append("row \(row.number), \(credential): \(error)")
                }
            }
            places.append(place)
        }
        if places.isEmpty, faults.isEmpty { faults.append("it has no station") }
        try Self.check(faults, of: file)
        self.places = places
    }

    /// Makes something of each station; all faults are told, each with the name of its station.
    func pairings<Made>(_ make: (PairingMaker.Place) throws -> Made) throws -> [Made] {
        var faults: [String] = []
        var made: [Made] = []
        for place in places {
            do {
                made.append(try make(place))
            } catch {
                faults.append("\(place.name ?? ""): \(error)")
            }
        }
        try Self.check(faults, of: file)
        return made
    }

    private static let mostFaults = 50

    private static func check(_ faults: [String], of file: String) throws {
        guard !faults.isEmpty else { return }
        for fault in faults.prefix(mostFaults) { Output.printError("\(file): \(fault)") }
        throw refuse(file, faults.count == 1 ? faults[0] : "it has \(faults.count) faults, which are listed above")
    }

    private static func refuse(_ file: String, _ reason: String) -> CommandError {
        CommandError(
            "use", file, reason,
            hint: "The first row has name, and where they are needed gate, direction and names of credentials.")
    }
}
