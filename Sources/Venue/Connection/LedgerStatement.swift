internal import Foundation

/// A statement with parameters, and its purpose.
struct LedgerStatement: Sendable {
    let name: String
    let text: String
    /// Completes the message "cannot ... the ledger on HOST".
    let operation: String

    /// Encodes a parameter as JSON.
    static func json(_ value: some Encodable) -> String {
        // Only NaN and infinity fail, and neither is ever sent.
        (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
