internal import Foundation
internal import Manifests
internal import Tickets

/// The keys that sign tickets at the door: the text of a `.key` file for tickets, in the credential `box-office-EVENT`.
struct BoxOfficeKeys: Sendable {
    private let credentials: Credentials

    init(_ credentials: Credentials) {
        self.credentials = credentials
    }

    /// Why nothing can be signed, as a clause; `nil` when it can.
    func problem(for office: BoxOffice, of event: String) -> String? {
        do {
            _ = try key(for: office, of: event)
            return nil
        } catch {
            return (error as? any ExplainedError)?.reason ?? "\(error)"
        }
    }

    /// - Throws: `StationError` without a key, or with another one than the signed list names; `ManifestError` for a file
    ///   that holds none
    func key(for office: BoxOffice, of event: String) throws -> SigningKey {
        let name = "box-office-\(event)"
        guard let text = credentials.text(name) else {
            throw StationError(
                .unavailable, "sell", "tickets for \(event)",
                "this station does not have the key that signs the tickets",
                hint: "Give it the box office's .key file as the credential \(name).")
        }
        let key = try KeyFile.signingKey(in: text, named: "the credential \(name)", for: .tickets)
        guard key.verificationKey == office.key else {
            throw StationError(
                .unavailable, "sell", "tickets for \(event)",
                "the credential \(name) holds the key \(key.verificationKey.id), the ticket list names \(office.key.id)",
                hint: "Give the station the .key file beside the .pub file of box_office in event.yaml.")
        }
        return key
    }
}
