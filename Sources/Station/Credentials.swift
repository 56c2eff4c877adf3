internal import Backends
internal import Foundation

/// Secrets that were given to the station, one file each: in systemd's credentials folder (systemd.exec(5),
/// CREDENTIALS_DIRECTORY), or in the state folder's `credentials`.
struct Credentials: Sendable {
    let folders: [URL]

    /// The content of a file without the white space around it; `nil` when the file is missing or empty. Read at each
    /// call, because a secret may be handed over while the station runs.
    func text(_ name: String) -> String? {
        for folder in folders {
            // A name, not a path; a staff key's is longer than the event's id in it.
            guard !name.hasPrefix("."), !name.contains("/"),
                let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8),
                case let secret = text.trimmingCharacters(in: .whitespacesAndNewlines), !secret.isEmpty
            else { continue }
            return secret
        }
        return nil
    }

    /// The content of a file without the white space around it.
    /// - Parameter user: what needs it: `backend box-office`.
    func secret(_ name: String, for user: String) throws(BackendError) -> String {
        guard let secret = text(name) else {
            throw BackendError(
                .misconfigured, "use", user, "the credential \(name) is missing or empty",
                hint: "Put it into the state folder as credentials/\(name), for the user of usherd alone (mode 0600). "
                    + "Or give it with LoadCredential= and start usherd again.")
        }
        return secret
    }
}
