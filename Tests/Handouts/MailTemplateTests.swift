import Foundation
import Messages
import Testing
import Tickets

@testable import Handouts
@testable import Publishing

@Suite struct MailTemplateTests {
    private let guests: GuestList

    init() throws { guests = try GuestList() }

    private func fill(_ text: String, _ csv: String) throws -> (subject: String, body: String) {
        let event = HandoutEvent(try guests.definition(), words: .english)
        return try MailTemplate(text, named: "mail.txt").filled(for: guests.tickets(csv), event: event)
    }

    @Test func `fields become what the guest is to read`() throws {
        let (subject, body) = try fill(
            "Subject: {event}, {ref}\r\n\r\nDear {holder},\r\n{date} {time}, {place}: {type} {seat} {price}\r\n{organizer}",
            """
            code,ref,type,holder,seat,price
            \(GuestList.codes[0]),3LXUQ-1,vip,Eva,A1,45 €
            \(GuestList.codes[1]),3LXUQ-2,vip,Bo,A2,45 €

            """)
        #expect(subject == "Winter Gala, 3LXUQ-1, 3LXUQ-2")
        #expect(
            body == """
                Dear Eva,
                Saturday, 5 December 2026 19:00, Hall 2: VIP A1, A2 45 €
                Gala Ltd
                """)
    }

    @Test func `what is not known leaves no gap`() throws {
        let (_, body) = try fill("Subject: x\n\nHello {holder},\n{seat}", "code,type\n\(GuestList.codes[0]),vip\n")
        #expect(body == "Hello,\n")
    }

    @Test func `a value is never taken for a field or a header`() throws {
        let (subject, body) = try fill(
            "Subject: {holder}\n\n{holder}",
            "code,type,holder\n\(GuestList.codes[0]),vip,\"{event}\r\nBcc: thief@example.org\"\n")
        #expect(subject == "{event}Bcc: thief@example.org")
        #expect(body == "{event}Bcc: thief@example.org")
    }

    @Test(arguments: [
        ("Hello", "it has no subject"), ("Subject: \n\nHello", "it has no subject"),
        ("Subject: x\nHello", "it has no subject"), ("Subject: x\n\nHello {hodler}", "did you mean \"holder\"?"),
    ])
    func `a text that would not do is refused`(text: String, reason: String) {
        let error = #expect(throws: HandoutError.self) { try MailTemplate(text, named: "mail.txt") }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test(arguments: MessageFile.languages)
    func `the text of every language has a subject, and only fields that there are`(language: String) throws {
        let words = try guests.design("language: \(language)\n").words
        #expect(throws: Never.self) { try MailTemplate(words.label("handouts.mail"), named: language) }
    }
}
