internal import Foundation
public import Tickets

/// The bytes of a file that may be text, in some encoding.
struct TextFile {
    private let bytes: Data
    private let name: String

    init(_ bytes: Data, name: String) {
        (self.bytes, self.name) = (bytes, name)
    }

    /// - Parameter said: the encoding that a person has named; `nil` to recognise it.
    /// - Returns: the text, without what fills its end up: NULs, and the Ctrl-Z of DOS.
    /// - Throws: ``SpreadsheetError``; ``EncodingQuestion`` when only a person knows.
    func decode(_ said: TextEncoding?) throws -> (text: String, encoding: TextEncoding) {
        let (text, encoding) = try said.map { (try read(in: $0), $0) } ?? recognised()
        let padding: Set<Unicode.Scalar> = ["\0", "\u{1A}"]
        guard text.unicodeScalars.contains(where: padding.contains) else { return (text, encoding) }
        var scalars = String.UnicodeScalarView()
        // In the middle, they fill fields up.
        scalars.append(contentsOf: text.unicodeScalars.lazy.filter { !padding.contains($0) })
        return (String(scalars), encoding)
    }

    private func read(in encoding: TextEncoding) throws -> String {
        if let text = TextConverter.text(of: bytes, in: encoding) { return text }
        throw SpreadsheetError("read", name, "it is not text in \(encoding.name)", hint: "Name another --encoding.")
    }

    private func recognised() throws -> (String, TextEncoding) {
        if let wide = wideEncoding {
            guard let text = TextConverter.text(of: bytes, in: wide) else { throw noText(", as \(wide.name)") }
            return (text, wide)
        }
        guard !isBinary else { throw noText() }
        let isEscaped = bytes.range(of: Data([0x1B, UInt8(ascii: "$")])) != nil
        if isEscaped, let text = TextConverter.text(of: bytes, in: .iso2022Japanese) { return (text, .iso2022Japanese) }
        if let text = String(validating: bytes, as: UTF8.self) { return (text, .utf8) }
        return try recognisedByLetters()
    }

    private func recognisedByLetters() throws -> (String, TextEncoding) {
        let recognition = EncodingRecognition(sampleOf: bytes)
        try refuseMixture()
        // The sample may not have the byte that an encoding does not have.
        let whole = recognition.candidates.prefix(8).compactMap { candidate in
            TextConverter.text(of: bytes, in: candidate.encoding).map { (candidate, $0) }
        }
        guard let (best, text) = whole.first else { throw noText(": no encoding that is known has all its letters") }
        if whole.count > 1, whole[1].0.cost - best.cost < EncodingRecognition.margin {
            throw EncodingQuestion(name, whole.prefix { $0.0.cost - best.cost < EncodingRecognition.margin }.map(\.0))
        }
        return (text, best.encoding)
    }

    private func noText(_ more: String = "") -> SpreadsheetError {
        SpreadsheetError(
            "read", name, "it is neither a spreadsheet nor text" + more,
            hint: "Save it as .xlsx, .ods or CSV in a spreadsheet program.")
    }

    // MARK: - Unicode

    /// By the mark at the beginning, or because so many bytes are 0, as in the letters, digits and separators of CSV.
    private var wideEncoding: TextEncoding? {
        for (mark, encoding) in Self.marks where bytes.starts(with: mark) { return encoding }
        // What fills the end up says nothing.
        let filling = bytes.reversed().prefix { $0 == 0 || $0 == 0x1A }.count
        let sample = Array(bytes.prefix(min(4096, bytes.count - filling / 4 * 4)))
        var zeros = [0, 0, 0, 0]
        for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 4] += 1 }
        let quarter = sample.count / 4
        if bytes.count % 4 == 0, quarter > 1 {
            if zeros[2] + zeros[3] >= 2 * quarter - 1, zeros[0] * 4 < quarter { return .utf32LittleEndian }
            if zeros[0] + zeros[1] >= 2 * quarter - 1, zeros[3] * 4 < quarter { return .utf32BigEndian }
        }
        let (even, odd) = (zeros[0] + zeros[2], zeros[1] + zeros[3])
        // Text without plain letters has at least its separators and line ends.
        let isWide = max(even, odd) > max(1, sample.count / 50) && min(even, odd) * 2 <= max(even, odd)
        guard isWide, bytes.count % 2 == 0 else { return nil }
        let encoding = odd > even ? TextEncoding.utf16LittleEndian : .utf16BigEndian
        let text = TextConverter.text(of: sample.dropLast(sample.count % 2), in: encoding)
        return text.map { $0.unicodeScalars.allSatisfy(Self.isText) } ?? false ? encoding : nil
    }

    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 || (0x09...0x0D).contains(scalar.value) || scalar.value == 0x1A
    }

    private static let marks: [([UInt8], TextEncoding)] = [
        ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
        ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
    ]

    /// Text has line ends and tabs, hardly any other control.
    private var isBinary: Bool {
        var (controls, zeros) = (0, 0)
        for byte in bytes {
            switch byte {
            case 0: zeros += 1
            case 0x09...0x0D, 0x1A, 0x1B: continue
            case ..<0x20: controls += 1
            default: continue
            }
        }
        let filling = bytes.reversed().prefix { $0 == 0 || $0 == 0x1A }.count
        return controls * 200 > bytes.count || (zeros - filling) * 3 > bytes.count
    }

    /// Some lines in UTF-8 and others not: a file that was put together of two, or cut off in the middle of a letter.
    private func refuseMixture() throws {
        var (lines, broken, number): ([ArraySlice<UInt8>], [Int], Int) = ([], [], 0)
        for line in Array(bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { $0 >= 0x80 }) else { continue }
            if String(validating: line, as: UTF8.self) == nil { broken.append(number) } else { lines.append(line) }
        }
        guard !lines.isEmpty, EncodingRecognition.isUnicode(Array(lines.prefix(100))) else { return }
        let shown = broken.prefix(5).map(String.init).joined(separator: ", ") + (broken.count > 5 ? ", …" : "")
        throw SpreadsheetError(
            "read", name,
            "line\(broken.count == 1 ? "" : "s") \(shown) \(broken.count == 1 ? "is" : "are") not UTF-8, the others are",
            hint: """
                Was it put together from two files, or cut off? Export it again as UTF-8; or name what all of it is with \
                --encoding.
                """)
    }
}

/// A text whose letters can be those of several encodings: a person has to say which it is.
public struct EncodingQuestion: ExplainedError, Hashable {
    /// One way to read the file.
    public struct Choice: Hashable, Sendable {
        public let encoding: TextEncoding
        /// The first texts that each choice reads in another way: they may be names.
        public let examples: [String]
        /// Letters that others read in another way.
        public let letters: String
    }

    public let operation = "read"
    public let subject: String
    /// The likeliest first; at least two.
    public let choices: [Choice]

    init(_ name: String, _ candidates: [EncodingRecognition.Candidate]) {
        subject = name
        let texts = candidates.map { $0.text.split(whereSeparator: \.isNewline).map(String.init) }
        let lines = (0..<(texts.map(\.count).min() ?? 0)).filter { index in Set(texts.map { $0[index] }).count > 1 }
        choices = zip(candidates, texts).map { candidate, own in
            let letters = lines.flatMap { own[$0].unicodeScalars.filter { !$0.isASCII } }
            var seen: Set<Unicode.Scalar> = []
            let distinct = letters.filter { seen.insert($0).inserted }.prefix(8)
            return Choice(
                encoding: candidate.encoding, examples: lines.prefix(3).map { own[$0] },
                letters: distinct.map { String($0) }.joined(separator: " "))
        }
    }

    public var reason: String { "its letters can be those of several encodings" }

    public var hint: String? { "Save it as .xlsx, or as CSV in UTF-8." }
}
