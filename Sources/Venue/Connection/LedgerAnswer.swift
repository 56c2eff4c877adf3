internal import CPQ

/// What came back of one question: rows of texts, `nil` where SQL says NULL.
struct LedgerAnswer: Sendable, Equatable {
    let rows: [[String?]]

    /// The first value of the first row.
    var value: String? { rows.first?.first ?? nil }

    init(rows: [[String?]]) {
        self.rows = rows
    }

    /// - Parameter result: of a question that went well; it stays the caller's.
    @unsafe
    init(reading result: OpaquePointer) {
        let columns = unsafe PQnfields(result)
        let rows = unsafe (0..<PQntuples(result)).map { row in
            (0..<columns).map { column -> String? in
                guard unsafe PQgetisnull(result, row, column) == 0 else { return nil }
                return unsafe String(cString: PQgetvalue(result, row, column))
            }
        }
        self.init(rows: rows)
    }
}
