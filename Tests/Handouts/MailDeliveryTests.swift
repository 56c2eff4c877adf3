import Backends
import Foundation
import QRReader
import Subprocess
import TestSupport
import Testing
import Tickets

@testable import Handouts
@testable import Publishing

/// Tickets by a real mail server.
@Suite(.timeLimit(.minutes(5)))
struct MailDeliveryTests {
    private let guests: GuestList

    init() throws { guests = try GuestList() }

    /// What the server took of a message.
    private struct Taken: Decodable {
        let from: String
        let to: [String]
        let encrypted: Bool
        let user: String?
        let headers: [[String]]
        let defects: [String]
        let body: String
        /// Name and type of each; the server puts them into the folder.
        let attachments: [[String]]

        func header(_ name: String) -> String? { headers.first { $0[0] == name }?[1] }
    }

    @Test func `each guest gets the ticket, and nobody that of another`() async throws {
        let tickets = try guests.tickets(
            """
            code,ref,type,holder,email
            \(GuestList.codes[0]),1001,vip,Łucja Strauß,lucja@example.org
            \(GuestList.codes[1]),1002,vip,Bo,nobody@example.org
            \(GuestList.codes[2]),1003,standard,poison,x@example.org
            \(GuestList.codes[3]),1004,standard,Al,al@example.org

            """)
        let mailer = try HandoutMailer(guests.printer(.a4), template: nil, from: "tickets@gala.example")
        try await withServer { server, next in
            let log = try SentLog(guests.path("log"))
            let letters = try mailer.letters(for: tickets, by: .ticket, log: log).letters
            let outcome = try await mailer.send(
                letters, log: log, perMinute: 6000, now: { Timestamp(seconds: 1_800_000_000) }, pause: { _ in },
                send: { message throws(BackendError) in
                    try await server.send(Array(message.text.utf8), from: message.from, to: message.to)
                }, progress: { _ in })
            #expect(outcome.sent == 2)
            #expect(outcome.stopped == nil)
            #expect(outcome.failures.map(\.tickets) == ["1002", "1003"])
            #expect(outcome.failures.map { $0.reason.contains("550") } == [true, false])
            #expect(outcome.failures.last?.reason.contains("554") == true)

            for (code, reference, address, name) in [
                (GuestList.codes[0], "1001", "lucja@example.org", "Łucja Strauß"),
                (GuestList.codes[3], "1004", "al@example.org", "Al"),
            ] {
                let taken = try await next()
                #expect(taken.to == [address])
                #expect(taken.from == "tickets@gala.example")
                #expect(taken.encrypted)
                #expect(taken.user == "usher")
                #expect(taken.defects == [])
                #expect(taken.header("From") == "Gala Ltd <tickets@gala.example>")
                #expect(taken.header("Subject") == "Your ticket: Winter Gala")
                #expect(taken.body.hasPrefix("Hello \(name),"))
                #expect(taken.attachments == [["\(reference).pdf", "application/pdf"]])
                #expect(try await guests.codes(on: guests.path("\(reference).pdf")) == [code])
            }
        }
    }

    private func withServer(
        _ body: (_ client: MailClient, _ next: () async throws -> Taken) async throws -> Void
    ) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Alerts/smtp_server.py")
        _ = try await run(
            .name("env"),
            arguments: Arguments(["/usr/bin/python3", script.path, guests.folder.path, "tls", "password"]),
            input: .inputWriter, output: .sequence, error: .discarded
        ) { process in
            var lines = process.standardOutput.strings().makeAsyncIterator()
            let port = try #require(
                try await lines.next().flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
            var (server, user) = try #require(MailServer.withUser("smtps://usher@localhost:\(port)"))
            server.network.authorityFile = guests.path("authority.pem").path
            let client = MailClient(server, login: user.map { MailLogin(user: $0, password: "secret") })
            try await body(client) {
                let line = try #require(try await lines.next())
                return try JSONDecoder().decode(Taken.self, from: Data(line.utf8))
            }
            try await process.standardInputWriter.finish()
        }
    }
}
