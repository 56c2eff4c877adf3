internal import Crypto
internal import Foundation
internal import Tickets

/// Encrypts the ticket codes and answers in the outbox with a key that only this station can derive (ChaChaPoly, RFC 8439).
struct OutboxSeal: Sendable {
    /// The current key, which encrypts; then those of former station keys, which only decrypt.
    private let keys: [SymmetricKey]

    init(_ identity: StationIdentity) {
        let secrets = [Self.secret(of: identity.signingKey)] + identity.formerKeys.map(\.outboxSecret)
        keys = secrets.map { SymmetricKey(data: $0) }
    }

    static func secret(of key: SigningKey) -> Data {
        key.derivedSecret(info: "usher outbox")
    }

    /// - Parameter entry: id of the entry. It is authenticated: the result cannot be decrypted for another entry.
    func seal(_ code: String, entry: String, backend: String) throws -> Data {
        try ChaChaPoly.seal(
            Data(code.utf8), using: keys[0], authenticating: Self.context(entry, backend)
        ).combined
    }

    /// - Returns: `nil` for no answers.
    func seal(answers: [String: String], entry: String, backend: String) throws -> Data? {
        guard !answers.isEmpty else { return nil }
        let members = answers.sorted { $0.key < $1.key }.map { (name: $0.key, value: JSONValue.string($0.value)) }
        return try seal(JSONValue.object(members).text, entry: entry, backend: Self.answers(backend))
    }

    /// Empty when they cannot be opened: what happened at the door is sent without them.
    func openAnswers(_ sealed: Data?, entry: String, backend: String) -> [String: String] {
        let text = sealed.flatMap { open($0, entry: entry, backend: Self.answers(backend)) }
        return text.flatMap { try? JSONDecoder().decode([String: String].self, from: Data($0.utf8)) } ?? [:]
    }

    /// No name of a backend has a space: a code cannot be taken for answers.
    private static func answers(_ backend: String) -> String { "\(backend) answers" }

    /// `nil` when another station encrypted it, or when it was changed.
    func open(_ sealed: Data, entry: String, backend: String) -> String? {
        guard let box = try? ChaChaPoly.SealedBox(combined: sealed) else { return nil }
        for key in keys {
            if let code = try? ChaChaPoly.open(box, using: key, authenticating: Self.context(entry, backend)) {
                return String(validating: code, as: UTF8.self)
            }
        }
        return nil
    }

    private static func context(_ entry: String, _ backend: String) -> Data {
        Data("\(entry) \(backend)".utf8)
    }
}
