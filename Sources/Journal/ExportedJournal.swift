public import Foundation
public import Tickets

/// A journal that a station exported as JSON lines (docs/JOURNAL.md), read and checked on another machine.
public struct ExportedJournal: Sendable {
    /// What it was read from, for people.
    public let name: String
    /// The signed end of the export. Its key is the one that the export itself names: compare ``JournalHead/key`` with what
    /// is known of the station.
    public let head: JournalHead
    /// In the order of the file. With a fault in ``verification``, not all of them are what the station recorded.
    public let entries: [JournalEntry]
    /// How far it is intact, checked against ``head``.
    public let verification: JournalVerification
    /// When entries were last purged, by the station's clock; `nil` when none were.
    public var lastPurge: Timestamp? { purges.map(\.at).max() }
    private let purges: [Checkpoint]

    /// Name of the station; `nil` for a journal without entries.
    public var station: String? { head.station ?? entries.last?.checkIn.station }

    /// - Parameters:
    ///   - name: of the file, for errors.
    ///   - progress: called now and then with the number of lines read so far.
    /// - Throws: ``JournalError`` `.notExport` for bytes that are no whole export, or have something behind its signed end;
    ///   a fault in the chain is a result, not an error.
    public init(_ bytes: Data, name: String, progress: (Int) -> Void = { _ in }) throws {
        self.name = name
        let decoder = JSONDecoder()
        var entries: [JournalEntry] = []
        var checkpoints: [String] = []
        var head: String?
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard head == nil else {
                throw Self.refuse(name, "line \(number + 1) follows the signed head, which is the end")
            }
            guard let read = try? decoder.decode(ExportedLine.self, from: line) else {
                throw Self.refuse(name, "line \(number + 1) is not one of a journal")
            }
            switch read {
            case .entry(let entry): entries.append(entry)
            case .checkpoint(let signed): checkpoints.append(signed)
            case .head(let signed): head = signed
            }
            if number % 1000 == 999 { progress(number + 1) }
        }
        guard let head else { throw Self.refuse(name, "its last line, the signed head, is missing") }
        let end = try JournalHead(line: head, subject: name)
        self.head = end
        // No signature covers entries behind the signed end: anybody who had the file could have added them.
        if let beyond = entries.first(where: { $0.checkIn.sequence > end.sequence })?.checkIn.sequence {
            throw Self.refuse(name, "its entry \(beyond) is behind its signed end, which is entry \(end.sequence)")
        }
        self.entries = entries
        let keys = HeadKey(key: end.key)
        purges = checkpoints.compactMap { Checkpoint(line: $0, of: keys) }
        var check = ChainCheck(
            head: end, checkpoints: Dictionary(purges.map { ($0.first, $0.line) }) { first, _ in first },
            keys: keys, end: end.sequence)
        // A purge signed with another key proves nothing. A station that changed its key gets this failure, too.
        if purges.count < checkpoints.count { check.fail(entries.first?.checkIn.sequence ?? 0, .badCheckpoint) }
        for entry in entries where !check.hasFailed { check.take(entry, at: entry.checkIn.sequence) }
        if !check.hasFailed { check.finish() }
        verification = check.result
    }

    /// What a head of the same station, kept elsewhere, says against this journal; `nil` when it says nothing.
    ///
    /// A head that is newer than the export says nothing, and one over an entry that was purged after it was made only at
    /// the end of what was purged.
    public func contradiction(by other: JournalHead) -> JournalVerification.Fault? {
        guard other.sequence <= head.sequence else { return nil }
        let fault = JournalVerification.Fault(sequence: other.sequence, kind: .rewritten)
        if let entry = entries.first(where: { $0.checkIn.sequence == other.sequence }) {
            return entry.hash == other.hash ? nil : fault
        }
        guard let purge = purges.first(where: { ($0.first...$0.last).contains(other.sequence) }) else { return nil }
        if purge.last == other.sequence { return purge.hash == other.hash ? nil : fault }
        // It was made when this entry, after which there were others, is said to have been purged already.
        return other.at > purge.at ? fault : nil
    }

    private static func refuse(_ name: String, _ reason: String) -> JournalError {
        JournalError(
            .notExport, "read", name, reason,
            hint: "Give the whole file that `usher journal export --out FILE` wrote at the station.")
    }
}

/// The key of the head, which is the only one that an export can be checked with.
private struct HeadKey: JournalKeys {
    let key: VerificationKey

    func key(id: String, signingAbout sequence: Int64) -> VerificationKey? { id == key.id ? key : nil }
}

/// A line of an export.
private enum ExportedLine: Decodable {
    case entry(JournalEntry)
    /// A signed line.
    case checkpoint(String)
    /// A signed line.
    case head(String)

    private enum Name: String, CodingKey {
        case id, station, seq, event, list, gate, key, line, ref, direction, verdict, reason, kind, undoes, count, how
        case `operator`, at, clock, note, knew, previous, hash, head, checkpoint
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Name.self)
        if let head = try members.decodeIfPresent(String.self, forKey: .head) {
            self = .head(head)
        } else if let checkpoint = try members.decodeIfPresent(String.self, forKey: .checkpoint) {
            self = .checkpoint(checkpoint)
        } else {
            self = .entry(try Self.entry(members))
        }
    }

    private static func entry(_ members: KeyedDecodingContainer<Name>) throws -> JournalEntry {
        func text(_ name: Name) throws -> String { try members.decode(String.self, forKey: name) }
        func optional(_ name: Name) throws -> String? { try members.decodeIfPresent(String.self, forKey: name) }
        func refused(_ name: Name) -> DecodingError {
            .dataCorruptedError(forKey: name, in: members, debugDescription: "no value that an entry can have")
        }
        func word<Word: RawRepresentable<String>>(_: Word.Type, _ name: Name) throws -> Word {
            guard let word = Word(rawValue: try text(name)) else { throw refused(name) }
            return word
        }
        let key = try optional(.key).map { hex in
            guard let key = TicketKey(hex: hex) else { throw refused(.key) }
            return key
        }
        let reason = try optional(.reason).map { word in
            guard let reason = Reason(rawValue: word) else { throw refused(.reason) }
            return reason
        }
        guard let verdict = Verdict(word: try text(.verdict), reason: reason) else { throw refused(.verdict) }
        let count = try members.decode(Int.self, forKey: .count)
        let line = try members.decodeIfPresent(Int.self, forKey: .line)
        guard (0...1000).contains(count) else { throw refused(.count) }
        guard line.map({ $0 >= 0 }) ?? true else { throw refused(.line) }
        let checkIn = CheckIn(
            id: try text(.id), station: try text(.station), sequence: try members.decode(Int64.self, forKey: .seq),
            event: try optional(.event), list: try optional(.list), gate: try optional(.gate), key: key,
            line: line, reference: try optional(.ref),
            direction: try word(Direction.self, .direction), verdict: verdict,
            kind: try word(CheckIn.Kind.self, .kind), undoes: try optional(.undoes),
            count: count, how: try word(CheckIn.How.self, .how),
            operator: try optional(.operator), at: try members.decode(Timestamp.self, forKey: .at),
            clock: try word(CheckIn.Clock.self, .clock), note: try optional(.note),
            knew: try members.decode([String].self, forKey: .knew))
        return JournalEntry(checkIn, previous: try text(.previous), hash: try text(.hash))
    }
}
