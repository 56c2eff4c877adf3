internal import Backends
internal import CheckedYAML
internal import Foundation
internal import Tickets

/// People who get e-mail, by a mail server that takes it for them.
struct MailReceiver: Hashable, Sendable {
    let server: MailServer
    let from: String
    let to: [String]
    /// `nil` for a server that needs no password.
    private let user: String?
    private let credential: String

    private static let mostAddresses = 50

    /// - Parameter name: of the receiver; by default also of its credential.
    init(name: String, _ mapping: YAMLMapping) {
        server = MailServer(mapping)
        from = mapping.value("from", "an address like usher@example.org") { MailClient.isAddress($0) ? $0 : nil } ?? ""
        to = mapping.strings("to") ?? []
        for (index, address) in to.enumerated() where !MailClient.isAddress(address) {
            mapping.fault("to", item: index, "must be an address like anna@example.org")
        }
        if to.isEmpty || to.count > Self.mostAddresses {
            mapping.fault("to", "must have 1 to \(Self.mostAddresses) addresses")
        }
        user = mapping.optionalString("user", maximumByteCount: 200)
        if user == nil, mapping.shape(of: "credential") != nil { mapping.fault("credential", "needs a user") }
        credential = mapping.string("credential", default: name, maximumByteCount: 200)
    }

    func send(
        _ message: AlertMessage, from source: AlertSource, _ environment: AlertEnvironment
    ) async throws(BackendError) {
        var login: MailLogin?
        if let user { login = MailLogin(user: user, password: try environment.secrets(credential)) }
        try await MailClient(server, login: login).send(
            Array(mail(message, from: source).text.utf8), from: from, to: to)
    }

    func mail(_ message: AlertMessage, from source: AlertSource) -> MailMessage {
        var lines = [message.message, "", "\(source.kind.rawValue): \(source.name)", "alert: \(message.alert)"]
        if !message.subject.isEmpty { lines.append("subject: \(message.subject)") }
        lines += ["state: \(message.state.rawValue)", "at: \(message.at)"]
        return MailMessage(
            id: message.id, date: message.at, from: from, to: to, subject: message.title(from: source),
            body: lines.joined(separator: "\n") + "\n", isUrgent: message.isUrgent && message.state == .begun)
    }
}

/// An e-mail as RFC 5322 and RFC 2045 have it. The same message gives the same bytes, also at the next attempt.
struct MailMessage {
    /// Unique, of letters, digits and `-`; becomes the Message-ID, by which a repeated message is recognised.
    let id: String
    let date: Timestamp
    let from: String
    let to: [String]
    /// Control characters are left out.
    let subject: String
    let body: String
    /// Mail programs mark it.
    let isUrgent: Bool

    /// Longer subjects are cut off: the body has the whole text.
    private static let longestSubject = 200

    /// Lines end with CR and LF.
    var text: String {
        let domain = from.split(separator: "@").last ?? "localhost"
        var lines = [
            "Date: \(Self.date(date))", "From: <\(from)>",
            "To: " + to.map { "<\($0)>" }.joined(separator: ",\r\n "), "Message-ID: <\(id)@\(domain)>",
            "Subject: \(Self.unstructured(subject))", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            // No holiday replies (RFC 3834).
            "Auto-Submitted: auto-generated",
        ]
        if isUrgent { lines += ["Importance: high", "X-Priority: 1"] }
        let encoded = Data(body.replacing("\n", with: "\r\n").utf8)
            .base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + encoded + "\r\n"
    }

    /// The text of a header: as it is, or as encoded words (RFC 2047), each at most 75 characters and of whole
    /// characters.
    private static func unstructured(_ text: String) -> String {
        let clean = String(text.withoutControls.prefix(longestSubject))
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
