/// A JSON value (RFC 8259) that keeps the order of its members, for the lines that people and programs read. Numbers
/// are integers or counts of thousandths, never floating point: what is read back is what was written.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A decimal fraction of at most three digits: `.thousandths(1250)` is 1.25.
    case thousandths(Int64)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// One name and its value.
    public struct Member: Hashable, Sendable {
        /// Unescaped; it is escaped when it is written.
        public let name: String
        /// May be `null`, which is written out.
        public let value: JSONValue

        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// `null` for `nil`.
    public init(_ text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }

    /// `null` for `nil`.
    public init(_ number: Int64?) {
        self = number.map(JSONValue.integer) ?? .null
    }

    /// An object with its members in this order. No name may be there twice.
    public static func object(_ members: [(name: String, value: JSONValue)]) -> JSONValue {
        .object(members.map { Member($0.name, $0.value) })
    }

    /// On one line, members in the order given.
    public var text: String {
        var out = ""
        write(to: &out, sorted: false)
        return out
    }

    /// RFC 8785 (JSON Canonicalization Scheme): members sorted by UTF-16 code units, no white space.
    public var canonicalText: String {
        var out = ""
        write(to: &out, sorted: true)
        return out
    }

    private func write(to out: inout String, sorted: Bool) {
        switch self {
        case .null: out += "null"
        case .bool(let flag): out += flag ? "true" : "false"
        case .integer(let number): out += String(number)
        case .thousandths(let number): Self.write(thousandths: number, to: &out)
        case .string(let text): Self.write(text, to: &out)
        case .array(let values):
            out += "["
            for (index, value) in values.enumerated() {
                if index > 0 { out += "," }
                value.write(to: &out, sorted: sorted)
            }
            out += "]"
        case .object(let members):
            let ordered =
                sorted ? members.sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) } : members
            out += "{"
            for (index, member) in ordered.enumerated() {
                if index > 0 { out += "," }
                Self.write(member.name, to: &out)
                out += ":"
                member.value.write(to: &out, sorted: sorted)
            }
            out += "}"
        }
    }

    /// As RFC 8785 section 3.2.2.3 (ECMAScript) writes it: no zero at the end.
    private static func write(thousandths number: Int64, to out: inout String) {
        let (whole, fraction) = number.magnitude.quotientAndRemainder(dividingBy: 1000)
        out += (number < 0 ? "-" : "") + String(whole)
        guard fraction > 0 else { return }
        var digits = String(String(fraction + 1000).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        out += "." + digits
    }

    /// The escapes of RFC 8785 section 3.2.2.2: short ones where JSON has them, `\u00xx` for other control characters.
    private static func write(_ text: String, to out: inout String) {
        out += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\u{8}": out += "\\b"
            case "\t": out += "\\t"
            case "\n": out += "\\n"
            case "\u{C}": out += "\\f"
            case "\r": out += "\\r"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        out += "\""
    }
}
