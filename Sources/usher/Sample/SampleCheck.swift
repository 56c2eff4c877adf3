import Foundation
import Tickets

/// Compares what a station printed with what it must answer.
struct SampleCheck {
    /// Of a line of answers.jsonl, or of a verdict.
    private struct Facts: Decodable {
        var file: String?
        var gate: String?
        var direction: Direction?
        var verdict: String
        var reason: String?
        var entry: Int?
        var attention: String?
        var notes: String?

        /// `admitted (2)`, `refused: full`, `admitted (1), attention: Hand out a lanyard`.
        /// - Parameter hints: what is shown beside the verdict is compared, too.
        func words(hints: Bool) -> String {
            let verdict = verdict + (reason.map { ": \($0)" } ?? entry.map { " (\($0))" } ?? "")
            guard hints else { return verdict }
            return verdict + ", attention: \(attention ?? "none"), notes: \(notes ?? "none")"
        }

        /// Only some answers say what is shown beside the verdict.
        var hasHints: Bool { attention != nil || notes != nil }

        /// It is one of codes.txt.
        var isTyped: Bool { file != nil && gate == SampleSheet.typedGate && direction == .in }
    }

    /// A presentation with another verdict than it must have.
    struct Difference: Equatable {
        let file, gate, expected, got: String
    }

    /// What they differ in, in the order of the presentations.
    let differences: [Difference]
    /// How many answers there are.
    let answers: Int

    /// - Parameters:
    ///   - folder: of the sample.
    ///   - verdicts: the station's lines of JSON, one for each presentation.
    ///   - isTyped: of the codes in codes.txt, and nothing else.
    /// - Throws: ``CommandError`` when the folder is no sample, or a line is no verdict
    init(folder: URL, verdicts: [String], isTyped: Bool) throws {
        let sheet = folder.appending(path: "answers.jsonl")
        guard let text = try? String(contentsOf: sheet, encoding: .utf8) else {
            throw CommandError(
                "read", sheet.path, "it cannot be opened", hint: "Give the folder that usher sample has made.")
        }
        let expected = try text.split(separator: "\n").enumerated().map { index, line in
            try Self.facts(String(line), "line \(index + 1) of \(sheet.path)")
        }.filter { !isTyped || $0.isTyped }
        guard !expected.isEmpty else {
            throw CommandError(
                "read", sheet.path, "it has no answer", hint: "Make the sample again with usher sample.")
        }
        let got = try verdicts.enumerated().map { index, line in
            try Self.facts(line, "line \(index + 1) of standard input")
        }
        answers = expected.count
        differences = (0..<max(expected.count, got.count)).compactMap { index in
            let (answer, verdict) = (
                expected.indices.contains(index) ? expected[index] : nil, got.indices.contains(index) ? got[index] : nil
            )
            let hints = answer?.hasHints ?? false
            let (wanted, said) = (answer?.words(hints: hints), verdict?.words(hints: hints))
            guard wanted != said else { return nil }
            return Difference(
                file: answer?.file ?? "", gate: answer?.gate ?? "", expected: wanted ?? "nothing",
                got: said ?? "nothing")
        }
    }

    private static func facts(_ line: String, _ place: String) throws -> Facts {
        do {
            return try JSONDecoder().decode(Facts.self, from: Data(line.utf8))
        } catch {
            throw CommandError(
                "compare", place, "it is not a verdict in JSON",
                hint: "Give what usherd --images, or usherd --stdin, has printed.")
        }
    }
}
