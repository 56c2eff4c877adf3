internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import GRDB
public import Tickets

/// A person who may do more at a station than present tickets.
public struct Operator: Hashable, Sendable {
    /// 1 to 100 bytes without control characters; unique at a station.
    public let name: String
    /// What this person may do.
    public let role: StaffRole
    /// When the person was added, or the role and PIN were last replaced.
    public let created: Timestamp
    /// 64 hexadecimal digits, made of a random number: different each time somebody is added, even with the same name,
    /// role and PIN. Sessions of a former PIN end when it changes.
    public let generation: String
    /// In which language the person reads the screen (ISO 639-1); `nil`: in the station's.
    public let language: String?
}

/// The result of a PIN check.
public enum PINCheck: Hashable, Sendable {
    /// The PIN is right.
    case right(StaffRole)
    /// The PIN is wrong, or nobody has this name. No PIN is checked before that time.
    case wrong(nextTry: Timestamp)
    /// Not checked: too soon after a wrong one.
    case tooSoon(nextTry: Timestamp)
}

extension Journal {
    /// Adds an operator, or replaces the role and PIN of one.
    ///
    /// - Parameters:
    ///   - name: 1 to 100 bytes of UTF-8 without control characters.
    ///   - pin: 6 to 64 digits that are no pattern; only its scrypt hash is stored.
    /// - Throws: ``JournalError`` `.badOperator`
    public func addOperator(name: String, role: StaffRole, pin: String, now: Timestamp) throws {
        guard !name.isEmpty, name.utf8.count <= 100, name == name.withoutControls else {
            throw JournalError(
                .badOperator, "add", "an operator", "a name has 1 to 100 bytes and no control characters")
        }
        guard (6...64).contains(pin.utf8.count), pin.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else {
            throw JournalError(.badOperator, "add", "an operator", "a PIN has 6 to 64 digits")
        }
        if let pattern = GuessablePIN(pin, today: now) {
            throw JournalError(
                .badOperator, "add", "an operator", "the PIN \(pattern.problem)",
                hint: "Choose six or more digits at random: no sequence, no repetition, no date.")
        }
        let salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
        let hash = try PIN.hash(pin, salt: salt)
        try write("add an operator to", erases: true) { db in
            try db.execute(
                sql: """
                    INSERT INTO operator(name, role, salt, hash, created) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT(name) DO UPDATE SET role = excluded.role, salt = excluded.salt, hash = excluded.hash,
                      created = excluded.created, wrong = 0, tried = 0
                    """, arguments: [name, role.rawValue, salt, hash, now.milliseconds])
        }
    }

    /// - Returns: `false` when nobody has this name.
    @discardableResult
    public func removeOperator(name: String) throws -> Bool {
        try write("remove an operator from", erases: true) { db in
            try db.execute(sql: "DELETE FROM operator WHERE name = ?", arguments: [name])
            return db.changesCount > 0
        }
    }

    /// Remembers in which language a person reads the screen; they keep it with a new PIN.
    /// - Parameter language: ISO 639-1: `de`.
    public func setLanguage(_ language: String, ofOperator name: String) throws {
        try write("keep the language of an operator in") { db in
            try db.execute(sql: "UPDATE operator SET language = ? WHERE name = ?", arguments: [language, name])
        }
    }

    /// All operators, sorted by name.
    public func operators() throws -> [Operator] {
        try read("list the operators of") { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT name, role, created, salt, language FROM operator ORDER BY name")
            return rows.compactMap { row in
                StaffRole(rawValue: row["role"]).map {
                    Operator(
                        name: row["name"], role: $0, created: Timestamp(milliseconds: row["created"]),
                        generation: Data(SHA256.hash(data: row["salt"] as Data)).hex, language: row["language"])
                }
            }
        }
    }

    /// Checks a PIN. After each wrong one the pause doubles: 1 s, 2 s, 4 s, up to an hour; it survives restarts. Takes
    /// tens of milliseconds.
    public func checkPIN(name: String, pin: String, now: Timestamp) throws -> PINCheck {
        // Counted as wrong in advance: neither a kill nor two tries at once give a free guess.
        let attempt = try write("check a PIN in") { db in try PINAttempt(begin: name, now: now, in: db) }
        // The screen lists who works here, so this may be told at once: a PIN of nobody keeps no other one waiting.
        guard let attempt else { return .wrong(nextTry: now + PIN.pause(afterWrong: 1)) }
        guard attempt.mayTry else { return .tooSoon(nextTry: attempt.nextTry) }
        // Outside the transaction: this takes tens of milliseconds, and guests are waiting.
        guard PIN.areEqual(try PIN.hash(pin, salt: attempt.salt), attempt.hash) else {
            return .wrong(nextTry: attempt.nextTry)
        }
        try write("check a PIN in") { db in
            try db.execute(sql: "UPDATE operator SET wrong = 0, tried = 0 WHERE name = ?", arguments: [name])
        }
        return .right(attempt.role)
    }
}

/// One try of a PIN, stored before its result is known.
private struct PINAttempt {
    let role: StaffRole
    let salt: Data
    let hash: Data
    let mayTry: Bool
    let nextTry: Timestamp

    init?(begin name: String, now: Timestamp, in db: Database) throws {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT role, salt, hash, wrong, tried FROM operator WHERE name = ?", arguments: [name]),
            let role = StaffRole(rawValue: row["role"])
        else { return nil }
        self.role = role
        salt = row["salt"]
        hash = row["hash"]
        let wrong: Int = row["wrong"]
        // A clock that was set back must not prolong the pause by the difference.
        let tried = min(Timestamp(milliseconds: row["tried"]), now)
        mayTry = wrong == 0 || now >= tried + PIN.pause(afterWrong: wrong)
        let (newWrong, newTried) = mayTry ? (wrong + 1, now) : (wrong, tried)
        nextTry = newTried + PIN.pause(afterWrong: newWrong)
        try db.execute(
            sql: "UPDATE operator SET wrong = ?, tried = ? WHERE name = ?",
            arguments: [newWrong, newTried.milliseconds, name])
    }
}

private enum PIN {
    /// scrypt (RFC 7914) with N = 2^14, r = 8, p = 1: 16 MiB of memory during the check.
    static func hash(_ pin: String, salt: Data) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(pin.utf8), salt: salt, outputByteCount: 32, rounds: 1 << 14, blockSize: 8, parallelism: 1)
        return unsafe key.withUnsafeBytes { bytes in unsafe Data(bytes) }
    }

    /// Takes the same time wherever the first difference is.
    static func areEqual(_ left: Data, _ right: Data) -> Bool {
        left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    static func pause(afterWrong wrong: Int) -> Duration {
        .seconds(min(3600, 1 << min(12, wrong - 1)))
    }
}
