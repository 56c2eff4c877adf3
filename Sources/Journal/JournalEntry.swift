internal import Crypto
internal import Foundation
internal import GRDB
public import Tickets

/// A decision with its place in the hash chain. The format is in docs/JOURNAL.md.
public struct JournalEntry: Hashable, Sendable {
    /// All fields except the two of the chain.
    public let checkIn: CheckIn
    /// ``hash`` of the previous entry; 64 zeros in the first one.
    public let previous: String
    /// SHA-256 of the canonical JSON of every other field, in lower-case hexadecimal.
    public let hash: String

    /// ``previous`` of the first entry: 64 zeros.
    public static let beginning = String(repeating: "0", count: 64)

    init(_ checkIn: CheckIn, after previous: String) {
        self.checkIn = checkIn
        self.previous = previous
        hash = Self.hash(of: checkIn, after: previous)
    }

    /// An entry as somebody else wrote it; its hash may be wrong.
    init(_ checkIn: CheckIn, previous: String, hash: String) {
        self.checkIn = checkIn
        self.previous = previous
        self.hash = hash
    }

    /// All fields in their fixed order, as they are exported; `null` is written out.
    public var json: JSONValue {
        .object(checkIn.fields + [("previous", .string(previous)), ("hash", .string(hash))])
    }

    static func hash(of checkIn: CheckIn, after previous: String) -> String {
        let canonical = JSONValue.object(checkIn.fields + [("previous", .string(previous))]).canonicalText
        return Data(SHA256.hash(data: Data(canonical.utf8))).hex
    }

    /// Whether the stored hash is the one of the stored fields.
    var isIntact: Bool { hash == Self.hash(of: checkIn, after: previous) }
}

// MARK: - The row

extension JournalEntry {
    static let columns = """
        seq, id, station, event, list, gate, key, line, ref, direction, verdict, reason, kind, undoes, count, how, \
        operator, at, clock, note, knew, previous, hash
        """

    func insert(into db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO entry(\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            checkIn.sequence, checkIn.id, checkIn.station, checkIn.event, checkIn.list, checkIn.gate,
            checkIn.key?.bytes, checkIn.line, checkIn.reference, checkIn.direction.rawValue, checkIn.verdict.word,
            checkIn.verdict.reason?.rawValue, checkIn.kind.rawValue, checkIn.undoes, checkIn.count,
            checkIn.how.rawValue, checkIn.operator, checkIn.at.milliseconds, checkIn.clock.rawValue, checkIn.note,
            KnownPassages.text(checkIn.knew),
            Data(hex: previous), Data(hex: hash),
        ])
    }

    /// `nil` when a column has a value that no entry can have: somebody changed it.
    init?(_ row: Row) {
        let columns = StrictColumns(row: row)
        guard let sequence = columns.integer("seq"), let id = columns.text("id"),
            let station = columns.text("station"), let event = columns.optionalText("event"),
            let list = columns.optionalText("list"), let gate = columns.optionalText("gate"),
            let key = columns.optionalKey("key"), let reference = columns.optionalText("ref"),
            let direction = columns.word(Direction.self, "direction"), let verdict = columns.verdict(),
            let kind = columns.word(CheckIn.Kind.self, "kind"), let undoes = columns.optionalText("undoes"),
            let count = columns.integer("count"), let how = columns.word(CheckIn.How.self, "how"),
            let actor = columns.optionalText("operator"), let at = columns.integer("at"),
            let clock = columns.word(CheckIn.Clock.self, "clock"), let note = columns.optionalText("note"),
            let knew = columns.optionalText("knew"),
            let previous = columns.bytes("previous"), let hash = columns.bytes("hash")
        else { return nil }
        checkIn = CheckIn(
            id: id, station: station, sequence: sequence, event: event, list: list, gate: gate, key: key,
            line: columns.integer("line").map(Int.init), reference: reference, direction: direction, verdict: verdict,
            kind: kind, undoes: undoes, count: Int(count), how: how, operator: actor,
            at: Timestamp(milliseconds: at), clock: clock, note: note, knew: KnownPassages.ids(knew))
        self.previous = previous.hex
        self.hash = hash.hex
    }
}

extension JournalEntry {
    /// An entry that is read for use, without checking its hash.
    /// - Throws: ``JournalError`` `.damaged` when a column has a value that no entry can have
    init(row: Row) throws {
        guard let entry = JournalEntry(row) else {
            throw JournalError(
                .damaged, "read", "entry \(row["seq"] as Int64) of the journal", "it was changed",
                hint: "Run `usher journal verify`.")
        }
        self = entry
    }
}

/// Reads the columns of a row, each exactly as stored. A text is read with every byte: one that was cut at a NUL, or in
/// which invalid UTF-8 was replaced, would have the hash of the original.
private struct StrictColumns {
    let row: Row

    func integer(_ name: String) -> Int64? { row[name] as Int64? }

    func bytes(_ name: String) -> Data? { row[name] as Data? }

    func text(_ name: String) -> String? {
        bytes(name).flatMap { String(validating: $0, as: UTF8.self) }
    }

    func optionalText(_ name: String) -> String?? {
        guard let bytes = bytes(name) else { return .some(nil) }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return .some(text)
    }

    func optionalKey(_ name: String) -> TicketKey?? {
        guard let bytes = bytes(name) else { return .some(nil) }
        guard let key = TicketKey(bytes: bytes) else { return nil }
        return .some(key)
    }

    func word<Word: RawRepresentable<String>>(_: Word.Type, _ name: String) -> Word? {
        text(name).flatMap(Word.init(rawValue:))
    }

    /// Of two columns: the word and the reason.
    func verdict() -> Verdict? {
        guard let word = text("verdict"), let reason = optionalText("reason") else { return nil }
        guard let reason else { return Verdict(word: word, reason: nil) }
        return Reason(rawValue: reason).flatMap { Verdict(word: word, reason: $0) }
    }
}
