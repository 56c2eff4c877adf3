import Foundation
import Testing
import Tickets

struct KeyTests {
    /// Worked out with Python's hmac module.
    @Test(arguments: [
        ("wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl", "621e76c363feab9ec378faa1d3851f99"),
        ("Zürich ☃ 0042", "429644f1a5fa037fbf74ffa30c3b1791"),
    ])
    func `a ticket's key is the first half of an HMAC`(code: String, hex: String) throws {
        let key = TicketKey(code: code, salt: Data(0..<32))
        #expect(key.description == hex)
        #expect(TicketKey(hex: hex) == key)
        #expect(TicketKey(bytes: key.bytes) == key)
        #expect(TicketKey(code: code, salt: Data(1...32)) != key)
    }

    @Test(arguments: ["", "62", "621e76c363feab9ec378faa1d3851f9900", "621e76c363feab9ec378faa1d3851f9g"])
    func `a ticket's key has 16 bytes`(hex: String) {
        #expect(TicketKey(hex: hex) == nil)
    }

    /// Worked out with Python's cryptography module.
    @Test func `a key is named by its hash`() throws {
        let key = try sampleKey().verificationKey
        #expect(key.raw.hex == "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8")
        #expect(key.id == "56475aa75463474c")
        #expect("\(key)" == key.id)
    }

    @Test func `keys have 32 bytes`() {
        #expect(SigningKey(seed: Data(0..<31)) == nil)
        #expect(SigningKey(seed: Data(0..<33)) == nil)
        #expect(VerificationKey(raw: Data(0..<31)) == nil)
        #expect(VerificationKey(raw: Data(0..<33)) == nil)
    }

    @Test func `new keys differ, and a seed brings its key back`() throws {
        let key = SigningKey()
        #expect(key.seed != SigningKey().seed)
        #expect(try #require(SigningKey(seed: key.seed)).verificationKey == key.verificationKey)
    }

    /// Worked out with Python's hmac module (RFC 5869).
    @Test func `a derived secret depends on the key and its purpose`() throws {
        let key = try sampleKey()
        let secret = key.derivedSecret(info: "usher salt winter-gala-2026")
        #expect(secret.hex == "4f8338e4b6d241cc40bb947963cbb7f3030a824b0229519ebbfb53477fb0fced")
        #expect(key.derivedSecret(info: "usher salt other") != secret)
        #expect(SigningKey().derivedSecret(info: "usher salt winter-gala-2026") != secret)
    }

    @Test func `a signature holds for its message and key only`() throws {
        let (key, message) = (try sampleKey(), Data("seven".utf8))
        let signature = try key.signature(over: message)
        #expect(signature.count == 64)
        #expect(key.verificationKey.isValid(signature: signature, over: message))
        #expect(!key.verificationKey.isValid(signature: signature, over: Data("eight".utf8)))
        #expect(!SigningKey().verificationKey.isValid(signature: signature, over: message))
        #expect(!key.verificationKey.isValid(signature: signature.dropLast(), over: message))
    }
}
