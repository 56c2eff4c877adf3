import Foundation
import Messages
import Pictures
import Tickets

/// A verdict as a person reads it on a terminal: colour and word, then who, what and why.
enum TerminalVerdict {
    static func show(_ report: VerdictReport) {
        Output.line(line(for: report))
    }

    static func line(for report: VerdictReport) -> String {
        let word = report.verdict.displayWord(direction: report.direction)
        let gap = String(repeating: " ", count: max(1, 16 - word.columns))
        let badge = Ink(report.verdict.color).paint(" \(word)\(gap)")
        var parts = [report.holder ?? report.reference?.referenceForPeople ?? "", report.type ?? ""]
        if let entry = report.entry, let admits = report.admits, admits > 1 {
            parts.append("entry \(entry) of \(admits)")
        }
        if let seat = report.seat { parts.append("seat \(seat)") }
        if let date = report.date { parts.append(date.text) }
        if report.isRepeat { parts.append("shown again") }
        let details = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        var line = "\(badge) \(details)"
        if report.verdict != .admitted { line += (details.isEmpty ? "" : ": ") + report.message }
        if let attention = report.attention, report.verdict == .admitted {
            line += " " + Ink.bold.paint("[\(attention)]")
        }
        if let notes = report.notes { line += " " + Ink.bold.paint("[\(notes)]") }
        if let day = report.bornBy { line += " " + Ink.bold.paint("[born on or before \(day)]") }
        if let ask = report.ask {
            let answers = report.toAnswer.map { " --answer \($0.id)=" }.joined()
            line += " " + Ink.amber.paint("[usher confirm \(ask)\(answers)]")
            for question in report.toAnswer { line += "\n" + Self.line(for: question) }
        }
        if report.isUnrecorded { line += " " + Ink.amber.paint(" NOT RECORDED ") }
        if let elapsed = report.elapsed { line += " " + Ink.faint.paint(elapsed.millisecondText) }
        return line
    }

    /// `12  Which size? S (Small), M (Medium); needed`
    private static func line(for question: CheckInQuestion) -> String {
        let options = question.options.map { "\($0.id) (\($0.text))" }.joined(separator: ", ")
        let answer = question.kind == .yesNo ? "true or false" : question.options.isEmpty ? "" : options
        let details = [answer, question.isRequired ? "needed" : ""].filter { !$0.isEmpty }.joined(separator: "; ")
        return "                  \(question.id)  \(question.text) " + Ink.faint.paint(details)
    }

    static func line(for hint: ScanHint) -> String {
        Ink.faint.paint("                  \(hint.message)")
    }
}

extension Verdict {
    /// In capitals, as on the screen.
    func displayWord(direction: Direction) -> String {
        Messages.english.word(of: self, direction: direction).uppercased()
    }
}

extension Duration {
    /// `4.2 ms`
    var millisecondText: String {
        formatted(.units(allowed: [.milliseconds], width: .abbreviated, fractionalPart: .show(length: 1)))
    }
}

/// How often each verdict was given, for the last lines of a run.
struct VerdictTotals {
    private var counts: [Verdict: Int] = [:]
    private var spans: [Duration] = []

    mutating func add(_ report: VerdictReport) {
        counts[report.verdict, default: 0] += 1
        if let elapsed = report.elapsed { spans.append(elapsed) }
    }

    var lines: [String] {
        let admitted = counts[.admitted] ?? 0
        let out = counts[.checkedOut] ?? 0
        let refused = counts.values.reduce(0, +) - admitted - out
        var lines = ["\(admitted) admitted, \(out) checked out, \(refused) refused"]
        let reasons = Reason.allCases.compactMap { reason in
            counts[.refused(reason)].map { "\(Verdict.refused(reason).displayWord(direction: .in).lowercased()) \($0)" }
        }
        for start in stride(from: 0, to: reasons.count, by: 6) {
            let some = reasons[start...].prefix(6).joined(separator: ", ")
            lines.append((start == 0 ? "refused: " : "         ") + some)
        }
        if !spans.isEmpty {
            let sorted = spans.sorted()
            lines.append(
                "from frame to commit: median \(sorted[sorted.count / 2].millisecondText), "
                    + "longest \(sorted[sorted.count - 1].millisecondText)")
        }
        return lines
    }
}
