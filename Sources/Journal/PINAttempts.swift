internal import Foundation
internal import GRDB
internal import Tickets

/// A person's PIN and its wrong tries, as the journal has them.
struct PINAccount {
    let name: String
    let role: StaffRole
    let pin: PINHash
    let stored: PINAttempts.Count

    /// `nil` when nobody has this name.
    init?(of name: String, in db: Database) throws {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT role, salt, hash, wrong, tried FROM operator WHERE name = ?", arguments: [name]),
            let role = StaffRole(rawValue: row["role"])
        else { return nil }
        self.name = name
        self.role = role
        pin = PINHash(salt: row["salt"], hash: row["hash"])
        stored = PINAttempts.Count(wrong: row["wrong"], tried: Timestamp(milliseconds: row["tried"]))
    }
}

/// Wrong PINs since the journal was opened, by person. They count before those that are stored: the disk may not have taken
/// the last ones.
struct PINAttempts {
    struct Count {
        var wrong: Int
        var tried: Timestamp
    }

    /// Whether a PIN may be compared now, and when the next one may.
    struct Attempt {
        let mayTry: Bool
        let nextTry: Timestamp
    }

    /// By the bytes of the name, as SQLite compares them. A new PIN has another salt, and begins without wrong tries.
    private var known: [Data: (salt: Data, count: Count)] = [:]

    /// Begins a try, which counts as wrong until ``forgive(_:)``.
    mutating func begin(_ account: PINAccount, now: Timestamp) -> Attempt {
        var count = count(of: account) ?? account.stored
        // A clock that was set back must not prolong the pause by the difference.
        count.tried = min(count.tried, now)
        let mayTry = count.wrong == 0 || now >= count.tried + Self.pause(afterWrong: count.wrong)
        if mayTry { count = Count(wrong: count.wrong + 1, tried: now) }
        known[Data(account.name.utf8)] = (account.pin.salt, count)
        return Attempt(mayTry: mayTry, nextTry: count.tried + Self.pause(afterWrong: count.wrong))
    }

    /// The PIN was right.
    mutating func forgive(_ account: PINAccount) {
        known[Data(account.name.utf8)] = (account.pin.salt, Count(wrong: 0, tried: Timestamp(milliseconds: 0)))
    }

    /// `nil` for somebody of whom nothing is known since the journal was opened.
    func count(of account: PINAccount) -> Count? {
        guard let known = known[Data(account.name.utf8)], known.salt == account.pin.salt else { return nil }
        return known.count
    }

    static func pause(afterWrong wrong: Int) -> Duration {
        .seconds(min(3600, 1 << min(12, wrong - 1)))
    }
}
