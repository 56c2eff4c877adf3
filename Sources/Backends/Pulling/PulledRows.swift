internal import Tickets

/// Collects the rows of a pull, and notes for the organizer.
struct PulledRows {
    /// The longest texts that a manifest accepts, in bytes.
    private static let longestName = 500
    private static let longestType = 100
    private static let longestSeat = 200
    private static let longestReference = 200
    private static let longestNotes = 4000
    private static let longestAttention = 1000

    private static let mostRemarks = 20

    private(set) var rows: [TicketRow] = []
    private var references: [Line: String] = [:]
    private var counts: [Remark: Int] = [:]

    private struct Line: Hashable {
        let code: String
        let type: String?
    }

    /// Something that several tickets have in common. ``text`` completes a sentence that begins with their number.
    enum Remark: Hashable, Comparable {
        case noCode
        case otherEvent
        case unknownStatus(String)
        case longText
        case usedUpPass
        case amountMismatch
        case addOn
        case otherDate

        var text: String {
            switch self {
            case .noCode: "without a code were left out: they cannot be scanned"
            case .otherEvent: "of other events were left out"
            case .unknownStatus(let word): "have the status \"\(word)\", which is unknown here, and are blocked"
            case .longText: "have a name, a type, a seat, notes or an attention text that are too long and were cut"
            case .usedUpPass: "are passes that are used up, and are blocked"
            case .amountMismatch: "were paid with another amount: they are let in, with a note for the steward"
            case .addOn: "are add-ons, which admit nobody, and were left out"
            case .otherDate: "are for another date of the event, and valid on that date only"
            }
        }
    }

    /// Shortens the row's texts to what a manifest accepts, so that no server fills the memory with them.
    ///
    /// - Throws: ``RowFault`` for a code or an id that is too long: shortened, it would be another one.
    mutating func fitted(_ row: TicketRow) throws(RowFault) -> TicketRow {
        guard row.code.utf8.count <= ScannedText.maximumByteCount else {
            throw RowFault("has a code that is longer than \(ScannedText.maximumByteCount) bytes")
        }
        guard (row.reference ?? "").utf8.count <= Self.longestReference else {
            throw RowFault("has an id that is longer than \(Self.longestReference) bytes")
        }
        var row = row
        let isLong = [
            Self.cut(&row.holder, to: Self.longestName), Self.cut(&row.type, to: Self.longestType),
            Self.cut(&row.seat, to: Self.longestSeat), Self.cut(&row.notes, to: Self.longestNotes),
            Self.cut(&row.attention, to: Self.longestAttention),
        ].contains(true)
        if isLong { remark(.longText) }
        return row
    }

    /// - Parameter row: a result of ``fitted(_:)``.
    /// - Throws: ``RowFault`` when two tickets have the same code and type.
    mutating func add(_ row: TicketRow) throws(RowFault) {
        let name = row.reference ?? "without an id"
        if let other = references.updateValue(name, forKey: Line(code: row.code, type: row.type)) {
            throw RowFault("has the same code and type as ticket \(other.withoutControls.prefix(60))")
        }
        rows.append(row)
    }

    mutating func remark(_ remark: Remark) {
        // A server with a different word for each ticket gets one sentence for the rest of them.
        let isOneTooMany = counts[remark] == nil && counts.count >= Self.mostRemarks
        counts[isOneTooMany ? .unknownStatus("...") : remark, default: 0] += 1
    }

    func count(of remark: Remark) -> Int {
        counts[remark] ?? 0
    }

    /// One sentence for each remark.
    var notes: [String] {
        counts.sorted { $0.key < $1.key }.map {
            "\($0.value == 1 ? "1 ticket" : "\($0.value) tickets"): \($0.key.text)."
        }
    }

    /// - Returns: whether it was cut.
    private static func cut(_ text: inout String?, to limit: Int) -> Bool {
        guard let whole = text, whole.utf8.count > limit else { return false }
        text = whole.cut(to: limit)
        return true
    }
}

extension String {
    /// The characters at its beginning that take at most so many bytes of UTF-8.
    func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var short = ""
        var count = 0
        for character in self {
            count += character.utf8.count
            guard count <= limit else { break }
            short.append(character)
        }
        return short
    }
}

extension LenientJSON {
    /// How many people a ticket admits; 1 when that is missing.
    ///
    /// - Throws: ``RowFault``: a number that cannot be read must not become a ticket for one or for a thousand people.
    var quantity: Int {
        get throws(RowFault) {
            if isNull { return 1 }
            guard let number = integer, (1...1000).contains(number) else {
                throw RowFault("has a quantity that is not a number from 1 to 1000")
            }
            return number
        }
    }
}
