import Foundation
import Messages
import Pictures
import Tickets

/// A verdict as a person reads it on a terminal: colour and word, then who, what and why.
struct TerminalVerdict {
    let messages: Messages

    init(in messages: Messages) {
        self.messages = messages
    }

    func show(_ report: VerdictReport) {
        Output.line(line(for: report))
    }

    func line(for report: VerdictReport) -> String {
        let word = messages.displayWord(of: report.verdict, direction: report.direction)
        let gap = String(repeating: " ", count: max(1, 16 - word.columns))
        let badge = Ink(report.verdict.color).paint(" \(word)\(gap)")
        let details = ([report.holder ?? report.reference?.referenceForPeople] + messages.facts(of: report))
            .compactMap(\.self).joined(separator: ", ")
        var line = "\(badge) \(details)"
        if report.verdict != .admitted { line += (details.isEmpty ? "" : ": ") + messages.message(of: report) }
        if let attention = report.attention, report.verdict == .admitted {
            line += " " + Ink.bold.paint("[\(attention)]")
        }
        if let notes = report.notes { line += " " + Ink.bold.paint("[\(notes)]") }
        if let age = messages.age(of: report) { line += " " + Ink.bold.paint("[\(age)]") }
        if let ask = report.ask {
            let answers = report.toAnswer.map { " --answer \($0.id)=" }.joined()
            line += " " + Ink.amber.paint("[usher confirm \(ask)\(answers)]")
            for question in report.toAnswer { line += "\n" + self.line(for: question) }
        }
        if report.isUnrecorded {
            line += " " + Ink.amber.paint(" \(messages.displayWord(of: .refused(.notRecorded), direction: .in)) ")
        }
        if let elapsed = report.elapsed { line += " " + Ink.faint.paint(messages.milliseconds(elapsed)) }
        return line
    }

    /// `12  Which size? S (Small), M (Medium); needed`
    private func line(for question: CheckInQuestion) -> String {
        let options = question.options.map { "\($0.id) (\($0.text))" }.joined(separator: ", ")
        let answer = question.kind == .yesNo ? "true/false" : question.options.isEmpty ? "" : options
        let need = question.isRequired ? messages.label("staff.answerNeeded") : ""
        let details = [answer, need].filter { !$0.isEmpty }.joined(separator: "; ")
        return "                  \(question.id)  \(question.text) " + Ink.faint.paint(details)
    }

    func line(for hint: ScanHint) -> String {
        Ink.faint.paint("                  \(messages.label("hints.\(hint.hint.rawValue)"))")
    }
}

extension Messages {
    /// In capitals, as on the screen.
    func displayWord(of verdict: Verdict, direction: Direction) -> String {
        word(of: verdict, direction: direction).uppercased(with: locale)
    }

    /// What a ticket is, in short: type, which of its people, seat, date.
    func facts(of report: VerdictReport) -> [String] {
        var facts = [report.type]
        if let entry = report.entry, let admits = report.admits, admits > 1 {
            facts.append(text("labels.entry", ["entry": "\(entry)", "admits": "\(admits)"]))
        }
        facts.append(report.seat.map { text("labels.seat", ["seat": $0]) })
        facts.append(date(of: report))
        if report.isRepeat { facts.append(label("labels.repeat")) }
        return facts.compactMap(\.self)
    }

    /// Which age a steward must check.
    func age(of report: VerdictReport) -> String? {
        report.bornBy.map { text("labels.bornBy", ["day": day($0)]) }
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

    func lines(in messages: Messages) -> [String] {
        let admitted = counts[.admitted] ?? 0
        let out = counts[.checkedOut] ?? 0
        let refused = counts.values.reduce(0, +) - admitted - out
        var lines = [
            messages.text(
                "terminal.totals", ["admitted": "\(admitted)", "out": "\(out)", "refused": "\(refused)"])
        ]
        let reasons = Reason.allCases.compactMap { reason in
            counts[.refused(reason)].map { "\(messages.word(of: .refused(reason), direction: .in)): \($0)" }
        }
        for start in stride(from: 0, to: reasons.count, by: 6) {
            lines.append("  " + reasons[start...].prefix(6).joined(separator: ", "))
        }
        if !spans.isEmpty {
            let sorted = spans.sorted()
            lines.append(
                messages.text(
                    "terminal.times",
                    [
                        "median": messages.milliseconds(sorted[sorted.count / 2]),
                        "longest": messages.milliseconds(sorted[sorted.count - 1]),
                    ]))
        }
        return lines
    }
}
