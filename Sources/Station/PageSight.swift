internal import StationAPI
internal import Tickets

/// Whether pages show what they are told, by what they confirm. An open page is not yet one that somebody sees: a browser
/// can stay white or hang, and keep its event stream open all the while. (That another window is in front of it, no page
/// learns: the compositor goes on asking both for frames. The keymap of the console leaves no way to open one.)
/// See docs/decisions/037-what-counts-as-a-display.md.
struct PageSight: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A page confirms every four seconds (drawn.js); three of them may fail.
    static let patience = Duration.seconds(15)
    /// A verdict is drawn within a frame or two.
    static let verdictPatience = Duration.seconds(10)

    private let began: Instant
    /// When a door's page last confirmed that it draws.
    private var doorDrew: Instant?
    private var console: (at: Instant, drawing: PageDrawing)?
    /// The highest number that was told, and when.
    private var told: (verdict: Int64, at: Instant)?

    init(began: Instant = .now) {
        self.began = began
    }

    mutating func note(_ drawing: PageDrawing, at now: Instant) {
        if drawing.page == .door { doorDrew = now }
        if drawing.isConsole { console = (now, drawing) }
    }

    mutating func tell(verdict: Int64, at now: Instant) {
        if verdict > told?.verdict ?? 0 { told = (verdict, now) }
    }

    /// Somebody can see verdicts on a page.
    func isSeen(at now: Instant) -> Bool {
        doorDrew.map { now - $0 < Self.patience } ?? false
    }

    /// `nil` until a page on the console has confirmed something.
    func console(at now: Instant) -> StationStatus.Console? {
        guard let console else { return nil }
        if now - console.at >= Self.patience { return .silent }
        return missed(at: now) == nil ? .drawn : .behind
    }

    func consoleSilence(at now: Instant) -> Duration {
        now - (missed(at: now) ?? console?.at ?? began)
    }

    /// When the verdict was told that the console's page should have drawn long since. One from before the page was opened
    /// is none of its business, and the figures show none.
    private func missed(at now: Instant) -> Instant? {
        guard let told, let console, console.drawing.page == .door, now - told.at > Self.verdictPatience,
            told.at > console.at - .milliseconds(console.drawing.pageAgeMs),
            told.verdict > console.drawing.verdict ?? 0
        else { return nil }
        return told.at
    }
}
