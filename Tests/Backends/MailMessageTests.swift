import Backends
import Foundation
import Testing
import Tickets

struct MailMessageTests {
    private func mail(_ subject: String, body: String = "Text") -> String {
        MailMessage(
            id: "6f1c", date: Timestamp(rfc3339: "2026-12-05T18:01:02Z")!, from: "usher@example.org",
            to: ["a@example.org", "b@example.org"], subject: subject, body: body, isUrgent: true
        ).text
    }

    @Test func `has what RFC 5322 asks for, and is the same at each attempt`() {
        let text = mail("kiosk-1: over")
        let expected = [
            "Date: Sat, 05 Dec 2026 18:01:02 +0000", "From: <usher@example.org>",
            "To: <a@example.org>,", " <b@example.org>", "Message-ID: <6f1c@example.org>", "Subject: kiosk-1: over",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
            "Auto-Submitted: auto-generated", "Importance: high", "X-Priority: 1", "", "VGV4dA==", "",
        ]
        #expect(text.components(separatedBy: "\r\n") == expected)
        #expect(mail("kiosk-1: over") == text)
    }

    @Test(arguments: [
        "x\r\nBcc: thief@example.org", "x\nBcc: thief@example.org\n\nbody", "x\u{2028}Bcc: a@b",
        "=?utf-8?B?DQpCY2M6IHg=?=", "ü\r\nBcc: thief@example.org",
    ])
    func `a hostile subject makes no header`(subject: String) {
        let head = mail(subject).components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
        #expect(head.filter { !$0.hasPrefix(" ") }.count == 11)
        #expect(!head.contains { $0.hasPrefix("Bcc") })
        #expect(!head.contains("Subject: =?utf-8?B?DQpCY2M6IHg=?="))
    }

    @Test func `a long subject of other letters becomes encoded words of whole characters`() throws {
        let subject = String(repeating: "Größe 👩‍👩‍👧 ", count: 12)
        let head = mail(subject).components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
        let start = try #require(head.firstIndex { $0.hasPrefix("Subject: ") })
        let words = head[start...].prefix { $0.contains("=?utf-8?B?") }
        #expect(words.count > 3)
        var text = ""
        for word in words {
            let encoded = word.replacing("Subject: ", with: "").trimmingCharacters(in: .whitespaces)
            #expect(encoded.count <= 75)
            let bytes = try #require(Data(base64Encoded: String(encoded.dropFirst(10).dropLast(2))))
            text += try #require(String(bytes: bytes, encoding: .utf8))
        }
        #expect(text == String(subject.prefix(200)))
    }

    @Test func `a long body has no long line`() {
        let lines = mail("x", body: String(repeating: "ä", count: 5000)).components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.count <= 76 })
    }

    @Test func `files go with the text, each in a part of its own`() throws {
        let file = MailMessage.Attachment(name: "1001.pdf", type: "application/pdf", bytes: Array("%PDF".utf8))
        let text = MailMessage(
            id: "6f1c", date: Timestamp(seconds: 0), from: "tickets@example.org", to: ["a@example.org"], subject: "x",
            body: "Text\r\nä\n", attachments: [file, file]
        ).text
        let part = """
            --=_6f1c\r
            Content-Type: application/pdf; name="1001.pdf"\r
            Content-Transfer-Encoding: base64\r
            Content-Disposition: attachment; filename="1001.pdf"\r
            \r
            JVBERg==\r

            """
        #expect(
            text.hasSuffix(
                """
                Auto-Submitted: auto-generated\r
                Content-Type: multipart/mixed; boundary="=_6f1c"\r
                \r
                --=_6f1c\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Transfer-Encoding: base64\r
                \r
                \(Data("Text\r\nä\r\n".utf8).base64EncodedString())\r
                \(part)\(part)--=_6f1c--\r

                """), "\(text)")
    }

    @Test(arguments: [
        ("Gala Ltd", #""Gala Ltd" <usher@example.org>"#), ("", "<usher@example.org>"),
        (#"A "B" \ C"#, #""A \"B\" \\ C" <usher@example.org>"#),
        ("Größe", "=?utf-8?B?R3LDtsOfZQ==?= <usher@example.org>"),
        ("x\r\nBcc: thief@example.org", #""xBcc: thief@example.org" <usher@example.org>"#),
    ])
    func `the sender has a name, whatever is in it`(name: String, from: String) {
        let message = MailMessage(
            id: "6f1c", date: Timestamp(seconds: 0), from: "usher@example.org", sender: name, to: ["a@example.org"],
            subject: "x", body: "")
        #expect(message.text.components(separatedBy: "\r\n")[1] == "From: \(from)")
    }

    @Test(arguments: [
        ("smtps://anna@mail.example.org", "smtps://mail.example.org", "anna"),
        ("smtp://anna@gala.example@mail.example.org:587", "smtp://mail.example.org:587", "anna@gala.example"),
        ("smtps://anna%40gala.example@mail.example.org", "smtps://mail.example.org", "anna@gala.example"),
        ("smtp://localhost:25", "smtp://localhost:25", nil),
    ])
    func `an address of a server can have the user in it`(text: String, url: ServerAddress, user: String?) throws {
        let (server, found) = try #require(MailServer.withUser(text))
        #expect(server.url == url)
        #expect(found == user)
    }

    @Test(arguments: [
        "mail.example.org", "https://anna@mail.example.org", "smtps://a%0Ab@mail.example.org", "smtps://anna@",
        "smtps://anna@mail.example.org/path",
    ])
    func `other texts are no mail server`(text: String) {
        #expect(MailServer.withUser(text) == nil)
    }
}
