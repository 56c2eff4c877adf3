internal import Foundation
internal import GRDB
internal import Tickets

/// The end of the hash chain.
struct ChainTip: Hashable {
    /// Number of the newest entry ever made; 0 in an empty journal.
    let sequence: Int64
    let hash: String

    init(sequence: Int64, hash: String) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The newest entry, or the newest purged one if that is later.
    init(readingFrom db: Database) throws {
        let row = try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT * FROM (SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1)
                    UNION ALL SELECT * FROM (SELECT last, hash FROM checkpoint ORDER BY first DESC LIMIT 1)
                    ORDER BY seq DESC LIMIT 1
                    """))
        sequence = row?[0] ?? 0
        hash = (row?[1] as Data?)?.hex ?? JournalEntry.beginning
    }
}
