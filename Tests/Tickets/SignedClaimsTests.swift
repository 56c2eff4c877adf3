import Foundation
import Testing
import Tickets

struct SignedClaimsTests {
    /// Made with Python's jwcrypto, with the sample key.
    private static let foreignLine =
        "eyJhbGciOiJFZERTQSIsImtpZCI6IjU2NDc1YWE3NTQ2MzQ3NGMiLCJ0eXAiOiJ1c2hlci1tYW5pZmVzdCJ9.eyJzZXEiOjd9."
        + "39P4knnNdmefxkltCHo-uB93YK9Gujt2hINA42w0-sHod-m75HTYl_EoufCgCAFWhjdLveSMd-g7mVKhPkl0AA"

    private static func isGood(_ line: String, purpose: SignedClaims.Purpose = .manifest) throws -> Bool {
        do {
            let claims = try SignedClaims(parsing: line, purpose: purpose)
            try claims.verify(with: sampleKey().verificationKey)
            return true
        } catch is SignedClaims.Fault {
            return false
        }
    }

    /// A line with any header, signed as it should be.
    private static func line(header: String, payload: String = #"{"seq":7}"#) throws -> String {
        let signedPart = [header, payload].map { Base64URL.encode(Data($0.utf8)) }.joined(separator: ".")
        return signedPart + "." + Base64URL.encode(try sampleKey().signature(over: Data(signedPart.utf8)))
    }

    @Test func `verifies a line of another JOSE library`() throws {
        let claims = try SignedClaims(parsing: Self.foreignLine, purpose: .manifest)
        try claims.verify(with: try sampleKey().verificationKey)
        #expect(String(decoding: claims.payload, as: UTF8.self) == #"{"seq":7}"#)
        #expect(claims.keyID == "56475aa75463474c")
    }

    @Test func `signs the very line of another JOSE library`() throws {
        let line = try SignedClaims.sign(Data(#"{"seq":7}"#.utf8), purpose: .manifest, with: sampleKey())
        #expect(line == Self.foreignLine)
    }

    @Test(arguments: [
        String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32LittleEndian, .isoLatin1,
    ])
    func `refuses texts that are not UTF-8, or begin with a mark`(encoding: String.Encoding) throws {
        let text = #"{"name":"é"}"#
        let payload = try #require(text.data(using: encoding))
        for bytes in [payload, Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8), Data(text.utf8) + Data([0])] {
            let line = try SignedClaims.sign(bytes, purpose: .manifest, with: sampleKey())
            #expect(throws: SignedClaims.Fault.otherEncoding) { try SignedClaims(parsing: line, purpose: .manifest) }
        }
    }

    @Test func `refuses every change of a single bit`() throws {
        let bytes = Array(Self.foreignLine.utf8)
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                #expect(try !Self.isGood(String(decoding: changed, as: UTF8.self)), "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test func `refuses every truncation and every lengthening by a character`() throws {
        for count in 0..<Self.foreignLine.utf8.count {
            #expect(try !Self.isGood(String(Self.foreignLine.prefix(count))))
        }
        for character in ["A", ".", "=", "\n", " "] {
            #expect(try !Self.isGood(Self.foreignLine + character))
            #expect(try !Self.isGood(character + Self.foreignLine))
        }
    }

    @Test(arguments: [
        #"{"alg":"none","kid":"56475aa75463474c","typ":"usher-manifest"}"#,
        #"{"alg":"Ed25519","kid":"56475aa75463474c","typ":"usher-manifest"}"#,
        #"{"alg":"HS256","kid":"56475aa75463474c","typ":"usher-manifest"}"#,
        #"{"alg":"EdDSA","kid":"56475aa75463474c","typ":"JWT"}"#,
        #"{"alg":"EdDSA","kid":"56475aa75463474c","typ":"usher-journal-head"}"#,
        #"{"alg":"EdDSA","kid":"56475aa75463474c"}"#,
        #"{"alg":"EdDSA","typ":"usher-manifest"}"#,
        #"{"alg":"EdDSA","crit":["exp"],"kid":"56475aa75463474c","typ":"usher-manifest"}"#,
        #"{"alg":"EdDSA","crit":"exp","kid":"56475aa75463474c","typ":"usher-manifest"}"#,
        #"{"alg":"EdDSA","jwk":"{}","kid":"56475aa75463474c","typ":"usher-manifest"}"#,
        #"["EdDSA"]"#,
        "",
    ])
    func `refuses any other header, though well signed`(header: String) throws {
        let line = try Self.line(header: header)
        #expect(throws: SignedClaims.Fault.otherAlgorithm) { try SignedClaims(parsing: line, purpose: .manifest) }
    }

    @Test func `accepts a line for its own purpose only`() throws {
        for purpose in [SignedClaims.Purpose.manifest, .journalHead, .checkpoint] {
            let line = try SignedClaims.sign(Data("{}".utf8), purpose: purpose, with: sampleKey())
            for asked in [SignedClaims.Purpose.manifest, .journalHead, .checkpoint] {
                #expect(try Self.isGood(line, purpose: asked) == (asked == purpose))
            }
        }
    }

    @Test func `refuses another key and another key's name`() throws {
        let claims = try SignedClaims(parsing: Self.foreignLine, purpose: .manifest)
        #expect(throws: SignedClaims.Fault.badSignature) { try claims.verify(with: SigningKey().verificationKey) }
        let misnamed = try Self.line(header: #"{"alg":"EdDSA","kid":"0000000000000000","typ":"usher-manifest"}"#)
        #expect(try !Self.isGood(misnamed))
    }
}
