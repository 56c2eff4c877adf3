internal import Files
internal import Foundation

/// Reads CSV (RFC 4180) piece by piece: a field may be quoted and then hold commas, line ends and doubled quotation
/// marks. Lines end with CRLF or LF; a byte order mark at the beginning and empty lines are skipped.
/// See docs/decisions/005-own-csv-reader.md.
struct CSVReader: ~Copyable {
    static let maximumFieldByteCount = 64 * 1024
    static let maximumColumnCount = 1000

    struct Record {
        /// Where it begins, counting from 1.
        let line: Int
        var fields: [[UInt8]] = []
        /// Where each field stands in the file, in bytes, with its quotation marks and without what ends it.
        var places: [Range<Int>] = []
        /// The first thing wrong with it, as a clause.
        var fault: String?
    }

    private enum State {
        case fieldStart, unquoted, quoted
        /// After a quotation mark in a quoted field: the end of the field, or the first half of a doubled mark.
        case quoteInQuoted
    }

    private let file: OwnedFile
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private var position = 0
    private var end = 0
    /// Where the buffer begins in the file.
    private var bufferStart = 0
    private var line = 1
    private var isAtStart = true

    init(_ file: URL) throws {
        self.init(try OwnedFile(reading: file))
    }

    private init(_ file: consuming OwnedFile) {
        self.file = file
    }

    /// The next record, a bad one included; `nil` at the end.
    mutating func next() throws -> Record? {
        if isAtStart { try skipByteOrderMark() }
        while var record = try record() {
            if record.fault == nil, record.fields.count == 1, record.fields[0].isEmpty { continue }
            if record.fault != nil { record.fields = [] }
            return record
        }
        return nil
    }

    private mutating func record() throws -> Record? {
        guard var byte = try nextByte() else { return nil }
        var record = Record(line: line)
        var field: [UInt8] = []
        var state = State.fieldStart
        var fieldStart = offset - 1
        /// Where the CR of a CRLF is.
        var lineEnd: Int?
        while true {
            switch (state, byte) {
            case (.quoted, UInt8(ascii: "\"")):
                state = .quoteInQuoted
            case (.quoted, _):
                if byte == UInt8(ascii: "\n") { line += 1 }
                Self.append(byte, to: &field, of: &record)
            case (.fieldStart, UInt8(ascii: "\"")):
                state = .quoted
            case (.quoteInQuoted, UInt8(ascii: "\"")):
                Self.append(byte, to: &field, of: &record)
                state = .quoted
            case (_, UInt8(ascii: ",")):
                Self.finish(&field, at: fieldStart..<(offset - 1), of: &record)
                fieldStart = offset
                state = .fieldStart
            case (_, UInt8(ascii: "\n")):
                line += 1
                Self.finish(&field, at: fieldStart..<(lineEnd ?? offset - 1), of: &record)
                return record
            case (_, UInt8(ascii: "\r")) where try peek() == UInt8(ascii: "\n"):
                lineEnd = offset - 1
            case (.quoteInQuoted, _):
                record.fault = record.fault ?? "there is text after the closing quotation mark of a field"
                state = .unquoted
            case (_, UInt8(ascii: "\"")):
                record.fault = record.fault ?? "there is a quotation mark in a field that does not begin with one"
                state = .unquoted
            default:
                Self.append(byte, to: &field, of: &record)
                state = .unquoted
            }
            guard let following = try nextByte() else { break }
            byte = following
        }
        if state == .quoted { record.fault = record.fault ?? "a quotation mark opens a field that never ends" }
        Self.finish(&field, at: fieldStart..<offset, of: &record)
        return record
    }

    private static func append(_ byte: UInt8, to field: inout [UInt8], of record: inout Record) {
        guard record.fault == nil else { return }
        field.append(byte)
        if field.count > maximumFieldByteCount {
            record.fault = "a field is longer than \(maximumFieldByteCount) bytes"
        }
    }

    private static func finish(_ field: inout [UInt8], at place: Range<Int>, of record: inout Record) {
        guard record.fault == nil else { return }
        record.fields.append(field)
        record.places.append(place)
        field.removeAll(keepingCapacity: true)
        if record.fields.count > maximumColumnCount {
            record.fault = "there are more than \(maximumColumnCount) columns"
        }
    }

    private mutating func skipByteOrderMark() throws {
        isAtStart = false
        _ = try peek()
        if buffer[..<min(3, end)] == [0xEF, 0xBB, 0xBF] { position = 3 }
    }

    /// Of the next byte, in the file.
    private var offset: Int { bufferStart + position }

    private mutating func peek() throws -> UInt8? {
        if position == end {
            bufferStart += end
            end = try file.read(into: &buffer)
            position = 0
        }
        return position < end ? buffer[position] : nil
    }

    private mutating func nextByte() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        return byte
    }
}
