public import Foundation
internal import GRDB

/// What is remembered of an event's manifests, even after they are removed. A manifest that is older, from another
/// organizer or with another salt is refused because of it.
public struct ManifestRecord: Hashable, Sendable {
    /// Id of the event.
    public let event: String
    /// The highest sequence number ever installed.
    public let sequence: Int64
    /// Id of the only key that may sign for the event.
    public let keyID: String
    /// 32 bytes. The ticket keys in the event's history are made with it.
    public let salt: Data

    public init(event: String, sequence: Int64, keyID: String, salt: Data) {
        self.event = event
        self.sequence = sequence
        self.keyID = keyID
        self.salt = salt
    }
}

extension Journal {
    /// `nil` when no manifest of this event was ever installed here.
    public func rememberedManifest(event: String) throws -> ManifestRecord? {
        try read("look in") { db in
            try Row.fetchOne(
                db, sql: "SELECT event, seq, kid, salt FROM manifest_memory WHERE event = ?", arguments: [event]
            ).map { ManifestRecord(event: $0[0], sequence: $0[1], keyID: $0[2], salt: $0[3]) }
        }
    }

    /// Stores it durably. The sequence number never goes down; key and salt stay those of the first time.
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
