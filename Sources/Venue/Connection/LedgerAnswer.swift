internal import CPQ
internal import Foundation
internal import Tickets

/// The answer to one statement: rows of texts, `nil` for NULL. Values are JSON, with bytes as base64.
struct LedgerAnswer: Sendable {
    let rows: [[String?]]
    /// The operation and the server, for errors.
    private let operation: String
    private let server: String

    /// The first value of the first row; `nil` for NULL or without rows.
    var value: String? { rows.first?.first ?? nil }

    /// - Parameter result: of a statement without an error; the caller frees it.
    @unsafe
    init(reading result: OpaquePointer, _ operation: String, _ server: String) {
        let columns = unsafe PQnfields(result)
        let rows = unsafe (0..<PQntuples(result)).map { row in
            (0..<columns).map { column -> String? in
                guard unsafe PQgetisnull(result, row, column) == 0 else { return nil }
                return unsafe String(cString: PQgetvalue(result, row, column))
            }
        }
        self.init(rows: rows, operation, server)
    }

    init(rows: [[String?]] = [], _ operation: String, _ server: String) {
        (self.rows, self.operation, self.server) = (rows, operation, server)
    }

    /// Decodes the first value from JSON.
    /// - Throws: ``VenueError`` when it is NULL or not of this form.
    func decoded<Value: Decodable>() throws(VenueError) -> Value { try decoded(value) }

    /// Decodes one of the values from JSON.
    func decoded<Value: Decodable>(_ text: String?) throws(VenueError) -> Value {
        guard let text, let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) else {
            throw malformed
        }
        return value
    }

    /// Decodes base64 in one of the values; PostgreSQL puts line breaks into it.
    func bytes(_ text: String) throws(VenueError) -> Data {
        guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { throw malformed }
        return bytes
    }

    /// The error for an answer that no ledger gives.
    var malformed: VenueError {
        VenueError(
            .failed, operation, server, "its answer is not that of a ledger",
            hint: "Run usher venue status to see what is there.")
    }
}
