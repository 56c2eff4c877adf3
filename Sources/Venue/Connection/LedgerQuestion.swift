internal import Foundation

/// A statement with parameters, and what it is for.
struct LedgerQuestion: Sendable {
    let name: String
    let text: String
    /// Completes "cannot ... the ledger on HOST".
    let operation: String

    /// A parameter that is JSON.
    static func json(_ value: some Encodable) -> String {
        // Only a number that is no number fails, and there is none in what is sent.
        (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
