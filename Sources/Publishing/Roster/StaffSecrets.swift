internal import Foundation
internal import Tickets

/// PIN and badge of a person, made of the key that signs the roster: the same each time, so that no table has to hold
/// them.
struct StaffSecrets {
    let key: SigningKey
    let name: String
    /// Another text gives the person another PIN and another badge.
    let issue: String

    /// Six digits without a pattern.
    func pin(today: Timestamp) -> String {
        for attempt in 0... {
            let number = secret("pin \(attempt)").prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let pin = String(String(1_000_000 + number % 1_000_000).dropFirst())
            if PINRule.fault(of: pin, today: today) == nil { return pin }
        }
        preconditionFailure("nine of ten PINs have no pattern")
    }

    /// The text of the code on the badge: 16 bytes that nobody can guess.
    var badge: String { "usher-badge:" + Base64URL.encode(secret("badge").prefix(16)) }

    /// The same for the same PIN, so that a new roster ends nobody's session.
    func salt(for pin: String) -> Data { secret("salt \(pin)").prefix(16) }

    private func secret(_ use: String) -> Data {
        key.derivedSecret(info: ["usher staff", use, issue, name].joined(separator: "\u{0}"))
    }
}
