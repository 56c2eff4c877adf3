internal import Foundation
internal import Tickets

/// Text in columns (RFC 4180), in the encoding and with the separator that a program chose.
enum CSVWorkbook {
    /// In the order in which they are preferred where nothing speaks for one of them.
    private static let delimiters: [Unicode.Scalar] = [",", ";", "\t", "|"]
    /// Records that the separator is recognised by.
    private static let sampleCount = 200

    static func read(_ bytes: Data, named name: String) throws -> Workbook {
        let (text, encoding) = try decode(bytes, named: name)
        var scalars = Array(text.unicodeScalars)
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        let declared = declaredDelimiter(&scalars)
        let delimiter = declared ?? recognisedDelimiter(scalars)
        var builder = SheetBuilder(Sheet(name: name), budget: Budget(of: name))
        var parser = CSVParser(scalars, delimiter: delimiter ?? ",")
        // The line that names the separator is one for every program but Excel.
        var number = declared == nil ? 0 : 1
        while let record = parser.next() {
            number += 1
            for (column, field) in record.fields.enumerated() where !field.isEmpty {
                try builder.add(Cell(column: column, .text(field)))
            }
            try builder.endRow(number: number, fault: record.fault)
        }
        return Workbook(format: .csv(encoding, delimiter: delimiter.map(Character.init)), sheets: [builder.finish()])
    }

    // MARK: - Characters

    private static func decode(_ bytes: Data, named name: String) throws -> (String, TextEncoding) {
        let noText = SpreadsheetError(
            "read", name, "it is neither a spreadsheet nor text",
            hint: "Save it as .xlsx, .ods or CSV in a spreadsheet program.")
        if let wide = wideEncoding(of: bytes) {
            guard bytes.count % 2 == 0,
                let text = String(
                    validating: units(of: bytes, isLittleEndian: wide == .utf16LittleEndian), as: UTF16.self),
                !text.unicodeScalars.contains("\0")
            else { throw noText }
            return (text, wide)
        }
        guard !bytes.contains(0) else { throw noText }
        if let text = String(validating: bytes, as: UTF8.self) { return (text, .utf8) }
        guard let text = Windows1252.text(bytes) else { throw noText }
        return (text, .windows1252)
    }

    private static func units(of bytes: Data, isLittleEndian: Bool) -> [UInt16] {
        let bytes = Array(bytes)
        return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
    }

    /// By the mark at the beginning, or because every other byte is 0, as in the letters, digits and separators of CSV.
    private static func wideEncoding(of bytes: Data) -> TextEncoding? {
        if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
        if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
        let sample = Array(bytes.prefix(4096))
        var zeros = [0, 0]
        for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 2] += 1 }
        if zeros[1] > sample.count / 4, zeros[0] <= zeros[1] / 8 { return .utf16LittleEndian }
        if zeros[0] > sample.count / 4, zeros[1] <= zeros[0] / 8 { return .utf16BigEndian }
        return nil
    }

    // MARK: - Separators

    /// `sep=;` in the first line, which Excel reads; it is taken away.
    private static func declaredDelimiter(_ scalars: inout [Unicode.Scalar]) -> Unicode.Scalar? {
        let line = scalars.prefix { $0 != "\n" && $0 != "\r" }
        guard line.count == 5, String(String.UnicodeScalarView(line.prefix(4))).lowercased() == "sep=",
            let delimiter = line.last, delimiters.contains(delimiter)
        else { return nil }
        scalars.removeFirst(line.count)
        if scalars.first == "\r" { scalars.removeFirst() }
        if scalars.first == "\n" { scalars.removeFirst() }
        return delimiter
    }

    /// The one with which most records have the same number of fields, and more than one; `nil` if none does.
    private static func recognisedDelimiter(_ scalars: [Unicode.Scalar]) -> Unicode.Scalar? {
        var best: (delimiter: Unicode.Scalar, score: Double)?
        for delimiter in delimiters {
            var parser = CSVParser(scalars, delimiter: delimiter)
            var counts: [Int: Int] = [:]
            var total = 0
            while total < sampleCount, let record = parser.next() {
                guard record.fault == nil, !record.fields.allSatisfy(\.isEmpty) else { continue }
                total += 1
                counts[record.fields.count, default: 0] += 1
            }
            guard
                let (fields, records) = counts.filter({ $0.key > 1 }).max(by: {
                    ($0.value, $0.key) < ($1.value, $1.key)
                })
            else { continue }
            // A few more columns speak for a separator only where as many records agree on them.
            let score = Double(records) / Double(total) + Double(min(fields, 50)) / 1000
            if score > best?.score ?? 0 { best = (delimiter, score) }
        }
        return best?.delimiter
    }
}

/// Records of text in columns, also when it is not as RFC 4180 wants it.
struct CSVParser {
    struct Record {
        var fields: [String] = []
        /// What is wrong with it, as a clause.
        var fault: String?
    }

    private let scalars: [Unicode.Scalar]
    private let delimiter: Unicode.Scalar
    private var position = 0

    init(_ scalars: [Unicode.Scalar], delimiter: Unicode.Scalar) {
        (self.scalars, self.delimiter) = (scalars, delimiter)
    }

    /// The next record; an empty line is one without fields that say anything. `nil` at the end.
    mutating func next() -> Record? {
        guard position < scalars.count else { return nil }
        var record = Record()
        repeat { record.fields.append(field(&record.fault)) } while take(delimiter)
        // Lines end with CR LF, LF, or, on old Macintoshes, CR.
        if take("\r") { _ = take("\n") } else { _ = take("\n") }
        return record
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard position < scalars.count, scalars[position] == scalar else { return false }
        position += 1
        return true
    }

    private mutating func field(_ fault: inout String?) -> String {
        guard take("\"") else { return plain() }
        var text = String.UnicodeScalarView()
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            guard scalar == "\"" else {
                text.append(scalar)
                continue
            }
            if take("\"") {
                text.append("\"")
                continue
            }
            let rest = plain()
            if !rest.allSatisfy(\.isWhitespace) {
                fault = fault ?? "there is text after the closing quotation mark of a field"
                text.append(contentsOf: rest.unicodeScalars)
            }
            return String(text)
        }
        fault = "a quotation mark opens a field that never ends"
        return String(text)
    }

    /// Up to the next separator or the end of the line.
    private mutating func plain() -> String {
        let start = position
        while position < scalars.count {
            let scalar = scalars[position]
            if scalar == delimiter || scalar == "\n" || scalar == "\r" { break }
            position += 1
        }
        return String(String.UnicodeScalarView(scalars[start..<position]))
    }
}

/// The code page of Windows in western countries (https://encoding.spec.whatwg.org/index-windows-1252.txt).
enum Windows1252 {
    /// The characters of 0x80 to 0x9F; 0 where there is none.
    private static let high: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    /// `nil` when a byte is no character.
    static func text(_ bytes: Data) -> String? {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count)
        for byte in bytes {
            let unit = (0x80...0x9F).contains(byte) ? high[Int(byte) - 0x80] : UInt16(byte)
            guard unit != 0 else { return nil }
            units.append(unit)
        }
        return String(decoding: units, as: UTF16.self)
    }
}
