internal import Tickets

/// What a page confirms once it has drawn it: the body of `POST /drawn`.
public struct PageDrawing: Codable, Hashable, Sendable {
    public enum Page: String, Codable, Sendable, CaseIterable {
        /// Verdicts.
        case door
        /// The numbers of the evening: nobody sees a verdict on them.
        case figures
    }

    public var page: Page
    /// It is the page on the station's own console, which usher-screen.service has opened.
    public var isConsole: Bool
    /// The highest number of a journal entry whose verdict is drawn; `nil` when none is.
    public var verdict: Int64?
    /// For how long the page is open.
    public var pageAgeMs: Int64

    public init(page: Page, isConsole: Bool, verdict: Int64? = nil, pageAgeMs: Int64) {
        self.page = page
        self.isConsole = isConsole
        self.verdict = verdict
        self.pageAgeMs = pageAgeMs
    }
}

/// The answer of `GET /drawn`, by which usher-screen.service notices a browser that shows nothing.
public struct ConsoleSight: Codable, Hashable, Sendable {
    /// The console's page has confirmed something since the station was started.
    public var hasDrawn: Bool
    /// For how long the console's page has not confirmed that it draws what it is told; if it never has, for how long
    /// the station runs.
    public var undrawnMs: Int64

    public init(hasDrawn: Bool, undrawn: Duration) {
        self.hasDrawn = hasDrawn
        undrawnMs = undrawn.wholeMilliseconds
    }
}
