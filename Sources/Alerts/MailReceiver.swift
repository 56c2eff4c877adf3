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
