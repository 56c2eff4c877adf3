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
