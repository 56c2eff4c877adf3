internal import Foundation
public import Tickets

/// An e-mail as RFC 5322 and RFC 2045 have it. The same message gives the same bytes, also at the next attempt.
public struct MailMessage: Sendable {
    /// A file that goes with it.
    public struct Attachment: Sendable {
        /// Letters and digits of ASCII, `-`, `_` and `.`.
        public let name: String
        /// `application/pdf`
        public let type: String
        public let bytes: [UInt8]

        public init(name: String, type: String, bytes: [UInt8]) {
            self.name = name
            self.type = type
            self.bytes = bytes
        }
    }

    /// Unique, 1 to 40 letters, digits and `-`; becomes the Message-ID, by which a repeated message is recognised.
    public let id: String
    public let date: Timestamp
    /// An address without a name.
    public let from: String
    /// What people read instead of the address; empty for none. Control characters are left out.
    public let sender: String
    /// Addresses without names, at least one.
    public let to: [String]
    /// Control characters are left out, and so is what is longer than 200 characters.
    public let subject: String
    public let body: String
    /// Mail programs mark it.
    public let isUrgent: Bool
    public let attachments: [Attachment]

    /// Longer subjects are cut off: the body has the whole text.
    private static let longestSubject = 200

    public init(
        id: String, date: Timestamp, from: String, sender: String = "", to: [String], subject: String, body: String,
        isUrgent: Bool = false, attachments: [Attachment] = []
    ) {
        self.id = id
        self.date = date
        self.from = from
        self.sender = sender
        self.to = to
        self.subject = subject
        self.body = body
        self.isUrgent = isUrgent
        self.attachments = attachments
    }

    /// Lines end with CR and LF.
    public var text: String {
        let domain = from.split(separator: "@").last ?? "localhost"
        var lines = [
            "Date: \(Self.date(date))", "From: \(Self.phrase(sender))<\(from)>",
            "To: " + to.map { "<\($0)>" }.joined(separator: ",\r\n "), "Message-ID: <\(id)@\(domain)>",
            "Subject: \(Self.unstructured(String(subject.withoutControls.prefix(Self.longestSubject))))",
            "MIME-Version: 1.0",
        ]
        if attachments.isEmpty { lines += Self.bodyHeaders }
        // No holiday replies (RFC 3834).
        lines.append("Auto-Submitted: auto-generated")
        if isUrgent { lines += ["Importance: high", "X-Priority: 1"] }
        let encoded = Self.base64(Data(body.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8))
        guard !attachments.isEmpty else { return lines.joined(separator: "\r\n") + "\r\n\r\n" + encoded + "\r\n" }
        // Base64 has no "=_": no part has the boundary in it.
        let boundary = "=_\(id)"
        lines.append("Content-Type: multipart/mixed; boundary=\"\(boundary)\"")
        var parts = [Self.bodyHeaders.joined(separator: "\r\n") + "\r\n\r\n" + encoded]
        parts += attachments.map { file in
            """
            Content-Type: \(file.type); name="\(file.name)"\r
            Content-Transfer-Encoding: base64\r
            Content-Disposition: attachment; filename="\(file.name)"\r
            \r
            \(Self.base64(Data(file.bytes)))
            """
        }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
            + parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n"
    }

    private static let bodyHeaders = [
        "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
    ]

    private static func base64(_ bytes: Data) -> String {
        bytes.base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
    }

    /// A name before an address, and a space: a quoted string (RFC 5322 section 3.2.4) or encoded words.
    private static func phrase(_ name: String) -> String {
        let clean = name.withoutControls
        guard !clean.isEmpty else { return "" }
        let encoded = unstructured(clean)
        guard encoded == clean else { return encoded + " " }
        return "\"\(clean.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\" "
    }

    /// The text of a header without control characters: as it is, or as encoded words (RFC 2047), each at most 75
    /// characters and of whole characters.
    private static func unstructured(_ clean: String) -> String {
        guard !clean.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) || clean.contains("=?") else { return clean }
        var words: [String] = []
        var piece = ""
        for character in clean {
            // 45 bytes are 60 characters in base64.
            if (piece + String(character)).utf8.count > 45, !piece.isEmpty {
                words.append(piece)
                piece = ""
            }
            piece.append(character)
        }
        words.append(piece)
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// `Wed, 25 Nov 2026 01:02:03 +0000`
    private static func date(_ time: Timestamp) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss +0000"
        return formatter.string(from: Date(timeIntervalSince1970: Double(time.seconds)))
    }
}
