import Foundation
import Tickets

/// Compares what a station printed with what it must answer.
struct SampleCheck {
    /// Of a line of answers.jsonl, or of a verdict.
    private struct Facts: Decodable {
        var file: String?
        var gate: String?
        var verdict: String
        var reason: String?
        var entry: Int?

        /// `admitted (2)`, `refused: full`.
        var words: String { verdict + (reason.map { ": \($0)" } ?? entry.map { " (\($0))" } ?? "") }

        func isSame(as other: Facts) -> Bool {
            (verdict, reason, entry) == (other.verdict, other.reason, other.entry)
        }
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
    /// - Throws: ``CommandError`` when the folder is no sample, or a line is no verdict
    init(folder: URL, verdicts: [String]) throws {
        let sheet = folder.appending(path: "answers.jsonl")
        guard let text = try? String(contentsOf: sheet, encoding: .utf8) else {
            throw CommandError(
                "read", sheet.path, "it cannot be opened", hint: "Give the folder that usher sample has made.")
        }
        let expected = try text.split(separator: "\n").enumerated().map { index, line in
            try Self.facts(String(line), "line \(index + 1) of \(sheet.path)")
        }
        guard !expected.isEmpty else {
            throw CommandError(
                "read", sheet.path, "it has no answer", hint: "Make the sample anew, with usher sample.")
        }
        let got = try verdicts.enumerated().map { index, line in
            try Self.facts(line, "line \(index + 1) of standard input")
        }
        answers = expected.count
        differences = (0..<max(expected.count, got.count)).compactMap { index in
            let (answer, verdict) = (
                expected.indices.contains(index) ? expected[index] : nil, got.indices.contains(index) ? got[index] : nil
            )
            if let answer, let verdict, answer.isSame(as: verdict) { return nil }
            return Difference(
                file: answer?.file ?? "", gate: answer?.gate ?? "", expected: answer?.words ?? "nothing",
                got: verdict?.words ?? "nothing")
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
