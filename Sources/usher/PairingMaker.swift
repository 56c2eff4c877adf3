import Foundation
import Manifests
import Station
import Tickets

/// Makes pairings for stations of one event, with the key that signs its lists.
struct PairingMaker {
    /// What differs from one station to the next.
    struct Place {
        var name: String?
        var gate: String?
        /// `in`, `out` or `look`.
        var direction: String?
        /// Contents of credentials, by name.
        var secrets: [String: String] = [:]
    }

    let key: SigningKey
    let claims: ManifestClaims
    let plan: EventPlan

    /// - Parameters:
    ///   - list: the event's signed list.
    ///   - file: the key that it was signed with.
    init(list: String, key file: String) throws {
        key = try KeyFile.signingKey(at: URL(filePath: file), for: .manifest)
        let inspection = try ManifestInspection(of: URL(filePath: list), keys: [key.verificationKey])
        if let fault = inspection.bodyFault { throw fault }
        guard case .valid = inspection.signature, let plan = inspection.plan else {
            throw CommandError(
                "make", "a pairing for \(list)", "the list is not signed with this key",
                hint: "Stations accept lists of an event from one key only: use the key that the list was built with.")
        }
        (claims, self.plan) = (inspection.claims, plan)
    }

    var fingerprint: String { key.verificationKey.id }

    /// - Parameters:
    ///   - settings: keys of usher.yaml that all stations get.
    ///   - until: until when the station serves the event; `nil`: its end.
    ///   - validity: for how long a station takes the pairing.
    func pairing(
        for place: Place, settings: String, until: Timestamp?, validity: Duration = Pairing.usualValidity
    ) throws -> Pairing {
        if let gate = place.gate, plan.gate(gate) == nil {
            throw CommandError(
                "make", "a pairing for gate \(gate)", "the list has no such gate",
                hint: "It has \(plan.gates.map(\.slug).joined(separator: ", ")).")
        }
        let event = plan.event
        return Pairing(
            organizer: claims.organizer,
            event: Pairing.EventOutline(id: event.id, name: event.name, ends: event.ends),
            settings: try checked(settings, of: place), secrets: place.secrets, until: until ?? event.ends,
            issued: StationClock.system.now(), validity: validity)
    }

    /// The part of usher.yaml that goes to the station, checked against what a pairing may contain.
    private func checked(_ settings: String, of place: Place) throws -> String {
        let own = [("station", place.name), ("gate", place.gate), ("direction", place.direction)].compactMap {
            key, value in value.map { "\(key): \(JSONValue.string($0).text)" }
        }
        let lines = settings.split(whereSeparator: \.isNewline).map(String.init).filter { line in
            let text = line.drop { $0 == " " }
            return !text.isEmpty && !text.hasPrefix("#")
        }
        let text = (own + lines).joined(separator: "\n")
        _ = try EnrolledSettings(text, secrets: Array(place.secrets.keys), event: plan.event.id)
        return text
    }

    /// The content of a file with a secret, without white space around it.
    static func secret(in path: String) throws -> String {
        try FileBytes.text(of: path).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
