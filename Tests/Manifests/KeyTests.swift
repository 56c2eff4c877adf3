import Files
import Foundation
import Testing
import Tickets

@testable import Manifests

@Suite struct KeyTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private func mode(_ file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }

    @Test func `writes a pair that reads back`() throws {
        let key = try KeyFile.generate(named: workshop.path("org"), for: .manifest)
        #expect(try mode(workshop.path("org.key")) == 0o600)
        #expect(try KeyFile.signingKey(at: workshop.path("org.key"), for: .manifest).verificationKey == key)
        #expect(try KeyFile.verificationKey(at: workshop.path("org.pub"), for: .manifest) == key)
        let text = try String(contentsOf: workshop.path("org.pub"), encoding: .utf8)
        #expect(text == "# usher manifest public key \(key.id)\n\(key.raw.base64EncodedString())\n")
    }

    @Test(arguments: ["org.key", "org.pub"])
    func `never writes over a file`(existing: String) throws {
        try workshop.write("mine", to: existing)
        expect(.keyExists) { _ = try KeyFile.generate(named: workshop.path("org"), for: .manifest) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.folder.path) == [existing])
        #expect(try String(contentsOf: workshop.path(existing), encoding: .utf8) == "mine")
    }

    @Test func `a secret key given where a public one is wanted is refused`() throws {
        _ = try KeyFile.generate(named: workshop.path("org"), for: .manifest)
        expect(.secretKeyGiven) {
            _ = try KeyFile.verificationKey(at: workshop.path("org.key"), for: .manifest)
        }
        // Also without the comment that says so.
        let text = try String(contentsOf: workshop.path("org.key"), encoding: .utf8)
        let bare = try workshop.write(String(text.split(separator: "\n")[1]), to: "bare.key")
        expect(.secretKeyGiven) { _ = try KeyFile.verificationKey(at: bare, for: .manifest) }
        // And the other way round.
        expect(.badKeyFile) { _ = try KeyFile.signingKey(at: workshop.path("org.pub"), for: .manifest) }
    }

    @Test func `a key for something else is refused`() throws {
        _ = try KeyFile.generate(named: workshop.path("box"), for: .tickets)
        let (secret, open) = (workshop.path("box.key"), workshop.path("box.pub"))
        expect(.wrongPurpose) { _ = try KeyFile.signingKey(at: secret, for: .manifest) }
        expect(.wrongPurpose) { _ = try KeyFile.verificationKey(at: open, for: .manifest) }
        #expect(try KeyFile.verificationKey(at: open, for: .tickets).raw.count == 32)
    }

    @Test func `a secret key that others can read is refused`() throws {
        _ = try KeyFile.generate(named: workshop.path("org"), for: .manifest)
        let file = workshop.path("org.key")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        expect(.exposedKey) { _ = try KeyFile.signingKey(at: file, for: .manifest) }
    }

    @Test(arguments: [
        "", "# only a comment\n", "not base64\n", "c2hvcnQ=\n", "AAAA\nBBBB\n",
        "# usher manifest public key 0000000000000000\n" + Data(count: 32).base64EncodedString(),
        Data(count: 32).base64EncodedString().replacingOccurrences(of: "AA=", with: "AB="),
        String(repeating: "A", count: 100_000),
    ])
    func `a file that is no key is refused`(text: String) throws {
        let file = try workshop.write(text, to: "bad.pub")
        expect(.badKeyFile) { _ = try KeyFile.verificationKey(at: file, for: .manifest) }
    }

    @Test func `a key of another program, with any comment, is read`() throws {
        let key = SigningKey().verificationKey
        let file = try workshop.write("# made by hand\r\n\(key.raw.base64EncodedString())\r\n", to: "hand.pub")
        #expect(try KeyFile.verificationKey(at: file, for: .manifest) == key)
    }

    // MARK: - Trust

    @Test func `trusts, lists and removes keys`() throws {
        let key = try KeyFile.generate(named: workshop.path("org"), for: .manifest)
        let store = try workshop.trustStore([])
        #expect(store.keys().trusted.isEmpty)
        #expect(try store.trust(workshop.path("org.pub")).id == key.id)
        #expect(try store.trust(workshop.path("org.pub")).file == workshop.path("keys/\(key.id).pub"))
        #expect(store.keys().trusted.map(\.key) == [key])
        try store.remove(key.id)
        #expect(store.keys().trusted.isEmpty)
        expect(.untrustedKey) { try store.remove(key.id) }
    }

    @Test func `a bad file is reported and hides no other`() throws {
        let store = try workshop.trustStore([workshop.organizer])
        try workshop.write("nonsense", to: "keys/a.pub")
        try workshop.write("not looked at", to: "keys/readme.txt")
        _ = try KeyFile.generate(named: workshop.path("keys/box"), for: .tickets)
        let (trusted, faults) = store.keys()
        #expect(trusted.map(\.key) == [workshop.organizer.verificationKey])
        #expect(faults.map { ($0 as? ManifestError)?.code } == [.badKeyFile, .wrongPurpose])
        #expect(faults.map(\.subject) == [workshop.path("keys/a.pub").path, workshop.path("keys/box.pub").path])
    }

    @Test func `a key in the administrator's folder is trusted and not removed`() throws {
        let store = try workshop.trustStore([workshop.organizer])
        let key = workshop.organizer.verificationKey
        try FileManager.default.createDirectory(at: workshop.path("etc"), withIntermediateDirectories: true)
        try workshop.write(KeyFile.publicText(of: key, for: .manifest), to: "etc/org.pub")
        #expect(store.keys().trusted.map(\.file) == [workshop.path("etc/org.pub")])
        expect(.system) { try store.remove(key.id) }
        #expect(store.keys().trusted.map(\.key) == [key])
    }

    @Test func `a ticket key or a secret key is never trusted`() throws {
        _ = try KeyFile.generate(named: workshop.path("box"), for: .tickets)
        _ = try KeyFile.generate(named: workshop.path("org"), for: .manifest)
        let store = try workshop.trustStore([])
        expect(.wrongPurpose) { _ = try store.trust(workshop.path("box.pub")) }
        expect(.secretKeyGiven) { _ = try store.trust(workshop.path("org.key")) }
        #expect(throws: FileError.self) { _ = try store.trust(workshop.path("none.pub")) }
    }
}
