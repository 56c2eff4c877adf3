public import Foundation
internal import Tickets

/// A file with one secret, an API key or a token, that no other user of the machine may read.
public enum SecretFile {
    /// Reads the secret, without the white space around it.
    /// - Throws: ``BackendError`` `.misconfigured` when it is missing, empty, or readable by others.
    public static func read(_ file: URL) throws(BackendError) -> String {
        func refuse(_ reason: String, _ hint: String) -> BackendError {
            BackendError(.misconfigured, "use", file.path, reason, hint: hint)
        }
        guard let facts = try? FileManager.default.attributesOfItem(atPath: file.path),
            let mode = facts[.posixPermissions] as? Int, let text = try? String(contentsOf: file, encoding: .utf8)
        else { throw refuse("it cannot be read", "It must hold the API key or token, and nothing else.") }
        guard mode & 0o077 == 0 else {
            throw refuse("others on this machine can read it", "Run: chmod 600 \(file.path)")
        }
        let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !secret.isEmpty else { throw refuse("it is empty", "It must hold the API key or token.") }
        return secret
    }
}
