import Foundation
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// docs/EVENT.md against the code, because organizers copy from it.
@Suite struct EventDocumentTests {
    let workshop: Workshop
    let document: String

    init() throws {
        workshop = try Workshop()
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        document = try String(contentsOf: root.appending(path: "docs/EVENT.md"), encoding: .utf8)
    }

    /// The code blocks of a language.
    private func blocks(_ language: String) throws -> [String] {
        try document.components(separatedBy: "```\(language)\n").dropFirst().map {
            try #require($0.components(separatedBy: "```").first)
        }
    }

    /// The example with every key, or every column: the last block of a language.
    private func block(_ language: String) throws -> String {
        try #require(try blocks(language).last)
    }

    /// The words in the first column of the tables under a heading, before the next heading.
    private func words(under heading: String) throws -> [String] {
        let parts = document.components(separatedBy: "\n\(heading)\n")
        try #require(parts.count == 2)
        let section = try #require(parts[1].components(separatedBy: "\n#").first)
        return section.matches(of: #/\n\| `(\w+)` \|/#).map { String($0.1) }
    }

    @Test func `its examples become a list that a station installs`() throws {
        let key = try KeyFile.generate(named: workshop.path("box-office"), for: .tickets)
        let event = try workshop.write(try block("yaml"), to: "event.yaml")
        let definition = try EventDefinition(contentsOf: event)
        var rows = try TicketCSV(workshop.write(try block("csv"), to: "tickets.csv"), zone: definition.zone)
        let list = workshop.path("gala.usher")
        try ManifestBuilder(definition: definition, key: workshop.organizer, now: Workshop.now).build(&rows, to: list)

        let inspection = try ManifestInspection(of: list, keys: [workshop.organizer.verificationKey])
        #expect(inspection.signature == .valid(workshop.organizer.verificationKey))
        #expect(inspection.bodyFault == nil)
        #expect(inspection.claims.ticketKeys == [key])
        #expect(inspection.claims.ticketCount == 5)
        #expect(inspection.counts?.revoked == 1)
        #expect(inspection.plan?.lists.map(\.reentry) == [.afterExit, .unlimited])
        #expect(inspection.plan?.assignments.map(\.direction) == [.in, .out])

        let installed = try workshop.station().install(list, now: Workshop.now)
        let both = try #require(try installed.lookUp("h5s0e8qj2ktw9vbn4xg7czd1myr6ufpa"))
        #expect(both.lines.map(\.type.slug) == ["vip", "standard"])
        #expect(try installed.lookUp(Workshop.codes[1])?.lines.map(\.admits) == [4])
        #expect(try installed.lookUp("b2y6kfr0n8wqjt4a7xmdvc5sz1gh9epu")?.isRevoked == true)
    }

    @Test func `its examples have every key and column that it describes`() throws {
        let example = try blocks("yaml").joined()
        for heading in [
            "## event.yaml", "### types", "### lists", "### gates", "### assignments", "### box_office", "### slots",
        ] {
            let keys = try words(under: heading)
            #expect(!keys.isEmpty)
            for key in keys {
                #expect(example.contains(try Regex(#"(^|\n|[{ ])\#(key):[ \n]"#)), "\(key)")
            }
        }
    }

    @Test func `its example of slots is one of a series`() throws {
        let outline = EventOutline(
            name: "Museum", timeZone: "UTC", doorsOpen: Workshop.now, starts: Workshop.now, dates: SeriesListTests.dates
        )
        let definition = try EventDefinition(
            yaml: try #require(try blocks("yaml").first { $0.contains("slots:") }), named: "event.yaml",
            folder: workshop.folder, outline: outline)
        #expect(definition.slots == SlotTolerance(early: .seconds(900), late: .seconds(1800)))
    }

    @Test func `its columns and status words are those of the code`() throws {
        let described = try words(under: "## tickets.csv")
        let (columns, statuses) = (TicketCSV.Column.allCases.map(\.rawValue), TicketRow.Status.words)
        #expect(Set(described.prefix(columns.count)) == Set(columns))
        #expect(Array(described.dropFirst(columns.count)) == statuses)
        let header = try #require(try block("csv").split(separator: "\n").first)
        #expect(header.split(separator: ",").map(String.init) == Array(described.prefix(columns.count)))
    }

    @Test func `gates are kept by id`() throws {
        let definition = try workshop.definition(more: "gates: [{id: b}, {id: A}, {id: 10}, {id: B}]")
        let installed = try workshop.station().install(
            workshop.manifest(definition: definition), now: Workshop.now)
        #expect(installed.plan.gates.map(\.slug) == ["10", "A", "B", "b"])
    }
}
