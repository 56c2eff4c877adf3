internal import Crypto
internal import Foundation
internal import GRDB
internal import Tickets

/// The station's signature over all that is remembered of an event's used tickets. A checkpoint names the events that must
/// have one, so that nobody can change or remove what is remembered without a trace.
struct MemorySeal {
    /// A JWS in compact form, type `usher-use-memory`.
    let line: String
    let event: String
    /// Number of the newest entry when it was signed.
    let sequence: Int64
    /// Of all rows of the event, in hexadecimal.
    let digest: String

    private init(_ event: String, sequence: Int64, digest: String, at: Timestamp, by signer: SigningKey) throws {
        (self.event, self.sequence, self.digest) = (event, sequence, digest)
        let payload = JSONValue.object([
            ("event", .string(event)), ("seq", .integer(sequence)), ("sha256", .string(digest)),
            ("at", .string(at.description)), ("key", .string(Base64URL.encode(signer.verificationKey.raw))),
        ])
        line = try SignedClaims.sign(Data(payload.text.utf8), purpose: .useMemory, with: signer)
    }

    /// `nil` unless this station signed it.
    private init?(line: String, of keys: any JournalKeys) {
        struct Claims: Decodable {
            let event: String
            let seq: Int64
            let sha256: String
        }
        guard let signed = try? SignedClaims(parsing: line, purpose: .useMemory),
            let claims = try? JSONDecoder().decode(Claims.self, from: signed.payload),
            let key = keys.key(id: signed.keyID, signingAbout: claims.seq), (try? signed.verify(with: key)) != nil
        else { return nil }
        self.line = line
        (event, sequence, digest) = (claims.event, claims.seq, claims.sha256)
    }

    /// Signs what is remembered of an event now.
    static func write(_ event: String, now: Timestamp, by signer: SigningKey, in db: Database) throws {
        let seal = try MemorySeal(
            event, sequence: ChainTip(readingFrom: db).sequence, digest: digest(of: event, in: db), at: now, by: signer)
        try db.execute(
            sql: "INSERT OR REPLACE INTO memory_seal(event, signed) VALUES (?, ?)", arguments: [event, seal.line])
    }

    /// The first event of which what is remembered was changed; `nil` when all is as it was signed.
    /// - Parameter named: events that must have a seal.
    static func fault(named: Set<String>, of keys: any JournalKeys, in db: Database) throws -> String? {
        let lines = try Row.fetchAll(db, sql: "SELECT event, signed FROM memory_seal")
        let seals = Dictionary(uniqueKeysWithValues: lines.map { ($0["event"] as String, $0["signed"] as String) })
        let remembered = try String.fetchSet(db, sql: "SELECT DISTINCT event FROM use_memory")
        return try named.union(remembered).union(seals.keys).sorted().first { event in
            guard let seal = seals[event].flatMap({ MemorySeal(line: $0, of: keys) }), seal.event == event else {
                return true
            }
            return try seal.digest != digest(of: event, in: db)
        }
    }

    private static func digest(of event: String, in db: Database) throws -> String {
        var hash = SHA256()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT hex(key) || ' ' || line || ' ' || ins || ' ' || outs || ' ' || known_ins || ' ' || known_outs || ' '
                  || through || ' ' || at || ' ' || list
                FROM use_memory WHERE event = ? ORDER BY key, line, list
                """, arguments: [event])
        while let row = try rows.next() { hash.update(data: Data("\(row[0] as String)\n".utf8)) }
        return Data(hash.finalize()).hex
    }
}
