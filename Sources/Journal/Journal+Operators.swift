internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import GRDB
public import Tickets

/// Somebody who may do more at a station than present tickets.
public struct Operator: Hashable, Sendable {
    public let name: String
    public let role: StaffRole
    public let created: Timestamp
    /// Random: another one each time somebody is added, also under the same name, with the same role and PIN.
    public let generation: String
}

/// What a PIN opened.
public enum PINCheck: Hashable, Sendable {
    case right(StaffRole)
    /// Wrong, or nobody has this name. Nothing is tried before that time.
    case wrong(nextTry: Timestamp)
    /// Not even looked at: too soon after a wrong one.
    case tooSoon(nextTry: Timestamp)
}

extension Journal {
    /// Adds an operator, or gives one another role and PIN.
    ///
    /// - Parameter pin: 6 to 64 digits; only its scrypt hash is kept.
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

    /// In the order of their names.
    public func operators() throws -> [Operator] {
        try read("list the operators of") { db in
            let rows = try Row.fetchAll(db, sql: "SELECT name, role, created, salt FROM operator ORDER BY name")
            return rows.compactMap { row in
                StaffRole(rawValue: row[1]).map {
                    Operator(
                        name: row[0], role: $0, created: Timestamp(milliseconds: row[2]),
                        generation: Data(SHA256.hash(data: row[3] as Data)).hex)
                }
            }
        }
    }

    /// Compares a PIN. After each wrong one the pause doubles: 1 s, 2 s, 4 s, at most an hour; it survives restarts.
    public func checkPIN(name: String, pin: String, now: Timestamp) throws -> PINCheck {
        // Counted as wrong beforehand, so that neither a kill nor two tries at once buy a free guess.
        let attempt = try write("check a PIN in") { db in try PINAttempt(begin: name, now: now, in: db) }
        guard let attempt else {
            // As slow as for a name that exists.
            _ = try PIN.hash(pin, salt: Data(count: 16))
            return .wrong(nextTry: now + PIN.pause(afterWrong: 1))
        }
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

/// One try of a PIN, entered in the table before its outcome is known.
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
            let role = StaffRole(rawValue: row[0])
        else { return nil }
        self.role = role
        salt = row[1]
        hash = row[2]
        let wrong: Int = row[3]
        // A clock that was set back must not prolong the pause by the difference.
        let tried = min(Timestamp(milliseconds: row[4]), now)
        mayTry = wrong == 0 || now >= tried + PIN.pause(afterWrong: wrong)
        let (newWrong, newTried) = mayTry ? (wrong + 1, now) : (wrong, tried)
        nextTry = newTried + PIN.pause(afterWrong: newWrong)
        try db.execute(
            sql: "UPDATE operator SET wrong = ?, tried = ? WHERE name = ?",
            arguments: [newWrong, newTried.milliseconds, name])
    }
}

private enum PIN {
    /// scrypt (RFC 7914) with N = 2^14, r = 8, p = 1: 16 MiB for the moment of the check.
    static func hash(_ pin: String, salt: Data) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(pin.utf8), salt: salt, outputByteCount: 32, rounds: 1 << 14, blockSize: 8, parallelism: 1)
        return unsafe key.withUnsafeBytes { bytes in unsafe Data(bytes) }
    }

    /// In a time that does not depend on where they differ.
    static func areEqual(_ left: Data, _ right: Data) -> Bool {
        left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    static func pause(afterWrong wrong: Int) -> Duration {
        .seconds(min(3600, 1 << min(12, wrong - 1)))
    }
}
