internal import Foundation
internal import Tickets

/// A code or a reference as a scanner will send it: without what spreadsheets and exports put around it.
struct CodeText {
    /// The text itself, in the normal form C of Unicode.
    let text: String
    /// A program has kept it from becoming a number: `="0123"`, `'0123`, `"0123"`.
    let wasWrapped: Bool

    init(_ raw: String) {
        var rest = Self.withoutEnds(raw[...])
        var wasWrapped = false
        while let inner = Self.unwrapped(rest) {
            rest = Self.withoutEnds(inner)
            wasWrapped = true
        }
        text = String(rest).precomposedStringWithCanonicalMapping
        self.wasWrapped = wasWrapped
    }

    private static let pairs: [Character: [Character]] = [
        "\"": ["\""], "'": ["'"], "“": ["”", "“"], "„": ["“", "”"], "”": ["”"], "«": ["»"], "»": ["«"], "‘": ["’"],
        "‚": ["‘", "’"], "’": ["’"], "`": ["`", "'"], "＂": ["＂"], "＇": ["＇"], "「": ["」"],
    ]

    /// What is in `="…"`, in quotation marks, or after an apostrophe; `nil` when it is not wrapped.
    private static func unwrapped(_ text: Substring) -> Substring? {
        guard let first = text.first, text.count > 1 else { return nil }
        if first == "=" {
            let formula = withoutEnds(text.dropFirst())
            guard formula.count > 2, formula.first == "\"", formula.last == "\"" else { return nil }
            // One text, in which a mark stands twice; `="0"&"12"` is more than a text.
            let isOneText = !formula.dropFirst().dropLast().replacing("\"\"", with: "").contains("\"")
            return isOneText ? formula : nil
        }
        let inner = text.dropFirst()
        if let last = inner.last, pairs[first]?.contains(last) == true, inner.count > 1 {
            let middle = inner.dropLast()
            // A mark in the middle: then these are not a pair. At its ends, it is one more pair.
            let within = middle.drop { $0 == first || $0 == last }
            let isPair = first == "'" || !within.reversed().drop { $0 == first || $0 == last }.contains(first)
            return isPair ? middle : nil
        }
        // Excel's sign for text.
        return first == "'" || first == "’" ? inner : nil
    }

    /// Without white space, controls and signs that nobody sees.
    private static func withoutEnds(_ text: Substring) -> Substring {
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, first.isUnseen { scalars.removeFirst() }
        while let last = scalars.last, last.isUnseen { scalars.removeLast() }
        return Substring(scalars)
    }

    // MARK: - Signs that no scanner sends

    /// A sign in the middle that looks like nothing, or like another: the name of the first one. What is usual among all
    /// codes of a column is right.
    static func fault(of text: String, among usual: CodeLetters) -> String? {
        let hasPlain = text.hasPlainLetters
        return text.unicodeScalars.first { scalar in
            guard !scalar.isASCII else { return false }
            guard let kind = CodeLetters.Kind(scalar, besidePlain: hasPlain) else { return true }
            return !usual.isUsual(kind)
        }?.nameForPeople
    }
}

/// What kinds of letters beyond ASCII the codes of a column have.
struct CodeLetters {
    /// Letters or digits of one script, alone or beside plain letters; or signs.
    enum Kind: Hashable {
        case latin
        case letters(script: UInt32, isMixed: Bool)
        case digits(block: UInt32)
        case signs

        /// - Returns: `nil` for what is suspicious in any code: what nobody sees, other spaces, other hyphens.
        init?(_ scalar: Unicode.Scalar, besidePlain: Bool) {
            switch scalar.properties.generalCategory {
            case .format, .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .dashPunctuation, .privateUse,
                .unassigned, .surrogate:
                return nil
            case _ where scalar.properties.isDefaultIgnorableCodePoint: return nil
            case .decimalNumber: self = .digits(block: scalar.value >> 7)
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark:
                let script = Self.script(scalar)
                self = script == 0 ? .latin : .letters(script: script, isMixed: besidePlain)
            default: self = .signs
            }
        }

        /// Blocks of Unicode are scripts, or parts of one.
        private static func script(_ scalar: Unicode.Scalar) -> UInt32 {
            switch scalar.value {
            case ..<0x250: 0
            case 0x370..<0x400, 0x1F00..<0x2000: 1
            case 0x400..<0x530: 2
            case 0x3000..<0xFF00: 3
            case 0xFF00..<0xFFF0: 4
            default: 16 + scalar.value >> 7
            }
        }
    }

    private var counts: [Kind: Int] = [:]
    private var codeCount = 0

    /// - Parameter codes: all of a column.
    init(_ codes: some Sequence<String>) {
        for code in codes {
            codeCount += 1
            guard !code.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
            let hasPlain = code.hasPlainLetters
            let kinds = code.unicodeScalars.filter { !$0.isASCII }.compactMap { Kind($0, besidePlain: hasPlain) }
            for kind in Set(kinds) { counts[kind, default: 0] += 1 }
        }
    }

    /// Most codes have such letters. Of one or two with letters of two scripts, nothing is known.
    func isUsual(_ kind: Kind) -> Bool {
        if kind == .latin { return true }
        if case .letters(_, isMixed: true) = kind, codeCount < 3 { return false }
        return counts[kind, default: 0] * 2 > codeCount
    }
}

extension String {
    fileprivate var hasPlainLetters: Bool { utf8.contains { (0x61...0x7A).contains($0 | 0x20) } }
}

extension Unicode.Scalar {
    /// White space, controls, and formatting signs.
    fileprivate var isUnseen: Bool {
        switch properties.generalCategory {
        case .control, .format: true
        default: properties.isWhitespace || properties.isDefaultIgnorableCodePoint
        }
    }

    /// `U+2013 (EN DASH)`
    fileprivate var nameForPeople: String {
        let number = String(value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - number.count)) + number
        return "U+\(padded)" + (properties.name.map { " (\($0))" } ?? "")
    }
}
