import Foundation
import GRDB
import TestSupport
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// Tickets that are found by the beginning of their code, a company or an e-mail address, where the organizer asks for it.
@Suite struct SearchTermTests {
    private static let findBy = "find_by: [code, company, email]\n"
    private static let rows = [
        TicketRow(
            code: Workshop.codes[0], reference: "1", type: "vip", holder: "Łucja Strauß", company: "Müller & Söhne",
            emails: ["Lucja@Example.org", "office@mueller.example"]),
        TicketRow(code: Workshop.codes[1], reference: "2", type: "standard", company: "3M", emails: []),
    ]
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private var staffKey: Data { ManifestBuilder.staffKey(for: "gala", key: workshop.organizer) }

    private func list(
        _ privacy: Privacy, _ more: String = findBy, rows: [TicketRow] = rows, name: String = "gala.usher"
    ) throws -> URL {
        try workshop.manifest(name, definition: workshop.definition(more: "privacy: \(privacy)\n\(more)"), rows: rows)
    }

    private func installed(
        _ privacy: Privacy, _ more: String = findBy, rows: [TicketRow] = rows
    ) throws -> InstalledManifest {
        try workshop.station().install(try list(privacy, more, rows: rows), now: Workshop.now)
    }

    private func refs(
        _ text: String, in manifest: InstalledManifest, by terms: Set<SearchTerm> = Set(SearchTerm.allCases)
    ) throws -> [String?] {
        try manifest.search(text, by: terms, staffKey: staffKey, limit: 10).map(\.line.reference).sorted {
            $0 ?? "" < $1 ?? ""
        }
    }

    // MARK: - What is found

    @Test(arguments: [Privacy.sealed, .staff]) func `a ticket is found by what it has, written in another way`(
        privacy: Privacy
    ) throws {
        let manifest = try installed(privacy)
        for text in [
            "wk8wfyzj", " WK8WFYZJ ", "wk8wfyzjrbrd", "muller & sohne", "MÜLLER  & Söhne", "lucja@example.org",
            " LUCJA@EXAMPLE.ORG", "office@mueller.example",
        ] {
            #expect(try refs(text, in: manifest) == ["1"], "\(text)")
        }
        #expect(try refs("3m", in: manifest) == ["2"])
        for text in ["wk8wfyz", "k8wfyzjr", "q3n7tvd1", "nobody@example.org", "example.org", "", "  ", "m", "ot@her"] {
            #expect(try refs(text, in: manifest) == [], "\(text)")
        }
    }

    @Test func `with the staff key, the beginning of an address and words of a company do`() throws {
        let manifest = try installed(.staff)
        for text in ["lucja@", "office@mue", "sohne", "mulle"] {
            #expect(try refs(text, in: manifest) == ["1"], "\(text)")
        }
        #expect(try refs("lu", in: manifest) == [])
        let withoutKey = try manifest.search("lucja@example.org", by: [.email], staffKey: nil, limit: 10)
        #expect(withoutKey.isEmpty && manifest.searchTerms(hasStaffKey: false) == [])
        let wrong = try manifest.search("lucja@example.org", by: [.email], staffKey: Data(count: 32), limit: 10)
        #expect(wrong.isEmpty)
    }

    @Test func `in a sealed list only whole companies and addresses find something, and names nothing`() throws {
        let manifest = try installed(.sealed)
        for text in ["lucja@", "muller", "Łucja Strauß", "strauss"] {
            #expect(try refs(text, in: manifest) == [], "\(text)")
        }
        #expect(manifest.searchTerms(hasStaffKey: true) == [.code, .company, .email])
    }

    @Test(arguments: [Privacy.sealed, .staff]) func `whoever may search by less finds less`(privacy: Privacy) throws {
        let manifest = try installed(privacy)
        #expect(try refs("lucja@example.org", in: manifest, by: [.code, .name, .company]) == [])
        #expect(try refs("wk8wfyzj", in: manifest, by: [.name, .company, .email]) == [])
        #expect(try refs("wk8wfyzj", in: manifest, by: [.code]) == ["1"])
    }

    /// The beginning of a code never finds another ticket, and always finds its own: many codes, some of which begin alike.
    @Test(arguments: [Privacy.sealed, .staff]) func `a beginning finds the tickets that begin so, and no other`(
        privacy: Privacy
    ) throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        var chance = SplitMix64(seed: seed)
        let letters = Array("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        func text(_ count: Int) -> String { String((0..<count).map { _ in letters[chance.below(letters.count)] }) }
        var codes = (0..<150).map { _ in text(24 + chance.below(20)) }
        codes += codes.prefix(10).map { $0.prefix(8) + text(24) }
        // Only the eighth character differs.
        codes += codes.prefix(10).map { $0.prefix(7) + "!" + text(24) }
        let manifest = try installed(
            privacy, "find_by: [code]", rows: codes.map { TicketRow(code: $0, reference: $0, type: "vip") })
        for code in codes {
            let beginning = code.prefix(8).lowercased()
            let alike = codes.filter { $0.prefix(8).lowercased() == beginning }.sorted()
            #expect(try refs(beginning.uppercased(), in: manifest) == alike, "seed \(seed)")
            #expect(try refs(String(code.prefix(7)), in: manifest) == [], "seed \(seed)")
            let other = String(code.dropFirst().prefix(8))
            let others = codes.filter { $0.prefix(8).lowercased() == other.lowercased() }.sorted()
            #expect(try refs(other, in: manifest) == others, "seed \(seed)")
        }
    }

    // MARK: - What is kept

    @Test(arguments: [Privacy.sealed, .staff])
    func `neither company nor e-mail address nor code is in the list's bytes`(
        privacy: Privacy
    ) throws {
        let bytes = try Data(contentsOf: list(privacy))
        for secret in [
            "lucja", "Lucja", "example.org", "office@", "mueller.example", "ller & S", "muller", "sohne", "wk8wfyzj",
            "q3n7tvd0", "strauss",
        ] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
    }

    @Test(arguments: [Privacy.sealed, .staff]) func `what nobody asked for is not kept at all`(privacy: Privacy) throws
    {
        let bare = TicketRow(code: Workshop.codes[1], reference: "2", type: "standard")
        let without = try Workshop.parts(of: list(privacy, "", rows: [bare])).body
        var full = bare
        (full.company, full.emails) = ("3M", ["a@b.example"])
        #expect(try Workshop.parts(of: list(privacy, "", rows: [full])).body == without)
        let manifest = try installed(privacy, "find_by: [email]")
        #expect(try refs("lucja@example.org", in: manifest) == ["1"])
        #expect(try refs("wk8wfyzj", in: manifest) == [] && refs("3m", in: manifest) == [])
    }

    @Test func `a seal with nothing to tell is no holder`() throws {
        let manifest = try installed(.staff)
        let (key, line) = (manifest.key(of: Workshop.codes[1]), TicketType.number(of: "standard"))
        #expect(try manifest.holder(of: Int(line), code: nil, key: key, staffKey: staffKey) == .absent)
    }

    @Test(arguments: [
        ("wk8wfyzjrbrdv5rxvjxjzpx", "row 1: code is shorter than the 24 characters that find_by: [code] needs"),
        ("wk8wfyzj0000000000000000", "after their first 8 characters its ticket codes can be guessed"),
    ]) func `a code that its beginning would give away is a fault`(code: String, problem: String) throws {
        let row = TicketRow(code: code, type: "vip")
        let error = #expect(throws: ManifestError.self) { try list(.sealed, "find_by: [code]", rows: [row]) }
        #expect(error?.reason.contains(problem) == true && error?.hint?.contains("leave code out") == true)
        _ = try list(.sealed, "find_by: [email]", rows: [row])
    }

    @Test(arguments: [
        ("find_by: [compny]", "find_by[0]: is not one of code, company, email, did you mean \"company\"?"),
        ("find_by: [name]", "find_by[0]: is not one of"), ("find_by: email", "find_by: must be a list"),
    ]) func `what nobody can be found by is a fault of event.yaml`(yaml: String, problem: String) throws {
        let error = #expect(throws: (any Error).self) { try workshop.definition(more: yaml) }
        #expect("\(try #require(error))".contains(problem), "\(String(describing: error))")
    }

    @Test func `tickets.csv has a company and an e-mail address`() throws {
        let file = try workshop.write("code,company,email\n\(Workshop.codes[0]),Gala Ltd,a@b.example\n", to: "t.csv")
        let row = try TicketCSV(file, zone: .utc).next()?.row.get()
        #expect(row?.company == "Gala Ltd" && row?.emails == ["a@b.example"])
    }

    @Test func `is known before anything is pulled, also from a file with faults`() throws {
        let file = try workshop.write("find_by: [email, other]\nnonsense: 1\n", to: "event.yaml")
        #expect(EventDefinition.findBy(in: file) == [.email])
        #expect(EventDefinition.findBy(in: workshop.path("none.yaml")) == [])
    }

    // MARK: - The format

    private static let claim = #""find_by":["code","company","email"]"#

    @Test(arguments: [
        (#""find_by":["name"]"#, "its claim find_by names something that is not there"),
        (#""find_by":["code","code"]"#, "one thing twice"),
        (#""find_bye":["code"]"#, "which this version does not know"),
    ]) func `a claim that says something else is refused`(other: String, problem: String) throws {
        let error = #expect(throws: ManifestError.self) {
            try workshop.station().install(try resigned(Self.claim, other), now: Workshop.now)
        }
        #expect(error?.reason.contains(problem) == true, "\(String(describing: error))")
    }

    private func resigned(_ old: String, _ new: String) throws -> URL {
        try workshop.resigned(list(.sealed), replacing: old, with: new)
    }

    @Test func `hashes without the claim, and the claim without hashes, are refused`() throws {
        expect(.badContent) {
            try workshop.station().install(try resigned(Self.claim + ",", ""), now: Workshop.now)
        }
        let bare = try workshop.rewritten(list(.sealed), sequence: Int64(Workshop.now.seconds) + 1) { database in
            try database.execute(sql: "DROP TABLE clue")
        }
        expect(.badContent) { try workshop.station().install(bare, now: Workshop.now) }
    }

    @Test func `a hash that leads nowhere finds nothing`() throws {
        let lost = try workshop.rewritten(list(.sealed), sequence: Int64(Workshop.now.seconds) + 1) { database in
            try database.execute(sql: "UPDATE clue SET key = zeroblob(16)")
        }
        let manifest = try workshop.station().install(lost, now: Workshop.now)
        #expect(try refs("lucja@example.org", in: manifest) == [])
    }

    @Test func `docs have the hash of an address`() throws {
        let hash = ClueHash(salt: Data(hex: "7e9963e5a32f8a9154f01a21876d3c73a7bd06937adf7f47d14a09edb43afdea")!)
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let document = try String(contentsOf: root.appending(path: "docs/MANIFEST.md"), encoding: .utf8)
        for (term, text) in [(SearchTerm.code, "wk8wfyzj"), (.email, "zoe@example.org")] {
            let row = "| hash of `\(term.rawValue) \(text)` | `\(hash.hash(term, text).hex)` |"
            #expect(document.contains(row), "\(row)")
        }
    }

    @Test(arguments: [Privacy.sealed, .staff]) func `changes lead to the list that was built whole`(
        privacy: Privacy
    ) throws {
        var chance = SplitMix64(seed: 7)
        var rows = Self.rows
        rows += (0..<200).map { number in
            let code = String(Workshop.codes[1].shuffled(using: &chance))
            return TicketRow(code: code, type: "vip", emails: ["\(number)@example.org"])
        }
        let old = try workshop.whole(list(privacy, rows: rows, name: "old.usher"))
        rows[0].emails = ["new@example.org"]
        let new = try workshop.whole(list(privacy, rows: rows, name: "new.usher"))
        let changes = try #require(try ListChanges.between(old.body, new.body))
        #expect(try workshop.applied(changes, to: old, for: new) == Workshop.parts(of: new.file).body)
        #expect(changes.bytes.range(of: Data("new@".utf8)) == nil)
    }
}
