internal import Tickets

/// What a page has drawn: the body of `POST /drawn`, by which it confirms that it works.
public struct PageDrawing: Codable, Hashable, Sendable {
    /// Which page it is. Raw values are used in JSON.
    public enum Page: String, Codable, Sendable, CaseIterable {
        /// The page that shows verdicts.
        case door
        /// The page of figures, which shows no verdicts.
        case figures
    }

    /// Which page was drawn.
    public var page: Page
    /// It is the page on the station's own console, opened by usher-screen.service.
    public var isConsole: Bool
    /// The highest number of a journal entry whose verdict is drawn; `nil` when none is.
    public var verdict: Int64?
    /// For how many milliseconds the page has been open.
    public var pageAgeMs: Int64
    /// Another window lies over the page, so that its verdicts cannot be seen: the browser gives the keyboard to that window.
    /// Only of the console, where no other window has a reason to be; absent otherwise.
    public var isCovered: Bool?

    public init(page: Page, isConsole: Bool, verdict: Int64? = nil, pageAgeMs: Int64, isCovered: Bool? = nil) {
        self.page = page
        self.isConsole = isConsole
        self.verdict = verdict
        self.pageAgeMs = pageAgeMs
        self.isCovered = isCovered
    }
}

/// The answer of `GET /drawn`, by which usher-screen.service notices a browser that shows nothing.
public struct ConsoleVisibility: Codable, Hashable, Sendable {
    /// The console's page has confirmed something since the station was started.
    public var hasDrawn: Bool
    /// For how many milliseconds the console's page has not confirmed what it should have drawn. If it never has, for
    /// how long the station runs.
    public var undrawnMs: Int64

    public init(hasDrawn: Bool, undrawn: Duration) {
        self.hasDrawn = hasDrawn
        undrawnMs = undrawn.wholeMilliseconds
    }
}
