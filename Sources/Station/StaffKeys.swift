internal import Foundation
internal import Tickets

/// The keys that open names in events of privacy `staff`: 32 bytes in base64, in the credential `staff-EVENT`.
/// See docs/decisions/012-derived-staff-keys.md.
struct StaffKeys: Sendable {
    private let credentials: Credentials

    init(_ credentials: Credentials) {
        self.credentials = credentials
    }

    func key(for event: String) -> Data? {
        guard let key = credentials.text("staff-\(event)").flatMap({ Data(base64Encoded: $0) }), key.count == 32 else {
            return nil
        }
        return key
    }
}
