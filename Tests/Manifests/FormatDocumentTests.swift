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

    /// The code block of a language.
    private func block(_ language: String) throws -> String {
        let parts = document.components(separatedBy: "```\(language)\n")
        try #require(parts.count == 2)
        return try #require(parts[1].components(separatedBy: "```").first)
    }

    @Test func `its statements are those that stations compare with`() throws {
        func words(_ text: String) -> String {
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let statements = try block("sql").split(separator: ";").map { words(String($0)) }.filter { !$0.isEmpty }
        #expect(statements == BodySchema.statements.map(words))
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
}
