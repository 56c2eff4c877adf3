internal import Foundation
internal import Tickets

/// Text in columns (RFC 4180), in the encoding and with the separator that a program chose.
enum CSVWorkbook {
    /// In the order in which they are preferred where nothing speaks for one of them.
    private static let delimiters: [Unicode.Scalar] = [",", ";", "\t", "|"]
    /// Records that the separator is recognised by.
    private static let sampleCount = 200

    /// - Parameter encoding: what a person has said; `nil` to recognise it.
    static func read(_ bytes: Data, named name: String, encoding said: TextEncoding?) throws -> Workbook {
        let (text, encoding) = try TextFile(bytes, name: name).decode(said)
        var scalars = Array(text.unicodeScalars)
        while scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        let declared = declaredDelimiter(&scalars)
        var delimiter = declared ?? recognisedDelimiter(scalars)
        if delimiter == nil, let (unpacked, inner) = unpacked(scalars) { (scalars, delimiter) = (unpacked, inner) }
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

    /// Whole lines as one field each, as a program writes a CSV that it has opened with the wrong separator.
    private static func unpacked(_ scalars: [Unicode.Scalar]) -> ([Unicode.Scalar], Unicode.Scalar)? {
        guard scalars.contains("\"") else { return nil }
        var parser = CSVParser(scalars, delimiter: "\n")
        var lines: [String] = []
        while let record = parser.next() {
            guard record.fault == nil, record.fields.count == 1, !record.fields[0].contains("\n") else { return nil }
            lines.append(record.fields[0])
        }
        let inner = Array(lines.joined(separator: "\n").unicodeScalars)
        return recognisedDelimiter(inner).map { (inner, $0) }
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
