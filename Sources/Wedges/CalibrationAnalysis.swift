internal import Tickets

/// Evaluates the keys of one scan of the calibration text.
struct CalibrationAnalysis {
    private let events: [KeyEvent]

    init(_ events: [KeyEvent]) { self.events = events }

    var outcome: ScannerCalibration.Outcome {
        let readings = readings(capsLock: false)
        let fitting = readings.filter { $0.find() != nil }
        if let best = fitting.first, let find = best.find() {
            return learned(best, find, notes: sameTyping(fitting.map(\.layout), of: readings.count))
        }
        for reading in self.readings(capsLock: true) {
            guard let find = reading.find() else { continue }
            return learned(
                reading, find,
                notes: [
                    """
                    It exchanges capitals and small letters, as if Caps Lock were on. The station turns them back; \
                    better switch its Caps Lock setting off and learn again.
                    """
                ])
        }
        if readings.contains(where: { $0.find(CalibrationReading.expected.changed { $0.uppercaseMapping }) != nil })
            || readings.contains(where: { $0.find(CalibrationReading.expected.changed { $0.lowercaseMapping }) != nil })
        {
            return .failed([
                "It changes the case of letters. Switch its case conversion off and scan the code again."
            ])
        }
        return partial(readings)
    }

    private func readings(capsLock: Bool) -> [CalibrationReading] {
        KeyboardLayout.common.compactMap { CalibrationReading(events, layout: $0, capsLock: capsLock) }
    }

    private func sameTyping(_ layouts: [KeyboardLayout], of count: Int) -> [String] {
        if layouts.count == count { return ["It types character codes, which are the same under every layout."] }
        guard layouts.count > 1 else { return [] }
        let names = layouts.map(\.name).joined(separator: ", ")
        return ["The layouts \(names) type all of the text alike; \(layouts[0]) is taken."]
    }

    private func learned(
        _ reading: CalibrationReading, _ find: CalibrationReading.Match, notes: [String]
    ) -> ScannerCalibration.Outcome {
        let gap = longestGap
        if find.end == nil, gap >= WedgeDecoder.silenceOfEnd {
            return .failed([
                """
                It types no key at the end of a code, and up to \(gap.milliseconds) ms pass between two keys: nothing shows where \
                a code ends. Set it to end codes with Enter (its suffix or terminator), or its delay between \
                characters to none, and scan the code again.
                """
            ])
        }
        var advice = notes
        if find.end == nil {
            advice.append(
                """
                It types no key at the end of a code, so each code waits for \(WedgeDecoder.silenceOfEnd.milliseconds) ms of \
                silence. Better set it to end codes with Enter (its suffix or terminator) and learn again.
                """)
        }
        let settings = WedgeSettings(
            layout: reading.layout, terminator: find.end == nil ? .none : .key,
            prefix: Self.withoutIdentifier(find.prefix), suffix: find.suffix, capsLock: reading.capsLock)
        if !settings.prefix.isEmpty { advice.append("It puts \(settings.prefix.quoted) before each code.") }
        if !settings.suffix.isEmpty { advice.append("It puts \(settings.suffix.quoted) after each code.") }
        return .learned(LearnedScanner(settings: settings, end: find.end, advice: advice))
    }

    /// The longest pause between two events.
    private var longestGap: Duration {
        zip(events, events.dropFirst()).map { $1.time - $0.time }.max() ?? .zero
    }

    /// An AIM identifier (ISO/IEC 15424) depends on the type of code, and is recognised without a setting.
    private static func withoutIdentifier(_ prefix: String) -> String {
        prefix.replacing(#/\][A-Za-z][A-Za-z0-9]$/#, with: "")
    }

    /// For a text that no layout types correctly: says what is wrong under the best one.
    private func partial(_ readings: [CalibrationReading]) -> ScannerCalibration.Outcome {
        let compared = readings.map { ($0, $0.compared()) }
        guard let (reading, best) = compared.max(by: { $0.1.score < $1.1.score }),
            best.matchCount * 2 > CalibrationReading.expected.count
        else {
            return .failed([
                "This was not the code shown, or the scanner types as a keyboard that is not known. Scan the code again.",
                Self.fallbackAdvice,
            ])
        }
        if best.missing.isEmpty, best.disturbed.allSatisfy({ !XKBKeyboard.alphanumerics.contains($0) }) {
            return learned(
                reading, .init(prefix: best.prefix, suffix: best.suffix, end: best.line.end),
                notes: [
                    """
                    Something is typed after \(best.disturbed.quoted) that is not in the code, so that codes with these \
                    characters are not found. \(Self.fallbackAdvice)
                    """
                ])
        }
        guard !best.missing.isEmpty else {
            return .failed([
                """
                More was typed than the code holds, after \(best.disturbed.quoted). Set a longer delay between \
                characters on the scanner and scan the code again.
                """
            ])
        }
        return .failed([
            """
            It did not come whole: \(best.missing.quoted) did not come as they are under the layout that fits best, \
            \(reading.layout). Set a longer delay between characters on the scanner and scan the code again.
            """,
            "If the same characters are missing again: \(Self.fallbackAdvice)",
        ])
    }

    private static let fallbackAdvice =
        "Set the scanner to the US keyboard, or to typing character codes (Alt and keypad), and learn again."
}

extension CalibrationReading.Comparison {
    /// Among layouts with equally many matches, the one with fewer wrong characters between them wins.
    fileprivate var score: Int { matchCount * 8 - disturbed.count }
}

extension [Unicode.Scalar] {
    fileprivate func changed(_ mapping: (Unicode.Scalar.Properties) -> String) -> [Unicode.Scalar] {
        flatMap { mapping($0.properties).unicodeScalars }
    }

    fileprivate var quoted: String { map { $0 == " " ? "Space" : String($0) }.joined(separator: " ") }
}

extension String {
    /// For a terminal, without control characters: what a scanner types may contain escape sequences.
    fileprivate var quoted: String { "“\(withoutControls)”" }
}

extension Duration {
    /// Rounded down.
    fileprivate var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
