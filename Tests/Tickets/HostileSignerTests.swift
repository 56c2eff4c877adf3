import Foundation
import Testing

@testable import Tickets

/// Keys and texts that are made so that two readers understand two things.
@Suite struct HostileSignerTests {
    /// RFC 8032's points whose order divides 8, each with both signs.
    private static let smallPoints = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ]

    @Test(arguments: smallPoints) func `a key of small order is no key`(hex: String) throws {
        var raw = try #require(Data(hex: hex))
        #expect(VerificationKey(raw: raw) == nil)
        raw[31] |= 0x80
        #expect(VerificationKey(raw: raw) == nil)
        raw[15] ^= 1
        #expect(VerificationKey(raw: raw) != nil)
    }

    @Test(arguments: [
        (#"{"a":1,"b":[{"a":2},{"a":3}],"c":{"a":{"a":4}}}"#, true),
        (#"{"a":"b","b":"a","c":["a","a"]}"#, true),
        (#"{"a":"x\"a\":","b":1}"#, true),
        (#"{"a":1,"a":1}"#, false),
        (#"{"a":1,"b":{"c":1,"c":2}}"#, false),
        (#"{"b":[{},{"c":1,"d":[],"c":2}]}"#, false),
        (#"{"seq":1,"\u0073eq":2}"#, false),
        (#"{"a":{"x":1},"b":2,"a":3}"#, false),
        (#"{"a":1 , "b" : 2, "a" :3}"#, false),
        ("", true), ("[", true), (#"{"a"#, true), ("}]}", true),
    ]) func `a name that stands twice in an object is found`(json: String, isUnique: Bool) {
        #expect(JSONNames.areUnique(in: Data(json.utf8)) == isUnique)
    }

    @Test func `a line with a claim or a header twice is refused, whoever signed it`() throws {
        let key = SigningKey()
        let line = try SignedClaims.sign(Data(#"{"seq":1,"seq":2}"#.utf8), purpose: .manifest, with: key)
        #expect(throws: SignedClaims.Fault.ambiguous) { try SignedClaims(parsing: line, purpose: .manifest) }
        let header = Base64URL.encode(
            Data(#"{"alg":"EdDSA","kid":"\#(key.verificationKey.id)","kid":"00","typ":"usher-manifest"}"#.utf8))
        let signed = header + "." + Base64URL.encode(Data("{}".utf8))
        let twice = signed + "." + Base64URL.encode(try key.signature(over: Data(signed.utf8)))
        #expect(throws: SignedClaims.Fault.ambiguous) { try SignedClaims(parsing: twice, purpose: .manifest) }
    }
}
