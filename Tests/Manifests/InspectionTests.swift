import Files
import Foundation
import Testing
import Tickets

@testable import Manifests

@Suite struct InspectionTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private var key: VerificationKey { workshop.organizer.verificationKey }

    @Test func `shows claims, signature and counts`() throws {
        let file = try workshop.manifest(isTest: true)
        let inspection = try ManifestInspection(of: file, keys: [SigningKey().verificationKey, key])
        #expect(inspection.signature == .valid(key))
        #expect(inspection.bodyFault == nil)
        #expect(inspection.claims.isTest)
        #expect(inspection.plan?.types.map(\.slug).sorted() == ["standard", "vip"])
        let counts = try #require(inspection.counts)
        #expect((counts.lines, counts.people, counts.revoked) == (2, 5, 0))
    }

    @Test func `says when nobody gave the key, and when the signature is wrong`() throws {
        let file = try workshop.manifest()
        #expect(try ManifestInspection(of: file, keys: []).signature == .unknownKey(key.id))
        let (line, body) = try Workshop.parts(of: file)
        let text = String(decoding: line, as: UTF8.self)
        var parts = text.split(separator: ".").map(String.init)
        parts[2] = Base64URL.encode(Data(count: 64))
        try (Data((parts.joined(separator: ".") + "\n").utf8) + body).write(to: file)
        let inspection = try ManifestInspection(of: file, keys: [key])
        #expect(inspection.signature == .wrong(key.id))
        #expect(inspection.counts?.lines == 2)
    }

    @Test func `a body that is not the signed one has a fault and no counts`() throws {
        let file = try workshop.manifest()
        let bytes = try Data(contentsOf: file)
        for (changed, code) in [
            (Data(bytes.dropLast()), ManifestFailure.truncated), (bytes + Data([1]), .overlong),
            (Data(bytes.dropLast()) + Data([0xEE]), .wrongHash),
        ] {
            try changed.write(to: file)
            let inspection = try ManifestInspection(of: file, keys: [key])
            #expect(inspection.signature == .valid(key))
            #expect(inspection.bodyFault?.code == code)
            #expect(inspection.counts == nil)
        }
    }

    @Test func `what is no manifest is an error`() throws {
        expect(.malformed) { _ = try ManifestInspection(of: workshop.write("x\n", to: "x"), keys: []) }
        expect(.malformed) { _ = try ManifestInspection(of: workshop.write("", to: "x"), keys: []) }
        expect(.lineTooLong) {
            let long = try workshop.write(String(repeating: "x", count: 1 << 20), to: "x")
            _ = try ManifestInspection(of: long, keys: [])
        }
        #expect(throws: FileError.self) { _ = try ManifestInspection(of: workshop.path("none"), keys: []) }
    }
}
