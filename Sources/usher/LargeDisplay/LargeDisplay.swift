import Foundation
import Messages
import Pictures
import StationAPI
import Tickets

/// What a terminal that fills a kiosk's screen shows: one verdict at a time, then ready again. Time is an argument.
struct LargeDisplay {
    /// A refusal stays at least this long: nobody slips in behind the next guest's green.
    static let refusalStays = Duration.milliseconds(1500)
    /// A verdict stays this long when no other comes.
    static let readyAfter = Duration.seconds(5)
    /// More wait only when codes come faster than people do.
    private static let mostWaiting = 3

    private enum Content {
        case ready
        /// The station does not answer.
        case lost
        case verdict(VerdictReport)
        case hint(ScanHint)
    }

    private var content = Content.lost
    private var since = ContinuousClock.now
    private var waiting: [VerdictReport] = []
    private var status: StationStatus?
    /// `nil`: the station's.
    private let language: Messages?

    init(in language: Messages? = nil) {
        self.language = language
    }

    private var messages: Messages { language ?? .in(status?.language ?? "en") }

    // MARK: - What happens

    mutating func take(_ report: VerdictReport, at now: ContinuousClock.Instant) {
        if case .verdict(let shown) = content, shown.verdict.reason != nil, now - since < Self.refusalStays {
            waiting = (waiting + [report]).suffix(Self.mostWaiting)
        } else {
            show(.verdict(report), at: now)
        }
    }

    /// A hint covers no verdict.
    mutating func take(_ hint: ScanHint, at now: ContinuousClock.Instant) {
        if case .verdict = content { return }
        show(.hint(hint), at: now)
    }

    mutating func take(_ status: StationStatus, at now: ContinuousClock.Instant) {
        self.status = status
        if case .lost = content { show(.ready, at: now) }
    }

    /// Nothing is known of what came after the verdict that is shown.
    mutating func lose(at now: ContinuousClock.Instant) {
        waiting = []
        show(.lost, at: now)
    }

    mutating func tick(at now: ContinuousClock.Instant) {
        switch content {
        case .ready, .lost: return
        case .verdict(let shown):
            let stays = waiting.isEmpty ? Self.readyAfter : shown.verdict.reason == nil ? .zero : Self.refusalStays
            guard now - since >= stays else { return }
            show(waiting.isEmpty ? .ready : .verdict(waiting.removeFirst()), at: now)
        case .hint:
            if now - since >= Self.readyAfter { show(.ready, at: now) }
        }
    }

    private mutating func show(_ content: Content, at now: ContinuousClock.Instant) {
        self.content = content
        since = now
    }

    // MARK: - How it looks

    /// The whole screen, line by line, each as wide as the terminal; ECMA-48.
    func screen(columns: Int, rows: Int) -> [String] {
        let page = page
        let letters = BlockLetters(page.words, below: page.shape, columns: columns - 2, cells: rows * 3 / 5)
        let large = letters?.text ?? page.words
        let said = page.lines.flatMap { line in line.text.wrapped(to: columns - 4).map { (text: $0, style: line.style) }
        }
        let room = max(0, rows - 2 - large.count - 1)
        let above = max(0, (rows - 1 - large.count - 1 - min(said.count, room)) / 2)
        var lines = Array(repeating: "", count: above).map { ($0, Style.plain) }
        lines += large.map { ($0, .bold) } + [("", .plain)] + said.prefix(room).map { ($0.text, $0.style) }
        while lines.count < rows - 1 { lines.append(("", .plain)) }
        lines.append((footer, .plain))
        return lines.prefix(rows).map { text, style in
            let centred = text.centred(in: columns)
            return "\u{1B}[0;\(page.ink.rawValue)\(style.codes)m\(centred)"
        }
    }

    private enum Style {
        case plain, bold, reversed

        var codes: String {
            switch self {
            case .plain: ""
            case .bold: ";1"
            case .reversed: ";1;7"
            }
        }
    }

    private struct Page {
        var ink: Ink
        var shape: ScreenColor?
        var words: [String]
        var lines: [(text: String, style: Style)]
    }

    private var page: Page {
        switch content {
        case .lost:
            Page(
                ink: .grey, shape: .grey, words: words("ready.lost.word"),
                lines: [(messages.label("ready.lost.advice"), .bold)])
        case .ready:
            Page(
                ink: .plain, words: words("ready.in.word"),
                lines: (status?.serving ?? []).map { (figures(of: $0), .plain) }
                    + (status?.conditions ?? []).map { ($0.says(in: messages), .bold) })
        case .hint(let hint):
            Page(
                ink: .plain, words: words("ready.in.word"),
                lines: [(messages.label("hints.\(hint.hint.rawValue)"), .reversed)])
        case .verdict(let report):
            Page(
                ink: Ink(report.verdict.color), shape: report.verdict.color,
                words: messages.displayWord(of: report.verdict, direction: report.direction).split(separator: " ")
                    .map(String.init),
                lines: lines(of: report))
        }
    }

    private func words(_ path: String) -> [String] {
        messages.label(path).uppercased(with: messages.locale).split(separator: " ").map(String.init)
    }

    private func figures(of event: StationStatus.ServedEvent) -> String {
        "\(event.name): \(event.admitted) \(messages.label("figures.admitted")), "
            + "\(event.inside) \(messages.label("figures.inside"))"
    }

    private func lines(of report: VerdictReport) -> [(String, Style)] {
        let unrecorded = messages.displayWord(of: .refused(.notRecorded), direction: .in)
        let lines: [(String?, Style)] = [
            (report.isUnrecorded ? " \(unrecorded) " : nil, .reversed), (report.holder, .bold),
            (messages.facts(of: report).joined(separator: ", "), .plain), (messages.message(of: report), .plain),
            (report.attention.map { " \($0) " }, .reversed), (messages.age(of: report).map { " \($0) " }, .reversed),
        ]
        return lines.compactMap { text, style in text.flatMap { $0.isEmpty ? nil : ($0, style) } }
    }

    private var footer: String {
        guard let status else { return "" }
        let event = status.serving.first
        let gate = event?.gateName ?? event?.gate.map { messages.text("labels.gate", ["gate": $0]) }
        let direction = messages.label("directions.\(status.direction.rawValue)")
        let test = status.serving.contains(where: \.isTest) ? messages.label("labels.test") : nil
        return [status.station, gate, direction, test].compactMap { $0 }.joined(separator: " - ")
    }
}

extension String {
    /// At spaces; a word that is longer is cut.
    fileprivate func wrapped(to width: Int) -> [String] {
        split(separator: " ").reduce(into: [String]()) { lines, word in
            let word = String(word).cut(to: max(1, width))
            if let last = lines.last, last.columns + 1 + word.columns <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word)
            }
        }
    }

    fileprivate func centred(in width: Int) -> String {
        let text = cut(to: width)
        let left = (width - text.columns) / 2
        return String(repeating: " ", count: left) + text
            + String(repeating: " ", count: width - text.columns - left)
    }

    private func cut(to width: Int) -> String {
        var room = width
        return String(
            prefix { letter in
                room -= letter.columns
                return room >= 0
            })
    }
}
