internal import CPQ
internal import Foundation
internal import Tickets

/// What came back of one question: rows of texts, `nil` where SQL says NULL. Values cross as JSON, bytes as base64 in it.
struct LedgerAnswer: Sendable {
    let rows: [[String?]]
    /// What was asked, and of whom: for errors.
    private let operation: String
    private let server: String

    /// The first value of the first row.
    var value: String? { rows.first?.first ?? nil }

    /// - Parameter result: of a question that went well; it stays the caller's.
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

    /// The first value, read as JSON.
    func decoded<Value: Decodable>() throws(VenueError) -> Value { try decoded(value) }

    /// One of its values, read as JSON.
    func decoded<Value: Decodable>(_ text: String?) throws(VenueError) -> Value {
        guard let text, let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) else { throw nonsense }
        return value
    }

    /// What base64 in one of its values stands for. PostgreSQL breaks its lines.
    func bytes(_ text: String) throws(VenueError) -> Data {
        guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { throw nonsense }
        return bytes
    }

    /// It is not what a ledger answers.
    var nonsense: VenueError {
        VenueError(
            .failed, operation, server, "its answer is none of a ledger's",
            hint: "usher venue status tells what is there.")
    }
}
