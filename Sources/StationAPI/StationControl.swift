// StationAPI: what can be asked of a station, its messages, and the server of it on a unix socket.

public import Messages
public import Tickets

/// What the API asks of a station: one protocol for each subject. The module Station implements them; the routes only
/// translate.
///
/// Everything thrown is an ``ExplainedError``. The routes send it as a JSON object and the command line prints it, so
/// that a command gives the same answer whether it asks a daemon or opens the state folder itself.
public struct StationControl: Sendable {
    /// Status, conditions, metrics, log level and branding.
    public let monitor: any MonitorControl
    /// The displays, which show verdicts.
    public let displays: any DisplayControl
    /// What staff do with tickets.
    public let tickets: any TicketControl
    /// What is sold at the door.
    public let boxOffice: any BoxOfficeControl
    /// The phones of staff.
    public let phones: any PhoneControl
    /// Gate and direction.
    public let place: any PlaceControl
    /// The staff.
    public let operators: any OperatorControl
    /// The staff of all stations.
    public let rosters: any RosterControl
    /// The journal and the outbox.
    public let journal: any JournalControl
    /// The numbers of events, and reports.
    public let figures: any FiguresControl
    /// Cameras and scanners.
    public let readers: any ReaderControl
    /// Signed lists and trusted keys.
    public let lists: any ListControl
    /// Ticketing servers.
    public let backends: any BackendControl
    /// Those who get alerts.
    public let alerts: any AlertControl
    /// Pairings.
    public let enrolment: any EnrolmentControl

    public init(
        monitor: any MonitorControl, displays: any DisplayControl, tickets: any TicketControl,
        boxOffice: any BoxOfficeControl, phones: any PhoneControl, place: any PlaceControl,
        operators: any OperatorControl, rosters: any RosterControl, journal: any JournalControl,
        figures: any FiguresControl, readers: any ReaderControl, lists: any ListControl,
        backends: any BackendControl, alerts: any AlertControl, enrolment: any EnrolmentControl
    ) {
        self.monitor = monitor
        self.displays = displays
        self.tickets = tickets
        self.boxOffice = boxOffice
        self.phones = phones
        self.place = place
        self.operators = operators
        self.rosters = rosters
        self.journal = journal
        self.figures = figures
        self.readers = readers
        self.lists = lists
        self.backends = backends
        self.alerts = alerts
        self.enrolment = enrolment
    }
}

/// How the station is doing.
public protocol MonitorControl: Sendable {
    /// Everything at once, in one object.
    func status() async throws -> StationStatus
    /// What is in order and what is not, and what to do about it. Takes some seconds: it looks at pictures of the
    /// cameras and writes to the disk.
    func examine() async throws -> [Condition]
    /// The metrics in the text format of Prometheus, version 0.0.4 (docs/WATCHING.md).
    func metrics() async throws -> String
    /// How much the station logs now.
    func logLevel() async throws -> LogLevel
    /// Changes how much the station logs, until usherd is started again.
    /// - Throws: for a word that is no level
    func setLogLevel(_ request: LogLevel) async throws
    /// How the organizer's server wants the screen to look; `nil` when no server has said so.
    func branding() async -> Branding?
}

/// The displays: what they are to show, and whether they show it.
public protocol DisplayControl: Sendable {
    /// Every verdict and hint from now on. A reader that falls behind loses the oldest.
    /// - Parameters:
    ///   - span: also those of this time before now; at most 10 s.
    ///   - isPage: they go to a page, which counts as a display only while it confirms that it draws.
    func displayEvents(replaying span: Duration, onPage isPage: Bool) async -> AsyncStream<DisplayEvent>
    /// Notes that a page has drawn something.
    func pageDrew(_ drawing: PageDrawing) async
    /// Whether the page on the station's own console draws what it should.
    func consoleVisibility() async -> ConsoleVisibility
}

/// The journal, and the entries that the servers have not settled.
public protocol JournalControl: Sendable {
    /// Entries in the order of the journal.
    /// - Parameters:
    ///   - sequence: number of the last entry of the previous page; 0 for the first page.
    ///   - limit: how many entries at most.
    func entries(after sequence: Int64, limit: Int) async throws -> [JSONValue]
    /// The whole journal as a file in UTF-8, piece by piece. Its entries count as exported, so that they can be purged,
    /// once all pieces have been read.
    func export(_ format: JournalFormat) async throws -> ByteStream
    /// The signed head of the journal (docs/JOURNAL.md).
    func head() async throws -> JournalHeadAnswer
    /// Looks for entries that were changed, removed or reordered. A fault in the journal is an answer, not an error.
    func verify(_ request: VerifyRequest) async throws -> VerifyAnswer
    /// Removes the entries of events that have ended and whose entries are all acknowledged or exported.
    func purge() async throws -> PurgeAnswer
    /// Removes all that the journal has of one ticket of an event that has ended.
    func forget(_ request: ForgetRequest) async throws -> ForgetAnswer
    /// What is remembered of an event's tickets whose entries were removed.
    func usedTickets(of event: String) async throws -> UsedTickets
    /// Forgets that they were used: they admit again.
    func readmit(_ request: ReadmitRequest, by staff: Staff) async throws -> UsedTickets
    /// Entries and their state at their backend, in the order of the journal; 10,000 at most.
    func outbox(_ request: OutboxRequest) async throws -> [OutboxItem]
    /// What a person has to look at: entries that a server refused, and double entries.
    func conflicts() async throws -> ConflictsAnswer
    /// Sends parked and refused entries again.
    func retry(_ request: RetryRequest) async throws -> RetryAnswer
}

/// Cameras and scanners.
public protocol ReaderControl: Sendable {
    /// A PNG of what a camera sees now, with the codes in it outlined. It may show a ticket's code, which is a secret.
    /// - Parameter camera: a name of its device file; `nil` is enough when one camera is read.
    /// - Throws: when no such camera is read, or it sends no good picture for 5 s
    func picture(camera: String?) async throws -> [UInt8]
    /// A small PNG of what the first camera sees now, for guests who hold a ticket in front of it. `nil` when no camera
    /// is read, or it sends no picture.
    func preview() async throws -> [UInt8]?
    /// Scanners that `usher devices learn` has made known to this station.
    func learnedScanners() async throws -> [ScannerEntry]
    /// Stores how a scanner types, and reads it so from now on. It replaces what was known of this scanner.
    func learn(_ scanner: ScannerEntry) async throws
}

/// The numbers of events, and reports on them.
public protocol FiguresControl: Sendable {
    /// - Parameter event: id; `nil` for all events that are served now.
    /// - Throws: when no list of the event is installed
    func figures(event: String?) async throws -> [EventFigures]
    /// The file of a report on one event.
    /// - Parameters:
    ///   - event: id; `nil` for the first event that is served now.
    ///   - language: in which a document for people is written; `nil` for the station's.
    func report(event: String?, format: ReportFormat, language: String?) async throws -> [UInt8]
}

/// Signed lists, and the keys that the station trusts.
public protocol ListControl: Sendable {
    /// The lists in force, one for each event.
    func all() async throws -> [ManifestSummary]
    /// Installs the list whose bytes arrive in order. Nothing changes unless all of it is right.
    ///
    /// The pieces may end early without an error when the calling task is cancelled.
    /// - Parameter acceptingLoss: also a list with which many people could not enter any more, or that lacks an
    ///   admission list on which people entered (docs/MANIFEST.md).
    func install(
        _ pieces: ByteStream, acceptingLoss: Bool
    ) async throws -> ManifestSummary
    /// Removes the list of an event. The journal stays.
    func remove(event: String) async throws
    /// Lists on USB sticks that are plugged in, also those that cannot be installed.
    func offers() async throws -> [ListOffer]
    /// Installs an offered list, or nothing at all.
    func accept(_ request: AcceptRequest) async throws -> ManifestSummary

    /// The organizers' keys that this station trusts.
    func keys() async throws -> [KeySummary]
    /// Trusts a key: from now on it can sign lists for this station.
    /// - Parameter file: the text of a `.pub` file.
    func trust(_ file: String) async throws -> KeySummary
    /// Stops trusting a key, and withdraws the lists that it signed.
    func removeKey(id: String) async throws -> KeyRemoval
}

/// The ticketing servers of usher.yaml.
public protocol BackendControl: Sendable {
    /// Tries one: address, certificate, credential, kind, rights and clock. Nothing is sent that changes anything there.
    /// - Parameter name: its name in usher.yaml.
    /// - Throws: when there is no backend of this name; what is wrong with the server itself is among the conditions
    func check(_ name: String) async throws -> [Condition]
    /// The events that its credential sees.
    func events(of name: String) async throws -> [BackendEvent]
    /// The admission lists of an event there.
    /// - Parameter event: the id of usher, or the server's.
    /// - Throws: when that kind of server has no lists
    func lists(of event: String, at name: String) async throws -> [BackendList]
}

/// The receivers of `alerts` in usher.yaml.
public protocol AlertControl: Sendable {
    /// Sends a test message.
    /// - Parameter receiver: its name in usher.yaml; `nil` for all.
    /// - Throws: when there is no receiver of this name, or none at all
    func testAlerts(_ receiver: String?) async throws -> [AlertTrial]
}

/// How a kiosk becomes the station of an event, and how that ends (docs/ENROL.md).
public protocol EnrolmentControl: Sendable {
    /// Whether the station is enrolled, and which pairing waits for a person.
    func state() async throws -> EnrolmentState
    /// Accepts pairings that are shown to a reader, for 15 minutes.
    /// - Throws: when the station is enrolled
    func open() async throws -> EnrolmentState
    /// Puts a pairing in force. A daemon then restarts with it.
    /// - Parameter staff: who confirms it; `nil` for a person without a session, at a station that is not enrolled.
    /// - Throws: when the fingerprint is not the one of the key, and when the pairing has expired or was used before
    func accept(_ request: PairingRequest, by staff: Staff?) async throws -> EnrolmentState
    /// Forgets the pairing that waits for a person. The station still accepts others.
    func refuse() async throws
    /// Ends the enrolment. A daemon then restarts without it.
    /// - Throws: while check-ins are unsent, unless the request forces it
    func leave(_ request: LeaveRequest) async throws
}
