internal import Foundation
internal import GRDB
internal import Synchronization
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
    /// The person comes from the roster, and was not added at this station.
    public let isRostered: Bool
}

/// A person as the roster has them.
public struct RosteredOperator: Hashable, Sendable {
    /// As ``Operator/name``.
    public let name: String
    public let role: StaffRole
    public let pin: PINHash

    public init(name: String, role: StaffRole, pin: PINHash) {
        self.name = name
        self.role = role
        self.pin = pin
    }
}

/// What a roster has changed: names, sorted.
public struct RosterChange: Hashable, Sendable {
    public internal(set) var added: [String] = []
    public internal(set) var removed: [String] = []
    /// Those with another role or PIN.
    public internal(set) var changed: [String] = []

    /// Nobody.
    public init() {}

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
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
        if let fault = PINRule.fault(of: pin, today: now) {
            throw JournalError(.badOperator, "add", "an operator", fault.problem, hint: fault.hint)
        }
        let kept = try PINHash(of: pin)
        try write("add an operator to", erases: true) { db in
            try db.execute(
                sql: """
                    INSERT INTO operator(name, role, salt, hash, created) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT(name) DO UPDATE SET role = excluded.role, salt = excluded.salt, hash = excluded.hash,
                      created = excluded.created, wrong = 0, tried = 0
                    """, arguments: [name, role.rawValue, kept.salt, kept.hash, now.milliseconds])
        }
    }

    /// Puts the people of a roster in force, and takes those of the one before out. Who was added at the station stays,
    /// unless the roster has the name, too. A person whose PIN is the same as before keeps the pause after wrong ones.
    public func setRoster(_ people: [RosteredOperator], now: Timestamp) throws -> RosterChange {
        try write("put the roster into", erases: true) { db in
            // By their bytes, as SQLite compares them: Swift takes different spellings of a letter for the same.
            func bytes(_ name: String) -> Data { Data(name.utf8) }
            let rows = try Row.fetchAll(db, sql: "SELECT name, role, salt FROM operator WHERE roster ORDER BY name")
            let before = Dictionary(uniqueKeysWithValues: rows.map { (bytes($0["name"]), $0) })
            let staying = Set(people.map { bytes($0.name) })
            var change = RosterChange()
            for row in rows where !staying.contains(bytes(row["name"])) {
                change.removed.append(row["name"])
                try db.execute(sql: "DELETE FROM operator WHERE name = ?", arguments: [row["name"] as String])
            }
            for person in people.sorted(by: { $0.name < $1.name }) {
                if let known = before[bytes(person.name)] {
                    guard known["role"] != person.role.rawValue || known["salt"] != person.pin.salt else { continue }
                    change.changed.append(person.name)
                } else {
                    change.added.append(person.name)
                }
                try db.execute(
                    sql: """
                        INSERT INTO operator(name, role, salt, hash, created, roster) VALUES (?, ?, ?, ?, ?, 1)
                        ON CONFLICT(name) DO UPDATE SET
                          wrong = CASE WHEN salt = excluded.salt THEN wrong ELSE 0 END,
                          tried = CASE WHEN salt = excluded.salt THEN tried ELSE 0 END,
                          role = excluded.role, salt = excluded.salt, hash = excluded.hash, created = excluded.created,
                          roster = 1
                        """,
                    arguments: [
                        person.name, person.role.rawValue, person.pin.salt, person.pin.hash, now.milliseconds,
                    ])
            }
            return change
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
                db, sql: "SELECT name, role, created, salt, hash, language, roster FROM operator ORDER BY name")
            return rows.compactMap { row in
                StaffRole(rawValue: row["role"]).map {
                    Operator(
                        name: row["name"], role: $0, created: Timestamp(milliseconds: row["created"]),
                        generation: PINHash(salt: row["salt"], hash: row["hash"]).generation,
                        language: row["language"], isRostered: row["roster"])
                }
            }
        }
    }

    /// Checks a PIN. After each wrong one the pause doubles: 1 s, 2 s, 4 s, up to an hour; it survives restarts. Takes
    /// tens of milliseconds.
    ///
    /// A disk that takes nothing keeps nobody from signing in, because people are needed to mend it: then attempts are
    /// counted in memory alone, and a restart forgets them.
    /// - Throws: ``JournalError`` when the people cannot be read
    public func checkPIN(name: String, pin: String, now: Timestamp) throws -> PINCheck {
        // Counted as wrong in advance: neither a kill nor two tries at once give a free guess.
        let account = try read("check a PIN in") { db in try PINAccount(of: name, in: db) }
        // The screen lists who works here, so this may be told at once: a PIN of nobody keeps no other one waiting.
        guard let account else { return .wrong(nextTry: now + PINAttempts.pause(afterWrong: 1)) }
        let attempt = attempts.withLock { $0.begin(account, now: now) }
        guard attempt.mayTry else { return .tooSoon(nextTry: attempt.nextTry) }
        keepAttempts(of: account)
        // Outside of any lock: this takes tens of milliseconds, and guests are waiting.
        guard try account.pin.matches(pin) else { return .wrong(nextTry: attempt.nextTry) }
        attempts.withLock { $0.forgive(account) }
        keepAttempts(of: account)
        return .right(account.role)
    }

    /// Writes what is known now, in the transaction: of two people at once, the later one writes the count of both.
    private func keepAttempts(of account: PINAccount) {
        try? write("check a PIN in") { db in
            guard let count = attempts.withLock({ $0.count(of: account) }) else { return }
            try db.execute(
                sql: "UPDATE operator SET wrong = ?, tried = ? WHERE name = ? AND salt = ?",
                arguments: [count.wrong, count.tried.milliseconds, account.name, account.pin.salt])
        }
    }
}
