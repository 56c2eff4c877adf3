internal import Foundation
internal import GRDB

/// A value of a row.
enum RowValue {
    case null
    case integer(Int64)
    case text(String)
    case blob(Data)

    /// - Returns: `nil` for a REAL, which no column of a body has.
    init?(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let number): self = .integer(number)
        case .double: return nil
        case .string(let text): self = .text(text)
        case .blob(let bytes): self = .blob(bytes)
        }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): bytes.databaseValue
        }
    }

    /// In SQLite's order. https://www.sqlite.org/datatype3.html#sort_order
    func isBefore(_ other: RowValue) -> Bool? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left == right ? nil : left < right
        // Not Swift's own order, for which texts that differ in their bytes can be equal.
        case (.text(let left), .text(let right)):
            left.utf8.elementsEqual(right.utf8) ? nil : left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.blob(let left), .blob(let right)): left == right ? nil : left.lexicographicallyPrecedes(right)
        default: rank == other.rank ? nil : rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer: 1
        case .text: 2
        case .blob: 3
        }
    }
}

/// One row that goes, or that comes or gets other values.
struct RowChange {
    /// Index in ``BodyTable/all``.
    let table: Int
    /// Then ``values`` are those of the key alone.
    let isRemoval: Bool
    let values: [RowValue]

    private var key: ArraySlice<RowValue> { values.prefix(BodyTable.all[table].keyColumnCount) }

    /// Whether it comes earlier in changes: by table, then by key. `nil` for changes of one row.
    func isBefore(_ other: RowChange) -> Bool? {
        guard table == other.table else { return table < other.table }
        for (left, right) in zip(key, other.key) {
            if let isBefore = left.isBefore(right) { return isBefore }
        }
        return nil
    }
}

// MARK: - Bytes

extension RowChange {
    /// The byte with which a change begins: 1 + the number of its table, with this bit for a removal.
    private static let removalBit: UInt8 = 0x80
    /// In its place after the last change.
    static let end: UInt8 = 0

    /// Appends the change as docs/MANIFEST.md says.
    func write(to bytes: inout Data) {
        bytes.append(UInt8(table + 1) | (isRemoval ? Self.removalBit : 0))
        for value in values { value.write(to: &bytes) }
    }

    /// - Returns: `nil` at the end of the changes.
    init?(from reader: inout ByteReader) throws {
        let first = try reader.byte()
        guard first != Self.end else { return nil }
        table = Int(first & ~Self.removalBit) - 1
        guard BodyTable.all.indices.contains(table) else { throw ListChanges.fault("they name an unknown table") }
        isRemoval = first & Self.removalBit != 0
        let known = BodyTable.all[table]
        var values: [RowValue] = []
        for _ in 0..<(isRemoval ? known.keyColumnCount : known.columns.count) { values.append(try reader.value()) }
        self.values = values
    }
}

extension RowValue {
    fileprivate func write(to bytes: inout Data) {
        switch self {
        case .null: bytes.append(0)
        case .integer(let number):
            bytes.append(1)
            // Zigzag: small numbers are short, whatever their sign.
            Self.append(UInt64(bitPattern: (number << 1) ^ (number >> 63)), to: &bytes)
        case .text(let text):
            bytes.append(2)
            Self.append(UInt64(text.utf8.count), to: &bytes)
            bytes.append(contentsOf: text.utf8)
        case .blob(let blob):
            bytes.append(3)
            Self.append(UInt64(blob.count), to: &bytes)
            bytes.append(blob)
        }
    }

    /// Seven bits a byte, the lowest first; the highest bit of a byte says that another one follows (LEB128).
    private static func append(_ number: UInt64, to bytes: inout Data) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// Reads what anybody may have written.
struct ByteReader {
    private let bytes: Data
    private var place: Data.Index

    init(_ bytes: Data) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    var isAtEnd: Bool { place == bytes.endIndex }

    mutating func byte() throws -> UInt8 {
        guard place < bytes.endIndex else { throw ListChanges.fault("their end is missing") }
        defer { place += 1 }
        return bytes[place]
    }

    mutating func take(_ count: Int) throws -> Data {
        guard count <= bytes.endIndex - place else { throw ListChanges.fault("their end is missing") }
        defer { place += count }
        return bytes[place..<(place + count)]
    }

    mutating func value() throws -> RowValue {
        switch try byte() {
        case 0: return .null
        case 1:
            let number = try number()
            return .integer(Int64(bitPattern: (number >> 1) ^ (0 &- (number & 1))))
        case 2:
            guard let text = String(validating: try run(), as: UTF8.self) else {
                throw ListChanges.fault("they have a text that is not UTF-8")
            }
            return .text(text)
        case 3: return .blob(Data(try run()))
        default: throw ListChanges.fault("they have a value of an unknown kind")
        }
    }

    private mutating func run() throws -> Data {
        let count = try number()
        guard count <= BodySchema.maximumRowByteCount else {
            throw ListChanges.fault("they have a value that is longer than a row may be")
        }
        return try take(Int(count))
    }

    private mutating func number() throws -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            let byte = try byte()
            // The tenth byte has room for one bit.
            guard shift < 63 || byte <= 1 else { break }
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        throw ListChanges.fault("they have a number that is too long")
    }
}
