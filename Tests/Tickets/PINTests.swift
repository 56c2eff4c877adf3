import Foundation
import TestSupport
import Testing

@testable import Tickets

@Suite struct PINTests {
    @Test func `of the PINs of six digits, nine of ten can be chosen`() {
        // 911,383 of a million. Each 97th of them tells as much in less time.
        let pins = stride(from: 0, to: 1_000_000, by: 97).map { String(String($0 + 1_000_000).dropFirst()) }
        #expect(pins.count { GuessablePIN($0, today: Timestamp(rfc3339: "2026-12-05T00:00:00Z")!) == nil } == 9421)
    }

    @Test func `a hash is that of its PIN and salt, and of no other`() throws {
        let pin = try PINHash(of: "314159")
        #expect(try pin.matches("314159"))
        #expect(try !pin.matches("314158"))
        #expect(try PINHash(of: "314159") != pin)
        #expect(try PINHash(of: "314159", salt: pin.salt) == pin)
        #expect(pin.isWhole)
    }

    /// RFC 7914, section 12, has no vector with r = 8, p = 1 and N = 2^14 of 32 bytes; this is the beginning of its third.
    @Test func `the hash is scrypt as others have it`() throws {
        let known = try PINHash(of: "pleaseletmein", salt: Data("SodiumChloride".utf8))
        #expect(known.hash.hex == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2")
    }
}
