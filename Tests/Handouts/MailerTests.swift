import Backends
import Foundation
import TestSupport
import Testing
import Tickets

@testable import Handouts
@testable import Publishing

/// Who gets a mail, when, and how often.
@Suite struct MailerTests {
    private let guests: GuestList
    private let start = Timestamp(rfc3339: "2026-12-01T09:00:00Z")!

    init() throws { guests = try GuestList() }

    private static let csv = """
        code,ref,type,email
        \(GuestList.codes[0]),1,vip,a@example.org
        \(GuestList.codes[1]),2,vip,b@example.org
        \(GuestList.codes[2]),3,vip,c@example.org
        \(GuestList.codes[3]),4,vip,d@example.org

        """

    private func mailer() throws -> HandoutMailer {
        try HandoutMailer(guests.printer(.a4), template: nil, from: "tickets@gala.example")
    }

    private func log() throws -> SentLog { try SentLog(guests.path("tickets.csv.sent")) }

    /// Sends all that is not in the log. `answer` says what the server does with a mail to an address.
    @discardableResult
    private func send(
        _ tickets: [SoldTicket], answer: (String) throws(BackendError) -> Void = { _ in }
    ) async throws -> (HandoutMailer.Outcome, sent: [MailMessage], pauses: [Duration]) {
        let (mailer, log) = (try mailer(), try log())
        let letters = try mailer.letters(for: tickets, by: .ticket, log: log).letters
        var (messages, pauses, time) = ([MailMessage](), [Duration](), start)
        let outcome = try await mailer.send(
            letters, log: log, perMinute: 30, now: { time },
            pause: { span in
                pauses.append(span)
                time = time + span
            },
            send: { message throws(BackendError) in
                try answer(message.to[0])
                messages.append(message)
            }, progress: { _ in })
        return (outcome, messages, pauses)
    }

    @Test func `everybody gets one mail, at the pace that was asked for, and none at the next run`() async throws {
        let tickets = try guests.tickets(Self.csv)
        let (outcome, messages, pauses) = try await send(tickets)
        #expect(outcome.sent == 4)
        #expect(messages.map(\.to) == ["a", "b", "c", "d"].map { ["\($0)@example.org"] })
        #expect(pauses == [.seconds(2), .seconds(2), .seconds(2)])
        #expect(try await send(tickets).sent.isEmpty)
    }

    @Test func `one more ticket later is one more mail, and so is a corrected address`() async throws {
        try await send(guests.tickets(Self.csv))
        let more =
            Self.csv.replacing("c@example.org", with: "see@example.org")
            + "code-5-wk8wfyzjrbrdv5,5,vip,A@EXAMPLE.org\n"
        let (_, messages, _) = try await send(guests.tickets(more))
        #expect(messages.map { $0.to[0] } == ["see@example.org", "A@EXAMPLE.org"])
    }

    @Test func `an address that the server refuses does not keep the others back, and is tried again`() async throws {
        let tickets = try guests.tickets(Self.csv)
        let (outcome, messages, _) = try await send(tickets) { address throws(BackendError) in
            if address != "d@example.org" { throw BackendError(.unexpected, "send to", "mail", "it refuses (550)") }
        }
        #expect(outcome.sent == 1)
        #expect(outcome.failures == ["1", "2", "3"].map { .init(tickets: $0, reason: "it refuses (550)") })
        #expect(outcome.stopped == nil)
        #expect(messages.count == 1)
        #expect(try await send(tickets).sent.map { $0.to[0] } == ["a", "b", "c"].map { "\($0)@example.org" })
    }

    @Test(arguments: [(BackendError.Code.unauthorised, 1), (.untrusted, 1), (.unreachable, 3), (.failing, 3)])
    func `a server that takes no mail at all is not asked for ever`(code: BackendError.Code, tries: Int) async throws {
        var asked = 0
        let (outcome, _, _) = try await send(guests.tickets(Self.csv)) { _ throws(BackendError) in
            asked += 1
            throw BackendError(code, "send to", "mail", "no")
        }
        #expect(asked == tries)
        #expect(outcome.stopped == "cannot send to mail: no")
    }

    /// As after `kill -9` between two mails: what was sent is known, whatever the crash has left of a line.
    @Test func `after a crash, those who have their mail get no other`() async throws {
        struct Crash: Error {}
        let tickets = try guests.tickets(Self.csv)
        let (mailer, file) = (try mailer(), guests.path("tickets.csv.sent"))
        var sent: [String] = []
        do {
            let log = try SentLog(file)
            let letters = try mailer.letters(for: tickets, by: .ticket, log: log).letters
            _ = try await mailer.send(
                letters, log: log, perMinute: 30, now: { start },
                pause: { _ in if sent.count == 2 { throw Crash() } },
                send: { sent.append($0.to[0]) }, progress: { _ in })
            Issue.record("the crash did not happen")
        } catch is Crash {}
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("2026-12-01T09:00:0".utf8))
        try handle.close()
        sent += try await send(tickets).sent.map { $0.to[0] }
        #expect(sent == ["a", "b", "c", "d"].map { "\($0)@example.org" })
    }

    @Test func `a mail that is sent again is the same to mail programs`() throws {
        let mailer = try mailer()
        let letters = try mailer.letters(for: guests.tickets(Self.csv), by: .ticket, log: nil).letters
        let first = try mailer.message(letters[0], at: start)
        #expect(try mailer.message(letters[0], at: start + .seconds(60)).id == first.id)
        #expect(try mailer.message(letters[1], at: start).id != first.id)
        #expect(first.attachments.map(\.name) == ["1.pdf"])
        #expect(first.sender == "Gala Ltd")
    }

    @Test func `an order goes to the one who ordered, or to each who has an address`() throws {
        let tickets = try guests.tickets(
            """
            code,ref,type,email,order
            \(GuestList.codes[0]),1,vip,eva@example.org,X
            \(GuestList.codes[1]),2,vip,,X
            \(GuestList.codes[2]),3,vip,bo@example.org,Y
            \(GuestList.codes[3]),4,vip,al@example.org,Y

            """)
        let letters = try mailer().letters(for: tickets, by: .order, log: nil).letters
        #expect(letters.map(\.address) == ["eva@example.org", "bo@example.org", "al@example.org"])
        #expect(letters.map(\.name) == ["1, 2", "3", "4"])
        #expect(Set(letters.map(\.group.name)).count == 3)
    }

    @Test func `a missing address and one that is none are named without repeating it`() throws {
        let tickets = try guests.tickets(
            """
            code,ref,type,email
            \(GuestList.codes[0]),1,vip,
            \(GuestList.codes[1]),,vip,"eva@example.org>\r\nRCPT TO:<x@example.org"
            \(GuestList.codes[2]),3,vip,Eva <eva@example.org>

            """)
        let (letters, _, failures) = try mailer().letters(for: tickets, by: .ticket, log: nil)
        #expect(letters.isEmpty)
        let expected: [HandoutMailer.Failure] = [
            .init(tickets: "1", reason: "it has no email"),
            .init(tickets: "line 3", reason: "its email is not an address"),
            .init(tickets: "3", reason: "its email is not an address"),
        ]
        #expect(failures == expected)
    }

    @Test func `mails can be looked at as files`() throws {
        let mailer = try mailer()
        let letters = try mailer.letters(for: guests.tickets(Self.csv), by: .ticket, log: nil).letters
        try mailer.write(letters, into: guests.path("mails"), at: start) { _ in }
        let names = try FileManager.default.contentsOfDirectory(atPath: guests.path("mails").path).sorted()
        #expect(names == ["1.eml", "2.eml", "3.eml", "4.eml"])
        // The PDF, whose first bytes these are in base64, says the second at which it was made.
        let (written, message) = (
            try String(contentsOf: guests.path("mails/1.eml"), encoding: .utf8),
            try mailer.message(letters[0], at: start).text
        )
        let pdf = try #require(message.range(of: "JVBERi0"))
        #expect(written.hasPrefix(message[..<pdf.upperBound]))
        #expect(written.count(where: \.isNewline) == message.count(where: \.isNewline))
    }

    @Test func `two runs at once do not send the same mails`() throws {
        let first = try log()
        let error = #expect(throws: HandoutError.self) { try log() }
        #expect(error?.reason.contains("at the moment") == true)
        withExtendedLifetime(first) {}
    }

    @Test func `another file is never taken for a record`() throws {
        try guests.folder.write(Self.csv, to: "tickets.csv.sent")
        #expect(throws: HandoutError.self) { try log() }
        #expect(try String(contentsOf: guests.path("tickets.csv.sent"), encoding: .utf8) == Self.csv)
    }

    @Test func `the record tells no code, and nobody else can read it`() async throws {
        try await send(guests.tickets(Self.csv))
        let text = try String(contentsOf: guests.path("tickets.csv.sent"), encoding: .utf8)
        for code in GuestList.codes { #expect(!text.contains(code)) }
        let mode = try FileManager.default.attributesOfItem(atPath: guests.path("tickets.csv.sent").path)
        #expect(mode[.posixPermissions] as? Int == 0o600)
    }
}
