internal import Foundation
internal import GRDB
public import Tickets

/// The newest entry, signed. With it anybody can later prove that nothing up to this entry was changed.
public struct JournalHead: Hashable, Sendable {
    /// The signed text: a JWS in compact form (RFC 7515), type `usher-journal-head`.
    public let line: String
    /// Name of the station in the newest entry; `nil` when there is none.
    public let station: String?
    /// Number of the newest entry; 0 in an empty journal.
    public let sequence: Int64
    /// ``JournalEntry/hash`` of the newest entry; 64 zeros in an empty journal.
    public let hash: String
    /// When it was signed, by this station's clock.
    public let at: Timestamp
    /// Public half of the key that signed it.
    public let key: VerificationKey

    /// Signs the end of the chain.
    init(_ tip: ChainTip, station: String?, at: Timestamp, by signer: SigningKey) throws {
        self.station = station
        sequence = tip.sequence
        hash = tip.hash
        self.at = at
        key = signer.verificationKey
        let payload = JSONValue.object([
            ("station", .init(station)), ("seq", .integer(sequence)), ("hash", .string(hash)),
            ("at", .string(at.description)), ("key", .string(Base64URL.encode(key.raw))),
        ])
        line = try SignedClaims.sign(Data(payload.text.utf8), purpose: .journalHead, with: signer)
    }

    /// Reads a head that this station signed earlier; white space around it is ignored.
    /// - Throws: ``JournalError`` `.badHead`
    init(line: String, of keys: any JournalKeys) throws {
        try self.init(line, "the signed head") { signed, claims in
            guard let key = keys.key(id: signed.keyID, signingAbout: claims.seq) else {
                throw Self.refuse("the signed head", "no key of this station signed it")
            }
            return key
        }
    }

    /// Reads a head that was signed by the key which it names itself: of which station that is has to be known otherwise.
    /// - Parameter subject: what the head was read from, for errors.
    /// - Throws: ``JournalError`` `.badHead`
    public init(line: String, subject: String) throws {
        try self.init(line, subject) { _, claims in
            guard let key = claims.key.flatMap(Base64URL.decode).flatMap(VerificationKey.init(raw:)) else {
                throw Self.refuse(subject, "it does not say which key signed it")
            }
            return key
        }
    }

    private struct Claims: Decodable {
        let station: String?
        let seq: Int64
        let hash: String
        let at: Timestamp
        let key: String?
    }

    private init(
        _ line: String, _ subject: String, key: (SignedClaims, Claims) throws -> VerificationKey
    ) throws {
        self.line = line.trimmingCharacters(in: .whitespacesAndNewlines)
        do {
            let signed = try SignedClaims(parsing: self.line, purpose: .journalHead)
            guard let claims = try? JSONDecoder().decode(Claims.self, from: signed.payload), claims.seq >= 0 else {
                throw Self.refuse(subject, "it is not a signed line")
            }
            self.key = try key(signed, claims)
            try signed.verify(with: self.key)
            station = claims.station
            sequence = claims.seq
            hash = claims.hash
            at = claims.at
        } catch let fault as SignedClaims.Fault {
            throw Self.refuse(subject, fault.rawValue)
        }
    }

    private static func refuse(_ subject: String, _ reason: String) -> JournalError {
        JournalError(
            .badHead, "use", subject, reason, hint: "Give the line that this station exported, whole.")
    }
}

extension Journal {
    /// Signs the newest entry. The result leaves the station with an upload or an export.
    public func signHead(now: Timestamp) throws -> JournalHead {
        let (tip, station) = try read("sign the head of") { db in
            (
                try ChainTip(readingFrom: db),
                try String.fetchOne(db, sql: "SELECT station FROM entry ORDER BY seq DESC LIMIT 1")
            )
        }
        return try JournalHead(tip, station: station, at: now, by: identity.signingKey)
    }
}

/// Takes the place of a run of purged entries in the chain.
/// See docs/decisions/021-signed-checkpoints.md.
struct Checkpoint: Hashable, Sendable {
    /// A JWS in compact form, type `usher-checkpoint`.
    let line: String
    let first: Int64
    let last: Int64
    /// `previous` of the first removed entry.
    let previous: String
    /// `hash` of the last removed entry.
    let hash: String
    /// When they were removed, by the station's clock.
    let at: Timestamp
    /// Ids of the events of which something is remembered since (``MemorySeal``).
    let events: [String]

    init(
        first: JournalEntry, last: JournalEntry, remembering events: Set<String> = [], at: Timestamp,
        by signer: SigningKey
    ) throws {
        self.first = first.checkIn.sequence
        self.last = last.checkIn.sequence
        previous = first.previous
        hash = last.hash
        self.at = at
        self.events = events.sorted()
        let payload = JSONValue.object([
            ("station", .string(last.checkIn.station)), ("first", .integer(self.first)), ("last", .integer(self.last)),
            ("previous", .string(previous)), ("hash", .string(hash)), ("at", .string(at.description)),
            ("events", .array(self.events.map(JSONValue.string))),
            ("key", .string(Base64URL.encode(signer.verificationKey.raw))),
        ])
        line = try SignedClaims.sign(Data(payload.text.utf8), purpose: .checkpoint, with: signer)
    }

    /// `nil` unless this station signed it.
    init?(line: String, of keys: any JournalKeys) {
        struct Claims: Decodable {
            let first: Int64
            let last: Int64
            let previous: String
            let hash: String
            let at: Timestamp
            let events: [String]
        }
        guard let signed = try? SignedClaims(parsing: line, purpose: .checkpoint),
            let claims = try? JSONDecoder().decode(Claims.self, from: signed.payload), claims.first <= claims.last,
            let key = keys.key(id: signed.keyID, signingAbout: claims.last),
            (try? signed.verify(with: key)) != nil
        else { return nil }
        self.line = line
        first = claims.first
        last = claims.last
        previous = claims.previous
        hash = claims.hash
        at = claims.at
        events = claims.events
    }

    func insert(into db: Database) throws {
        try db.execute(
            sql: "INSERT INTO checkpoint(first, last, hash, signed) VALUES (?, ?, ?, ?)",
            arguments: [first, last, Data(hex: hash), line])
    }
}
