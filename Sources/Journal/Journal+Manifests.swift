public import Foundation
internal import GRDB

/// What must never be forgotten of an event's manifests, even when they are removed: an older one, another
/// organizer's, or one with another salt is refused against it.
public struct ManifestRecord: Hashable, Sendable {
    public let event: String
    /// The highest ever installed.
    public let sequence: Int64
    /// Id of the only key that may sign for the event.
    public let keyID: String
    /// The history of the event is kept under keys made with it.
    public let salt: Data

    public init(event: String, sequence: Int64, keyID: String, salt: Data) {
        self.event = event
        self.sequence = sequence
        self.keyID = keyID
        self.salt = salt
    }
}

extension Journal {
    public func rememberedManifest(event: String) throws -> ManifestRecord? {
        try read("look in") { db in
            try Row.fetchOne(
                db, sql: "SELECT event, seq, kid, salt FROM manifest_memory WHERE event = ?", arguments: [event]
            ).map { ManifestRecord(event: $0[0], sequence: $0[1], keyID: $0[2], salt: $0[3]) }
        }
    }

    /// Durable when it returns. The number never goes down; key and salt of the first time stay.
    public func remember(_ manifest: ManifestRecord) throws {
        try write("remember a manifest in") { db in
            try db.execute(
                sql: """
                    INSERT INTO manifest_memory(event, seq, kid, salt) VALUES (?, ?, ?, ?)
                    ON CONFLICT(event) DO UPDATE SET seq = max(seq, excluded.seq)
                    """, arguments: [manifest.event, manifest.sequence, manifest.keyID, manifest.salt])
        }
    }
}
