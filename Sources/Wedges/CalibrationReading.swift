/// The keys of a calibration scan, read with one layout.
struct CalibrationReading {
    let layout: KeyboardLayout
    let capsLock: Bool
    /// The typed text in lines; the last one may have no end.
    private(set) var lines: [(text: [Unicode.Scalar], end: LineEnd?)] = []

    static let expected = Array(ScannerCalibration.text.unicodeScalars)

    /// - Returns: `nil` when this layout is not installed.
    init?(_ events: [KeyEvent], layout: KeyboardLayout, capsLock: Bool) {
        self.layout = layout
        self.capsLock = capsLock
        guard var typer = try? KeyTyper(layout, capsLock: capsLock) else { return nil }
        var text: [Unicode.Scalar] = []
        for typed in events.flatMap({ typer.take($0) }) {
            switch typed {
            case .character(let character): text.append(character)
            case .end(let end):
                lines.append((text, end))
                text = []
            }
        }
        if !text.isEmpty { lines.append((text, nil)) }
    }

    /// What the scanner put around the text, in the line that contains it.
    struct Match {
        let prefix: String
        let suffix: String
        let end: LineEnd?
    }

    func find(_ wanted: [Unicode.Scalar] = expected) -> Match? {
        for line in lines {
            guard let range = line.text.firstRange(of: wanted) else { continue }
            return Match(
                prefix: String(line.text[..<range.lowerBound]), suffix: String(line.text[range.upperBound...]),
                end: line.end)
        }
        return nil
    }

    /// The differences between the longest line and the text.
    struct Comparison {
        /// Characters of the text that were not typed, in their order.
        var missing: [Unicode.Scalar] = []
        /// Characters of the text after which something wrong was typed.
        var disturbed: [Unicode.Scalar] = []
        let line: (text: [Unicode.Scalar], end: LineEnd?)
        var prefix = ""
        var suffix = ""
        var matchCount: Int { CalibrationReading.expected.count - missing.count }
    }

    /// Aligns both with their longest common subsequence.
    func compared() -> Comparison {
        let line = lines.max { $0.text.count < $1.text.count } ?? ([], nil)
        let expected = Self.expected
        let typed = line.text
        // lengths[i * width + j]: the longest common subsequence of the rest of the text from i and of the line from j.
        let width = typed.count + 1
        var lengths = [Int](repeating: 0, count: (expected.count + 1) * width)
        for i in expected.indices.reversed() {
            for j in typed.indices.reversed() {
                lengths[i * width + j] =
                    expected[i] == typed[j]
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var comparison = Comparison(line: line)
        var (i, j) = (0, 0)
        var lastMatch: Int?
        var strays: [Unicode.Scalar] = []
        while i < expected.count {
            if j < typed.count, expected[i] == typed[j] {
                if let lastMatch, !strays.isEmpty { comparison.disturbed.append(expected[lastMatch]) }
                if lastMatch == nil { comparison.prefix = String(strays) }
                (lastMatch, strays) = (i, [])
                (i, j) = (i + 1, j + 1)
            } else if j < typed.count, lengths[i * width + j + 1] >= lengths[(i + 1) * width + j] {
                strays.append(typed[j])
                j += 1
            } else {
                comparison.missing.append(expected[i])
                i += 1
            }
        }
        comparison.suffix = String(typed[j...])
        return comparison
    }
}

extension String {
    init(_ scalars: some Sequence<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}
