internal import Foundation
internal import Tickets

/// The keys that open names in events of privacy `staff`: a file `staff-EVENT` each, in systemd's credentials folder
/// or in the state folder's `credentials` (systemd.exec(5), CREDENTIALS_DIRECTORY). 32 bytes in base64.
struct StaffKeys: Sendable {
    let folders: [URL]

    /// Read at each call: an organizer may hand a key over while the station runs.
    func key(for event: String) -> Data? {
        for folder in folders {
            guard let text = try? String(contentsOf: folder.appending(path: "staff-\(event)"), encoding: .utf8),
                let key = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)), key.count == 32
            else { continue }
            return key
        }
        return nil
    }
}
