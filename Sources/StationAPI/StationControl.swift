// StationAPI: what can be asked of a station, its messages, and the server of it on a unix socket.

public import Messages
public import Tickets

/// What the API asks of a station, subject by subject. Station implements each; the routes only translate.
///
/// Everything thrown is an ``ExplainedError``; the routes send it as a JSON object and the command line prints it, so
/// that a command gives the same answer whether it asks a daemon or opens the state folder itself.
public struct StationControl: Sendable {
    public let monitor: any MonitorControl
    public let displays: any DisplayControl
    public let tickets: any TicketControl
    public let place: any PlaceControl
    public let operators: any OperatorControl
    public let journal: any JournalControl
    public let figures: any FiguresControl
    public let readers: any ReaderControl
    public let lists: any ListControl
    public let enrolment: any EnrolmentControl

    public init(
        monitor: any MonitorControl, displays: any DisplayControl, tickets: any TicketControl, place: any PlaceControl,
        operators: any OperatorControl, journal: any JournalControl, figures: any FiguresControl,
        readers: any ReaderControl, lists: any ListControl, enrolment: any EnrolmentControl
    ) {
        self.monitor = monitor
        self.displays = displays
        self.tickets = tickets
        self.place = place
        self.operators = operators
        self.journal = journal
        self.figures = figures
        self.readers = readers
        self.lists = lists
        self.enrolment = enrolment
    }
}

/// How the station is doing.
public protocol MonitorControl: Sendable {
    func status() async throws -> StationStatus
    /// What is in order and what is not, and what to do next.
    func examine() async throws -> [Condition]
    /// What Prometheus reads: its text format, version 0.0.4.
    func metrics() async throws -> String
    func logLevel() async throws -> LogLevel
    /// Until the station is started again.
    func setLogLevel(_ request: LogLevel) async throws
    /// How the organizer's server wants the screen to look; `nil` where nobody has said.
    func branding() async -> Branding?
}

/// Those who see verdicts.
public protocol DisplayControl: Sendable {
    /// Every verdict and hint from now on. A reader that falls behind loses the oldest.
    /// - Parameters:
    ///   - span: those of this time before, too; at most ten seconds.
    ///   - isPage: they go to a page, on which somebody sees them only while it confirms that it draws.
    func showings(replaying span: Duration, onPage isPage: Bool) async -> AsyncStream<Showing>
    /// A page has drawn something.
    func pageDrew(_ drawing: PageDrawing) async
    /// Whether the page on the station's own console draws what it is told.
    func consoleSight() async -> ConsoleSight
}

/// The journal, and what of it the servers have not settled.
public protocol JournalControl: Sendable {
    /// Entries after a sequence number, at most `limit` of them, oldest first.
    func entries(after sequence: Int64, limit: Int) async throws -> [JSONValue]
    /// The export as it is written, piece by piece: a header or lines, in UTF-8.
    func export(_ format: JournalFormat) async throws -> AsyncThrowingStream<[UInt8], any Error>
    /// The signed head of the journal: one line.
    func head() async throws -> JournalHeadAnswer
    func verify(_ request: VerifyRequest) async throws -> VerifyAnswer
    func purge() async throws -> PurgeAnswer
    func outbox(_ request: OutboxRequest) async throws -> [OutboxItem]
    func conflicts() async throws -> ConflictsAnswer
    func retry(_ request: RetryRequest) async throws -> RetryAnswer
}

/// Cameras and scanners.
public protocol ReaderControl: Sendable {
    /// A PNG of what a camera sees at the moment, the codes in it outlined.
    /// - Parameter camera: a name of its device file; `nil` when there is only one.
    func picture(camera: String?) async throws -> [UInt8]
    /// The same, small and often: for guests who aim at the first camera. `nil` when none is read.
    func preview() async throws -> [UInt8]?
    func learnedScanners() async throws -> [ScannerEntry]
    /// From now on the scanner is read, and as this says.
    func learn(_ scanner: ScannerEntry) async throws
}

public protocol FiguresControl: Sendable {
    /// The numbers of an event; of those served now when it is `nil`.
    func figures(event: String?) async throws -> [EventFigures]
    /// The file of a report on an event; on the one served now when it is `nil`.
    func report(event: String?, format: ReportFormat) async throws -> [UInt8]
}

/// Signed lists, and the keys whose lists are taken.
public protocol ListControl: Sendable {
    func all() async throws -> [ManifestSummary]
    /// Installs the manifest whose bytes arrive in order; nothing changes unless all of it is right.
    ///
    /// The pieces may end early without an error when the calling task is cancelled.
    /// - Parameter acceptingLoss: also one that has lost much of the list in force.
    func install(
        _ pieces: AsyncThrowingStream<[UInt8], any Error>, acceptingLoss: Bool
    ) async throws -> ManifestSummary
    func remove(event: String) async throws
    /// Lists on USB sticks that are plugged in.
    func offers() async throws -> [ListOffer]
    /// Installs an offered list.
    func accept(_ request: AcceptRequest) async throws -> ManifestSummary

    func keys() async throws -> [KeySummary]
    /// - Parameter file: the text of a `.pub` file.
    func trust(_ file: String) async throws -> KeySummary
    /// Also withdraws the key's lists; their event ids are the answer.
    func removeKey(id: String) async throws -> KeyRemoval
}

public protocol EnrolmentControl: Sendable {
    func state() async throws -> EnrolmentState
    /// For some minutes pairings are taken that are shown to a reader.
    func open() async throws -> EnrolmentState
    /// Puts a pairing in force; a daemon then starts again with it.
    /// - Parameter staff: `nil` for somebody on the spot, at a station that is not enrolled.
    func accept(_ request: PairingRequest, by staff: Staff?) async throws -> EnrolmentState
    /// Forgets a pairing that was shown, and takes none any more.
    func refuse() async throws
    /// Ends the enrolment; a daemon then starts again without it.
    func leave(_ request: LeaveRequest) async throws
}
