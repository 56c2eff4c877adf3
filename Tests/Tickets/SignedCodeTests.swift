import Foundation
import Testing
import Tickets

/// The codes here were made with Python: the protobuf by hand, the signature by its cryptography module.
struct SignedCodeTests {
    /// Product 4711, variation 12, date 3, 2026-12-05 11:00 to 2026-12-06 00:00 UTC.
    static let withTimes =
        "AMSEamBoyrs3lxBCVsrJDvhI8ZxX/S7YuxqyIIgc8t4Wd+tL5+qXoNac9qVhMckUcckdlbLtMx7EML1Swr7heaA2SvMgwYA2P3NsoMAIMgBJ"
        + "nDxd5AVbyE3S3gXCKAEAeAQA"
    /// Product 2, and the two zeros that pretix writes for no times.
    static let withoutTimes =
        "=MA1JhTi/+syFqgKiqDXQp7PZozmU2SeLB/Xakv7Fte6mhmBoBwix3LfcyvrjERFOgpL9BGLk5DGBWCAOWwu2aAAwAAKCAxd5AVbyE3S3gXC"
        + "KAEARAQA"
    /// Times of -2^63 and 2^63 - 1.
    static let withAbsurdTimes =
        "==wBpqmASfsd/QbMq0uGNywGn5plGTYKO3YdKj/mwp0Hjp+dXuffQgVXmaE2LKzUYad69c/tj7YbwBULHWVYU6Ba/9//////////wEAgACIg"
        + "ACIgACIKCAxd5AVbyE3S3gXCKAEAiAQA"
    /// A good signature over 17 bytes that are no protobuf message.
    static let unreadable =
        "=MA8xjoX17G8caP1GWauAyliQcq6eoHDm4YjX6vhmp7uPbuAkNvrGSkjxDs8+Jkop632kfWJfVs0niKuIrAZc10/////////////////////"
        + "/DEARAQA"

    static func code(_ text: String) throws -> SignedCode {
        guard case .code(let code) = SignedCode.reading(text) else { throw NotACode() }
        return code
    }

    struct NotACode: Error {}

    @Test func `reads a code of pretix`() throws {
        let code = try Self.code(Self.withTimes)
        #expect((code.item, code.variation, code.subevent) == (4711, 12, 3))
        #expect(code.validFrom == (try time("2026-12-05T11:00:00Z")))
        #expect(code.validUntil == (try time("2026-12-06T00:00:00Z")))
        #expect(code.isSigned(by: try sampleKey().verificationKey))
        #expect(!code.isSigned(by: SigningKey().verificationKey))
    }

    @Test func `takes a time of zero for none`() throws {
        let code = try Self.code(Self.withoutTimes)
        #expect((code.item, code.variation, code.subevent) == (2, 0, 0))
        #expect(code.validFrom == nil)
        #expect(code.validUntil == nil)
        #expect(code.isSigned(by: try sampleKey().verificationKey))
    }

    @Test func `survives times beyond the calendar`() throws {
        let code = try Self.code(Self.withAbsurdTimes)
        #expect(code.validFrom == .earliest)
        #expect(code.validUntil == .latest)
    }

    @Test func `issues exactly what pretix would`() throws {
        let key = try sampleKey()
        let withTimes = try SignedCode.issue(
            item: 4711, variation: 12, subevent: 3, validFrom: time("2026-12-05T11:00:00.999Z"),
            validUntil: time("2026-12-06T00:00:00Z"), seed: "x7Kq2mP9w", with: key)
        #expect(withTimes == Self.withTimes)
        #expect(try SignedCode.issue(item: 2, seed: "x7Kq2mP9w", with: key) == Self.withoutTimes)
    }

    @Test(arguments: [
        "", "wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl", String(withTimes.reversed()), String(withTimes.dropLast(4)),
        String(withTimes.dropFirst(100)), String(repeating: "A", count: 124), String(repeating: "é", count: 124),
    ])
    func `knows a text of another dialect`(text: String) {
        #expect(SignedCode.reading(text) == .otherText)
    }

    @Test func `takes another version or length of signature for another dialect`() {
        // The text ends in the reversed base64 of 0x01, n, m; `AQ` is 0x01, `Ag` 0x02; `BA` holds the low bits of m =
        // 64.
        #expect(SignedCode.reading(String(Self.withTimes.dropLast(2)) + "gA") == .otherText)
        let shorter = Data(base64Encoded: String(Self.withTimes.reversed())).map { bytes in
            var bytes = bytes
            bytes[4] = 63
            return String(bytes.base64EncodedString().reversed())
        }
        #expect(shorter.map(SignedCode.reading) == .otherText)
    }

    @Test(arguments: [
        String(withoutTimes.dropFirst()),
        "=" + withoutTimes,
        "=N" + withoutTimes.dropFirst(2),
        "==x" + withAbsurdTimes.dropFirst(3),
        "=A" + withoutTimes,
        "AAAA" + withTimes,
        withTimes.replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "+", with: "-"),
        withTimes.replacingOccurrences(of: "EML1", with: "EM L1"),
        withTimes.replacingOccurrences(of: "EML1", with: "EM\u{200B}L1"),
        unreadable,
    ])
    func `refuses every other spelling`(text: String) throws {
        #expect(SignedCode.reading(text) == .nonCanonical)
        guard case .ticket(let code) = ScannedText(parsing: text) else { throw NotACode() }
        #expect(code.dialect == .nonCanonicalSigned)
        #expect(code.text == text)
    }

    @Test func `is looked up whole before its signature counts`() throws {
        guard case .ticket(let code) = ScannedText(parsing: "]Q1\(Self.withTimes)\r\n") else { throw NotACode() }
        #expect(code.text == Self.withTimes)
        #expect(code.dialect == .signed(try Self.code(Self.withTimes)))
        #expect(code.eventHint == nil)
        #expect(code.otherContent == nil)
    }

    @Test func `does not verify after the change of any bit`() throws {
        let key = try sampleKey().verificationKey
        let bytes = try #require(Data(base64Encoded: String(Self.withTimes.reversed())))
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                let text = String(changed.base64EncodedString().reversed())
                guard case .code(let code) = SignedCode.reading(text) else { continue }
                #expect(!code.isSigned(by: key), "bit \(bit) of byte \(index)")
            }
        }
    }

    /// RFC 8032 section 5.1.7: s must be below the group order L, else s + L would sign the same payload.
    @Test func `does not verify with the group order added to the signature`() throws {
        var bytes = try #require(Data(base64Encoded: String(Self.withTimes.reversed())))
        let order = try #require(Data(hex: "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010"))
        var carry = 0
        for (offset, digit) in order.enumerated() {
            let sum = Int(bytes[bytes.count - 32 + offset]) + Int(digit) + carry
            bytes[bytes.count - 32 + offset] = UInt8(sum & 0xFF)
            carry = sum >> 8
        }
        let code = try Self.code(String(bytes.base64EncodedString().reversed()))
        #expect(!code.isSigned(by: try sampleKey().verificationKey))
    }

    @Test func `stands for one person of its type when it is in no list`() throws {
        let (plan, key) = (try plan(), try sampleKey())
        let plain = try Self.code(SignedCode.issue(item: vip.id, seed: "a", with: key))
        let line = try #require(TicketLine(signed: plain, plan: plan))
        #expect(line.type == vip)
        #expect((line.number, line.admits, line.status, line.reference) == (vip.lineNumber, 1, .valid, nil))
        #expect(TicketLine(signed: plain, plan: plan, isNumberedByType: false)?.number == 0)
        #expect((line.notBefore, line.notAfter) == (plan.event.doorsOpen, plan.event.ends))

        let (from, until) = (try time("2026-12-05T18:00:00Z"), try time("2026-12-05T20:00:00Z"))
        let timed = try Self.code(
            SignedCode.issue(item: vip.id, validFrom: from, validUntil: until, seed: "a", with: key))
        let timedLine = try #require(TicketLine(signed: timed, plan: plan))
        #expect((timedLine.notBefore, timedLine.notAfter) == (from, until))

        let foreign = try Self.code(SignedCode.issue(item: 99, seed: "a", with: key))
        #expect(TicketLine(signed: foreign, plan: plan) == nil)
    }
}
