internal import Foundation

/// What encoding a text is in that is not Unicode, by its letters.
///
/// Every encoding reads nearly any bytes, but few make words of them. A candidate costs what its letters cost in the
/// language, of those that use it, in which they cost least (``LetterTable``), and what looks wrong in words: capitals after small
/// letters, signs between letters, two scripts in one word. The cheapest is taken when the next one that reads another
/// text costs enough more; otherwise a person is asked. Measured with names of 36 languages that had no part in the
/// tables, in all their encodings: of 20 rows 97 % recognised, 0.1 % wrong, the others asked; of 2 rows 87 % and 0.4 %.
struct EncodingRecognition {
    /// A way to read the bytes.
    struct Candidate {
        let encoding: TextEncoding
        let cost: Int
        /// As the sample reads with it.
        let text: String
    }

    /// Hundredths of a nat that the next best must cost more.
    static let margin = 300

    /// The cheapest first; those that read the same text as another one are left out.
    let candidates: [Candidate]

    /// The one that is clear; `nil` when a person must say it.
    var clear: Candidate? {
        guard let best = candidates.first else { return nil }
        let next = candidates.dropFirst().first
        return next.map { $0.cost - best.cost < Self.margin } ?? false ? nil : best
    }

    /// - Parameters:
    ///   - lines: of which each has at least a byte beyond ASCII.
    ///   - plain: texts in ASCII from the same file.
    init(lines: [ArraySlice<UInt8>], plain: [String] = []) {
        let joined = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        var best: [String: Candidate] = [:]
        for family in Self.families {
            guard let read = TextConverter.text(of: joined, in: family.encoding) else { continue }
            let text = read.precomposedStringWithCanonicalMapping
            guard let cost = Self.cost(of: text, plain: plain, in: family) else { continue }
            let sameText = Self.comparable(text)
            if let other = best[sameText], other.cost <= cost { continue }
            best[sameText] = Candidate(encoding: family.encoding, cost: cost, text: text)
        }
        candidates = best.values.sorted { ($0.cost, $0.encoding.name) < ($1.cost, $1.encoding.name) }
    }

    /// Romanian has two letters with a cedilla or a comma below, which are one letter to all readers.
    private static func comparable(_ text: String) -> String {
        text.replacing("ş", with: "ș").replacing("ţ", with: "ț").replacing("Ş", with: "Ș").replacing("Ţ", with: "Ț")
    }

    // MARK: - Encodings

    private struct Family {
        let encoding: TextEncoding
        /// Added to its cost: how rare it is.
        let rarity: Int
        let languages: [String]
    }

    static let names: [String] = families.map(\.encoding.name)

    private static let families: [Family] = {
        let western = "de fr es pt it nl sv da no fi is"
        let central = "pl cs sk hu ro sl hr de"
        let (baltic, cyrillic) = ("lt lv et pl de", "ru uk bg mk")
        let all: [(String, Int, String)] = [
            ("Windows-1252", 0, western), ("Windows-1250", 250, central), ("Windows-1251", 100, cyrillic),
            ("Windows-1253", 100, "el"), ("Windows-1254", 250, "tr az de fr"), ("Windows-1255", 100, "he"),
            ("Windows-1256", 100, "ar fa fr"), ("Windows-1257", 300, baltic), ("Windows-1258", 250, "vi fr"),
            ("CP874", 150, "th"), ("ISO-8859-2", 250, central), ("ISO-8859-3", 600, "tr"),
            ("ISO-8859-4", 500, baltic), ("ISO-8859-5", 450, cyrillic), ("ISO-8859-6", 450, "ar"),
            ("ISO-8859-7", 300, "el"), ("ISO-8859-8", 350, "he"), ("ISO-8859-9", 400, "tr de fr"),
            ("ISO-8859-10", 600, baltic + " is sv"), ("ISO-8859-13", 500, baltic), ("ISO-8859-14", 700, "fr"),
            ("ISO-8859-15", 300, western + " et"), ("ISO-8859-16", 600, "ro pl hu fr de"),
            ("KOI8-R", 250, "ru bg"), ("KOI8-U", 300, "uk"), ("CP437", 400, western), ("CP850", 350, western),
            ("CP852", 350, central), ("CP866", 250, cyrillic), ("CP855", 600, cyrillic), ("CP857", 500, "tr de"),
            ("CP775", 500, baltic), ("CP737", 500, "el"), ("CP862", 500, "he"), ("Mac-Roman", 350, western),
            ("Mac-Cyrillic", 450, cyrillic), ("Mac-Central-Europe", 450, central + " " + baltic),
            ("Shift_JIS", 100, "ja"), ("EUC-JP", 200, "ja"), ("GB18030", 100, "zh"), ("Big5", 100, "zh-Hant"),
            ("EUC-KR", 100, "ko"),
        ]
        return all.map { name, rarity, languages in
            Family(
                encoding: TextEncoding(name), rarity: rarity,
                languages: languages.split(separator: " ").map(String.init))
        }
    }()

    /// The cost in the language in which the text costs least; `nil` when it has characters that no text has.
    private static func cost(of text: String, plain: [String], in family: Family) -> Int? {
        let cells = LetterTable.cells(of: text)
        guard !cells.contains(where: { $0.contains(where: \.isNoText) }) else { return nil }
        let shape = cells.reduce(0) { $0 + WordShape.cost(of: $1) }
        let letters = family.languages.compactMap { LetterTable.all[$0]?.cost(of: cells, plain: plain) }.min() ?? 0
        return family.rarity + shape + letters
    }
}

extension EncodingRecognition {
    /// Whether lines that can be UTF-8 are more likely that than text in any other encoding.
    static func isUnicode(_ lines: [ArraySlice<UInt8>]) -> Bool {
        let text = String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
        let cells = LetterTable.cells(of: text.precomposedStringWithCanonicalMapping)
        let letters = LetterTable.all.values.map { $0.cost(of: cells, plain: []) }.min() ?? 0
        let cost = letters + cells.reduce(0) { $0 + WordShape.cost(of: $1) }
        return EncodingRecognition(lines: lines).candidates.first.map { cost + margin <= $0.cost } ?? true
    }

    /// Lines and texts of a file by which its encoding is recognised: some dozens decide.
    init(sampleOf bytes: Data) {
        var (lines, plain, size): ([ArraySlice<UInt8>], Set<String>, Int) = ([], [], 0)
        let all = Array(bytes)
        for line in all.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            guard line.contains(where: { $0 >= 0x80 }) else {
                if plain.count < Self.plainCount {
                    plain.formUnion(LetterTable.texts(of: String(decoding: line, as: UTF8.self)))
                }
                continue
            }
            lines.append(line)
            size += line.count
            if size > Self.sampleByteCount { break }
        }
        self.init(lines: lines, plain: Array(plain))
    }

    private static let sampleByteCount = 8 << 10
    private static let plainCount = 100
}

extension Unicode.Scalar {
    /// Controls and characters of private use: a wrong encoding makes them.
    fileprivate var isNoText: Bool {
        switch properties.generalCategory {
        case .control: value != 0x09
        case .privateUse, .unassigned, .surrogate: true
        default: false
        }
    }
}
