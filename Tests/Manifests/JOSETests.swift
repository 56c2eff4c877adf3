import Foundation
import Subprocess
import Testing
import Tickets

@testable import Manifests

/// The signed line against another implementation: jwcrypto for Python, Debian package python3-jwcrypto.
@Suite struct JOSETests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    /// Runs a program with Debian's Python and gives what it prints.
    private func python(_ program: String, _ arguments: [String]) async throws -> String {
        let result = try await run(
            .name("env"), arguments: Arguments(["/usr/bin/python3", "-c", program] + arguments),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 16))
        let complaint = result.standardError
        try #require(
            !complaint.contains("No module named 'jwcrypto'"), "install the Debian package python3-jwcrypto")
        try #require(result.terminationStatus.isSuccess, "\(complaint)")
        return result.standardOutput.trimmingCharacters(in: .newlines)
    }

    private var publicJWK: String {
        let x = Base64URL.encode(workshop.organizer.verificationKey.raw)
        return #"{"kty":"OKP","crv":"Ed25519","x":"\#(x)"}"#
    }

    @Test func `another library verifies our line`() async throws {
        let (line, _) = try Workshop.parts(of: workshop.manifest())
        let program = """
            import sys
            from jwcrypto import jwk, jws
            token = jws.JWS()
            token.deserialize(sys.argv[1], jwk.JWK.from_json(sys.argv[2]), alg="EdDSA")
            print(token.jose_header["typ"], token.jose_header["kid"], token.payload.decode())
            """
        let printed = try await python(program, [String(decoding: line, as: UTF8.self), publicJWK])
        let key = workshop.organizer.verificationKey
        let claims = try ManifestLine(Array(line), keys: [key], subject: "test").claims
        #expect(printed == "usher-manifest \(key.id) \(claims.json.text)")
    }

    @Test func `we install a list whose line another library signed`() async throws {
        let (line, body) = try Workshop.parts(of: workshop.manifest())
        let key = workshop.organizer.verificationKey
        let claims = try ManifestLine(Array(line), keys: [key], subject: "test").claims
        let program = """
            import sys
            from jwcrypto import jwk, jws
            header, payload, key = sys.argv[1:]
            token = jws.JWS(payload.encode())
            token.add_signature(jwk.JWK.from_json(key), alg="EdDSA", protected=header)
            print(token.serialize(compact=True))
            """
        let seed = Base64URL.encode(workshop.organizer.seed)
        let secretJWK = publicJWK.dropLast() + #","d":"\#(seed)"}"#
        func sign(_ header: String) async throws -> URL {
            let signed = try await python(program, [header, claims.json.text, String(secretJWK)])
            let file = workshop.path("signed.usher")
            try (Data((signed + "\n").utf8) + body).write(to: file)
            return file
        }
        let store = try workshop.station()
        // Neither another type nor a critical extension is taken, however well it is signed.
        let header = #""alg": "EdDSA", "typ": "usher-manifest", "kid": "\#(key.id)""#
        for other in [
            "{\(header.replacing("usher-manifest", with: "JWT"))}", #"{\#(header), "b64": true, "crit": ["b64"]}"#,
        ] {
            let file = try await sign(other)
            expect(.malformed) { try store.install(file, now: Workshop.now) }
        }
        try store.install(try await sign("{\(header)}"), now: Workshop.now)
        #expect(store.installed.count == 1)
    }
}
