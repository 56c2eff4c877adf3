internal import Foundation

/// What a column of a spreadsheet can be read as: a column of tickets.csv, or a part of one.
public enum ImportField: String, CaseIterable, Sendable {
    case code, ref, type, holder
    case firstName = "first_name"
    case lastName = "last_name"
    case company, email, seat, status
    /// Yes or no: the status is valid or unpaid.
    case paid
    /// Yes or a day: the status is voided.
    case cancelled
    /// Yes, a day or an amount: the status is refunded.
    case refunded
    /// Whether the guest comes: with no, the status is voided.
    case attending
    /// With no, the status is unapproved.
    case approved
    case admits
    /// How many come beside the ticket holder, from 0: one less than `admits`.
    case besides
    case notBefore = "not_before"
    case notAfter = "not_after"
    case attention, notes, order, price

    /// The column of tickets.csv that it goes to.
    var column: String {
        switch self {
        case .firstName, .lastName: Self.holder.rawValue
        case .paid, .cancelled, .refunded, .attending, .approved: Self.status.rawValue
        case .besides: Self.admits.rawValue
        default: rawValue
        }
    }

    /// Its value is a time.
    var isTime: Bool { self == .notBefore || self == .notAfter }

    /// It says whether the ticket admits. Several columns may: what lets nobody in counts.
    var isStatus: Bool { column == Self.status.rawValue }

    /// A part of the holder's name.
    var isName: Bool { column == Self.holder.rawValue }

    /// Read like a scanner reads it: `code`, `ref`.
    var isScanned: Bool { self == .code || self == .ref }
}

extension String {
    /// Equal for names of columns that people would take for the same: without case, white space, accents and signs.
    var headerSpelling: String {
        let plain = plainSpelling { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
        if let plain { return plain }
        let folded = comparableSpelling.decomposedStringWithCanonicalMapping
        return String(folded.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    }
}
