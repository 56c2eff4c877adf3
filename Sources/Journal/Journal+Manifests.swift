internal import GRDB
public import Tickets

extension Journal {
    /// `nil` when no manifest of this event was ever installed here.
    public func rememberedManifest(event: String) throws -> RememberedManifest? {
        try read("look in") { db in
            try Row.fetchOne(
                db, sql: "SELECT event, seq, kid, salt FROM manifest_memory WHERE event = ?", arguments: [event]
            ).map { row in
                RememberedManifest(event: row["event"], sequence: row["seq"], keyID: row["kid"], salt: row["salt"])
            }
        }
    }

    /// Stores it durably. The sequence number never goes down; key and salt stay those of the first time.
    public func remember(_ manifest: RememberedManifest) throws {
        try write("remember a manifest in") { db in
            try db.execute(
                sql: """
                    INSERT INTO manifest_memory(event, seq, kid, salt) VALUES (?, ?, ?, ?)
                    ON CONFLICT(event) DO UPDATE SET seq = max(seq, excluded.seq)
                    """, arguments: [manifest.event, manifest.sequence, manifest.keyID, manifest.salt])
        }
    }
}
