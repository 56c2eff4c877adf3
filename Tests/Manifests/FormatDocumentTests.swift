import Crypto
import Foundation
import Subprocess
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// docs/MANIFEST.md against the code, because others write manifests after it.
@Suite struct FormatDocumentTests {
    let document: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        document = try String(contentsOf: root.appending(path: "docs/MANIFEST.md"), encoding: .utf8)
    }

    /// A code block of a language, the first or a later one.
    private func block(_ language: String, _ number: Int = 1) throws -> String {
        let parts = document.components(separatedBy: "```\(language)\n")
        try #require(parts.count == ["python": 3, "sql": 7][language, default: 2])
        return try #require(parts[number].components(separatedBy: "```").first)
    }

    @Test func `its statements are those that stations compare with`() throws {
        func words(_ text: String) -> String {
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        func statements(_ block: String) -> [String] {
            block.split(separator: ";").map { words(String($0)) }.filter { !$0.isEmpty }
        }
        #expect(statements(try block("sql")) == BodySchema.statements.map(words))
        for (number, part) in BodySchema.Part.allCases.enumerated() {
            #expect(statements(try block("sql", 2 + number)) == part.statements.map(words))
        }
    }

    @Test func `its example values are what the code computes`() throws {
        let key = try #require(SigningKey(seed: Data(0..<32)))
        let code = Workshop.codes[0]
        let salt = ManifestBuilder.salt(for: "gala", key: key)
        let sealKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(code.utf8)), salt: salt, info: Data("usher seal".utf8),
            outputByteCount: 32)
        let values = [
            ("kid", key.verificationKey.id),
            ("salt", salt.hex),
            ("ticket key", TicketKey(code: code, salt: salt).description),
            ("key of the line for walk-ins", TicketKey(ofWalkInsWith: salt).description),
            ("number of the type `standard`", String(TicketType.number(of: "standard"), radix: 16)),
            ("seal key, sealed", unsafe sealKey.withUnsafeBytes { unsafe Data($0).hex }),
            ("seal key, staff", ManifestBuilder.staffKey(for: "gala", key: key).hex),
        ]
        for (name, value) in values {
            let cell = name == "kid" ? "`kid`" : name
            #expect(document.contains("| \(cell) | `\(value)` |"), "\(cell) is \(value)")
        }
        #expect(document.contains(KeyFile.publicText(of: key.verificationKey, for: .manifest)))
    }

    @Test func `its program writes a list that a station installs`() async throws {
        let workshop = try Workshop()
        let key = try KeyFile.generate(named: workshop.path("organizer"), for: .manifest)
        try workshop.write(try block("sql"), to: "schema.sql")
        try workshop.write(try block("python"), to: "write.py")
        let result = try await run(
            .name("env"),
            arguments: [
                "-C", workshop.folder.path, "/usr/bin/python3", "write.py", "organizer.key", "gala.usher",
            ],
            output: .discarded, error: .string(limit: 1 << 16))
        try #require(
            result.terminationStatus.isSuccess,
            "python3-jwcrypto of Debian is needed: \(result.standardError)")

        let store = try workshop.station(keys: [])
        let trust = TrustStore(folders: [], own: workshop.path("keys"))
        #expect(try trust.trust(workshop.path("organizer.pub")).key == key)
        let inspection = try ManifestInspection(of: workshop.path("gala.usher"), keys: [key])
        #expect(inspection.signature == .valid(key))
        #expect(inspection.bodyFault == nil)
        let installed = try store.install(workshop.path("gala.usher"), now: inspection.claims.issued)
        let record = try #require(try installed.lookUp(Workshop.codes[0]))
        #expect(record.lines.map(\.reference) == ["order-1"])
        #expect(installed.isNumberedByType)
        let number = record.lines[0].number
        let holder = try installed.holder(of: number, code: Workshop.codes[0], key: record.key, staffKey: nil)
        #expect(holder == .holder(Holder(name: "Zoë", notes: nil)))
    }

    @Test(arguments: [[], SeriesListTests.dates])
    func `its other program makes of a list and changes what was built whole`(dates: [EventDate]) async throws {
        let workshop = try Workshop()
        let outline = EventOutline(dates: dates)
        try workshop.write(try block("python", 2), to: "read.py")
        let seed = UInt64.random(in: 0..<1_000_000)
        var office = BoxOffice(seed: seed, count: 1500)
        var old = try workshop.whole(
            workshop.list(office.rows.dated(dates), "0.usher", sequence: 1, outline: outline))
        for number in 1...4 {
            for _ in 0..<(number * number * 5) { office.change() }
            let more = number == 2 ? "gates: [{id: B}, {id: A, name: Ä}]" : ""
            let new = try workshop.whole(
                workshop.list(
                    office.rows.dated(dates), "\(number).usher", sequence: Int64(number + 1), more: more,
                    outline: outline))
            let changes = try #require(try ListChanges.between(old.body, new.body), "seed \(seed)")
            _ = try workshop.save(changes.bytes, "\(number).changes")
            let result = try await run(
                .name("env"),
                arguments: [
                    "-C", workshop.folder.path, "/usr/bin/python3", "read.py", "\(number - 1).usher.body",
                    "\(number).changes", "made.\(number)",
                ],
                output: .discarded, error: .string(limit: 1 << 16))
            #expect(result.terminationStatus.isSuccess, "seed \(seed): \(result.standardError)")
            let expected = try Workshop.parts(of: new.file).body
            #expect(try Data(contentsOf: workshop.path("made.\(number)")) == expected, "seed \(seed)")
            old = new
        }
    }
}
