import Backends
import CheckedYAML
import Foundation
import Subprocess
import TestSupport
import Testing
import Tickets

@testable import Alerts

/// Against a real mail server.
@Suite(.timeLimit(.minutes(5)))
struct MailDeliveryTests {
    private let alert = Alert<TestKind>(
        kind: .noList, subject: "gala", message: "Keine Liste für „Größe“\r\n.\r\nBcc: x@example.org",
        severity: .doorShut)

    /// What the server took of a message.
    private struct Taken: Decodable {
        let from: String
        let to: [String]
        let encrypted: Bool
        let user: String?
        let headers: [[String]]
        let defects: [String]
        let body: String

        func header(_ name: String) -> String? { headers.first { $0[0] == name }?[1] }
    }

    @Test(arguments: ["smtp starttls", "smtps tls"])
    func `a message arrives encrypted, with a password, and whole`(way: String) async throws {
        let words = way.split(separator: " ").map(String.init)
        try await withServer(words[1], "password") { port, folder, next in
            let receiver = try Self.receiver(
                "url: \(words[0])://localhost:\(port), user: usher, ca: \(folder.file("authority.pem").path)")
            let message = AlertMessage(id: "6f1c", alert, .begun, at: Timestamp(seconds: 1_800_000_000))
            try await receiver.send(message, from: AlertSource(.station, "kiosk-1"), Self.environment())
            let taken = try await next()
            #expect(taken.encrypted)
            #expect(taken.user == "usher")
            #expect(taken.from == "usher@example.org")
            #expect(taken.to == ["anna@example.org", "bo@example.org"])
            #expect(taken.defects == [])
            #expect(
                taken.header("Subject") == "kiosk-1: nobody gets in: Keine Liste für „Größe“.Bcc: x@example.org")
            #expect(taken.header("Message-ID") == "<6f1c@example.org>")
            #expect(taken.header("Bcc") == nil)
            #expect(
                taken.body.replacing("\r\n", with: "\n").hasPrefix("Keine Liste für „Größe“\n.\nBcc: x@example.org\n"))
        }
    }

    @Test(
        arguments: [
            ("starttls", "credential: wrong", BackendError.Code.unauthorised, "it does not accept user and password"),
            ("plain", "credential: right", .untrusted, "it offers no encryption (STARTTLS)"),
        ])
    func `nothing is sent with a wrong password, or where no encryption is offered`(
        way: String, keys: String, code: BackendError.Code, reason: String
    ) async throws {
        try await withServer(way, way == "plain" ? "open" : "password") { port, folder, _ in
            // On the plain server the file is any authority: one is named, so that encryption is needed.
            let authority = way == "plain" ? "/etc/ssl/certs/ca-certificates.crt" : folder.file("authority.pem").path
            let receiver = try Self.receiver(
                "url: smtp://localhost:\(port), user: usher, ca: \(authority), \(keys)")
            let error = await failure(of: receiver)
            #expect(error?.code == code)
            #expect(error?.reason == reason)
        }
    }

    @Test func `a certificate of nobody known is not believed`() async throws {
        try await withServer("tls", "open") { port, _, _ in
            let error = await failure(of: try Self.receiver("url: smtps://localhost:\(port)"))
            #expect(error?.code == .untrusted)
            #expect(error?.reason == "its certificate is self-signed")
        }
    }

    @Test func `a mail server on this machine needs no encryption`() async throws {
        try await withServer("plain", "open") { port, _, next in
            #expect(await failure(of: try Self.receiver("url: smtp://localhost:\(port)")) == nil)
            let taken = try await next()
            #expect(!taken.encrypted)
        }
    }

    @Test func `a refused address and a refused message are told in the server's words`() async throws {
        try await withServer("plain", "open") { port, _, _ in
            let unknown = await failure(
                of: try Self.receiver("url: smtp://localhost:\(port)", to: "nobody@example.org"))
            #expect(unknown?.code == .unexpected)
            #expect(unknown?.reason.contains("550") == true)
            let poison = Alert<TestKind>(kind: .unsent, subject: "", message: "poison")
            let refused = await failure(of: try Self.receiver("url: smtp://localhost:\(port)"), alert: poison)
            #expect(refused?.code == .unexpected)
            #expect(refused?.reason.contains("554") == true)
        }
    }

    @Test func `a server that is down is told in words`() async throws {
        let error = await failure(of: try Self.receiver("url: smtp://localhost:1"))
        #expect(error?.code == .unreachable)
        #expect(error?.reason == "connection refused")
    }

    // MARK: - Help

    private func failure(of receiver: AlertReceiver, alert: Alert<TestKind>? = nil) async -> BackendError? {
        let message = AlertMessage(id: "6f1c", alert ?? self.alert, .begun, at: Timestamp(seconds: 0))
        do throws(BackendError) {
            try await receiver.send(message, from: AlertSource(.station, "kiosk-1"), Self.environment())
            return nil
        } catch {
            return error
        }
    }

    private static func environment() -> AlertEnvironment {
        AlertEnvironment(now: { Timestamp(seconds: 0) }, secrets: { name in name == "wrong" ? "guess" : "secret" })
    }

    private static func receiver(_ keys: String, to: String = "anna@example.org, bo@example.org") throws
        -> AlertReceiver
    {
        let yaml = """
            alerts:
              receivers:
                mail: {kind: smtp, from: usher@example.org, to: [\(to)], \(keys)}
            """
        let settings = try CheckedYAML.read(yaml, file: "usher.yaml") { AlertSettings(of: $0) }
        return try #require(settings?.receivers.first)
    }

    private func withServer(
        _ way: String, _ access: String,
        _ body: (_ port: Int, _ folder: TemporaryFolder, _ next: () async throws -> Taken) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "smtp_server.py").path
        _ = try await run(
            .name("env"), arguments: Arguments(["/usr/bin/python3", script, folder.path, way, access]),
            input: .inputWriter,
            output: .sequence, error: .discarded
        ) { server in
            var lines = server.standardOutput.strings().makeAsyncIterator()
            let port = try #require(
                try await lines.next().flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
            try await body(port, folder) {
                let line = try #require(try await lines.next())
                return try JSONDecoder().decode(Taken.self, from: Data(line.utf8))
            }
            try await server.standardInputWriter.finish()
        }
    }
}
