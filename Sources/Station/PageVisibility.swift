internal import StationAPI
internal import Tickets

/// Whether pages draw what they should, as far as they confirm it. An open page is not enough: a browser can stay white
/// or hang and still keep its event stream open. (A page does not learn that another window covers it, because the
/// compositor asks both for frames. The console's keyboard layout leaves no way to open one.)
/// See docs/decisions/037-what-counts-as-a-display.md.
struct PageVisibility: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A page confirms every four seconds (drawn.js); three confirmations may be missing.
    static let confirmationTimeout = Duration.seconds(15)
    /// Drawing a verdict takes a frame or two.
    static let verdictTimeout = Duration.seconds(10)

    private let began: Instant
    /// When a door's page last confirmed that it draws.
    private var doorPageConfirmed: Instant?
    private var console: (at: Instant, drawing: PageDrawing)?
    /// The highest number of an entry that was sent to pages, and when.
    private var announced: (verdict: Int64, at: Instant)?

    init(began: Instant = .now) {
        self.began = began
    }

    mutating func note(_ drawing: PageDrawing, at now: Instant) {
        if drawing.page == .door { doorPageConfirmed = now }
        if drawing.isConsole { console = (now, drawing) }
    }

    mutating func noteAnnounced(verdict: Int64, at now: Instant) {
        if verdict > announced?.verdict ?? 0 { announced = (verdict, now) }
    }

    /// A person can see verdicts on a page.
    func isSeen(at now: Instant) -> Bool {
        doorPageConfirmed.map { now - $0 < Self.confirmationTimeout } ?? false
    }

    /// `nil` until a page on the console has confirmed something.
    func console(at now: Instant) -> StationStatus.Console? {
        guard let console else { return nil }
        if now - console.at >= Self.confirmationTimeout { return .silent }
        return missed(at: now) == nil ? .drawn : .behind
    }

    func consoleSilence(at now: Instant) -> Duration {
        now - (missed(at: now) ?? console?.at ?? began)
    }

    /// When the verdict was sent that the console's page has not drawn in time; `nil` when there is none. A verdict
    /// from before the page was opened does not count, and neither does any on the page of figures.
    private func missed(at now: Instant) -> Instant? {
        guard let announced, let console, console.drawing.page == .door, now - announced.at > Self.verdictTimeout,
            announced.at > console.at - .milliseconds(console.drawing.pageAgeMs),
            announced.verdict > console.drawing.verdict ?? 0
        else { return nil }
        return announced.at
    }
}
