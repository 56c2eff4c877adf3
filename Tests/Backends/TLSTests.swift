import Foundation
import Subprocess
import TestSupport
import Testing
import Tickets

@testable import Backends

/// Against a real TLS server, with certificates of every kind.
@Suite(.timeLimit(.minutes(5)))
struct TLSTests {
    struct Certificate: CustomTestStringConvertible, Sendable {
        var name = "localhost"
        /// Days from now.
        var valid = -1...30
        var isSelfSigned = false
        /// What the client says of it; `nil` when all is well.
        var reason: String?
        var hint = ""

        var testDescription: String { reason ?? "a good certificate" }
    }

    @Test(arguments: [
        Certificate(),
        Certificate(
            valid: -30 ... -2, reason: "its certificate has expired",
            hint: "Unless this machine's clock is ahead, the server needs a new certificate."),
        Certificate(
            valid: 2...30, reason: "its certificate is not valid yet",
            hint: "This machine's clock may be behind: set the clock."),
        Certificate(
            name: "elsewhere.example", reason: "its certificate is for another name",
            hint: "Use the name that the certificate is for."),
        Certificate(
            isSelfSigned: true, reason: "its certificate is self-signed",
            hint:
                "Name the file of the server's own authority in the configuration (ca), or correct its chain."),
    ])
    func `says why it does not believe a certificate`(_ certificate: Certificate) async throws {
        try await withServer(certificate) { port, _, authority in
            var settings = NetworkSettings()
            settings.authorityFile = authority
            guard let reason = certificate.reason else {
                let answer = try await HTTPClient(settings).send(HTTPRequest("GET", "https://localhost:\(port)/"))
                #expect(answer.status == 200)
                return
            }
            let error = await #expect(throws: HTTPError.self) {
                try await HTTPClient(settings).send(HTTPRequest("GET", "https://localhost:\(port)/"))
            }
            #expect(error?.code == .untrusted)
            #expect(error?.reason == reason)
            #expect(error?.hint == certificate.hint)
        }
    }

    @Test func `believes no authority that the machine does not know`() async throws {
        try await withServer(Certificate()) { port, _, _ in
            let error = await #expect(throws: HTTPError.self) {
                try await HTTPClient().send(HTTPRequest("GET", "https://localhost:\(port)/"))
            }
            #expect(error?.reason == "its certificate is not signed by an authority that this machine trusts")
        }
    }

    @Test func `believes only the pinned key`() async throws {
        try await withServer(Certificate()) { port, pin, authority in
            var settings = NetworkSettings()
            settings.authorityFile = authority
            settings.pinnedKey = pin
            let answer = try await HTTPClient(settings).send(HTTPRequest("GET", "https://localhost:\(port)/"))
            #expect(answer.status == 200)
            settings.pinnedKey = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
            let error = await #expect(throws: HTTPError.self) {
                try await HTTPClient(settings).send(HTTPRequest("GET", "https://localhost:\(port)/"))
            }
            #expect(error?.reason == "its key is not the pinned one")
        }
    }

    @Test func `asks again on the same connection`() async throws {
        try await withServer(Certificate()) { port, _, authority in
            var settings = NetworkSettings()
            settings.authorityFile = authority
            let client = HTTPClient(settings)
            var answers: [String] = []
            for _ in 0..<3 {
                let answer = try await client.send(HTTPRequest("GET", "https://localhost:\(port)/"))
                answers.append(String(decoding: answer.body, as: UTF8.self))
            }
            #expect(answers == Array(repeating: #"{"connections":1}"#, count: 3))
        }
    }

    private func withServer(
        _ certificate: Certificate,
        _ body: (_ port: Int, _ pin: String, _ authority: String) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "tls_server.py").path
        let arguments = [
            script, folder.path, certificate.name, String(certificate.valid.lowerBound),
            String(certificate.valid.upperBound), certificate.isSelfSigned ? "self" : "authority",
        ]
        _ = try await run(
            .name("python3"), arguments: Arguments(arguments), input: .inputWriter, output: .sequence, error: .discarded
        ) { server in
            var lines = server.standardOutput.strings().makeAsyncIterator()
            let words = try #require(try await lines.next()).split(whereSeparator: \.isWhitespace)
            try await body(try #require(Int(words[0])), String(words[1]), folder.file("authority.pem").path)
            try await server.standardInputWriter.finish()
        }
    }
}
