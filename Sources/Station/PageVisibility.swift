internal import StationAPI
internal import Tickets

/// Whether pages draw what they should, as far as they confirm it. An open page is not enough: a browser can stay white
/// or hang and still keep its event stream open. On the console a page also says when another window lies over it, for
/// that window has the keyboard then.
/// See docs/decisions/037-what-counts-as-a-display.md.
struct PageVisibility: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A page confirms every four seconds (drawn.js); three confirmations may be missing.
    static let confirmationTimeout = Duration.seconds(15)
    /// A machine under load is slow to confirm. A page that has drawn every verdict so far counts for this long: if it
    /// hangs, the next verdict is the last one that is taken.
    static let slowTimeout = Duration.seconds(60)
    /// Drawing a verdict takes a frame or two.
    static let verdictTimeout = Duration.seconds(10)
    /// After so long, people look for the verdict.
    static let slowVerdict = Duration.seconds(2)
    /// How long one slow verdict is a condition.
    static let slowMemory = Duration.seconds(60)

    private let began: Instant
    /// What door pages have confirmed last: that of the console, and any other.
    private var pages: [Place: Confirmation] = [:]
    private var console: (at: Instant, drawing: PageDrawing)?
    private var coveredSince: Instant?
    /// The highest number of an entry that was sent to pages, and when.
    private var announced: (verdict: Int64, at: Instant)?
    /// The last verdict that was slow to be drawn.
    private var slow: (span: Duration, at: Instant)?

    private enum Place {
        case console, elsewhere
    }

    private struct Confirmation {
        let at: Instant
        let opened: Instant
        let verdict: Int64

        init(_ drawing: PageDrawing, at now: Instant) {
            at = now
            opened = now - .milliseconds(drawing.pageAgeMs)
            verdict = drawing.verdict ?? 0
        }

        /// A verdict from before the page was opened does not count.
        func owes(_ announced: (verdict: Int64, at: Instant)) -> Bool {
            announced.at > opened && announced.verdict > verdict
        }
    }

    init(began: Instant = .now) {
        self.began = began
    }

    mutating func note(_ drawing: PageDrawing, at now: Instant) {
        if drawing.isConsole {
            console = (now, drawing)
            coveredSince = drawing.isCovered == true ? coveredSince ?? now : nil
        }
        guard drawing.page == .door else { return }
        let place: Place = drawing.isConsole ? .console : .elsewhere
        guard drawing.isCovered != true else {
            pages[place] = nil
            return
        }
        let confirmation = Confirmation(drawing, at: now)
        if let announced, pages[place]?.owes(announced) ?? false, !confirmation.owes(announced),
            now - announced.at > Self.slowVerdict
        {
            slow = (now - announced.at, now)
        }
        pages[place] = confirmation
    }

    mutating func noteAnnounced(verdict: Int64, at now: Instant) {
        if verdict > announced?.verdict ?? 0 { announced = (verdict, now) }
    }

    /// A person can see verdicts on a page.
    func isSeen(at now: Instant) -> Bool {
        pages.values.contains { page in
            let silence = now - page.at
            return silence < Self.confirmationTimeout
                || silence < Self.slowTimeout && !(announced.map(page.owes) ?? false)
        }
    }

    /// How long a verdict took that was drawn late, or takes by now; `nil` while pages draw as they should.
    func slowness(at now: Instant) -> Duration? {
        if let slow, now - slow.at < Self.slowMemory { return slow.span }
        guard isSeen(at: now), let page = pages.values.max(by: { $0.at < $1.at }) else { return nil }
        if let announced, page.owes(announced), now - announced.at > Self.slowVerdict { return now - announced.at }
        let silence = now - page.at
        return silence > Self.confirmationTimeout ? silence : nil
    }

    /// `nil` until a page on the console has confirmed something.
    func console(at now: Instant) -> StationStatus.Console? {
        guard let console else { return nil }
        if coveredSince != nil { return .covered }
        if now - console.at >= Self.confirmationTimeout { return .silent }
        return missed(at: now) == nil ? .drawn : .behind
    }

    func consoleSilence(at now: Instant) -> Duration {
        now - (coveredSince ?? missed(at: now) ?? console?.at ?? began)
    }

    /// When the verdict was sent that the console's page has not drawn in time; `nil` when there is none, and for the page
    /// of figures.
    private func missed(at now: Instant) -> Instant? {
        guard let announced, let page = pages[.console], console?.drawing.page == .door,
            now - announced.at > Self.verdictTimeout, page.owes(announced)
        else { return nil }
        return announced.at
    }
}
