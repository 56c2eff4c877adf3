// DoorScreen: the HTTP API of a station on its unix socket, and the page that the staff at the door look at.

public import Tickets

/// What the API asks of a station. Station implements it; the routes only translate.
///
/// Everything thrown is an ``ExplainedError``; the routes send it as a JSON object and the command line prints it, so
/// that a command gives the same answer whether it asks a daemon or opens the state folder itself.
public protocol StationControl: StaffControl {
    func status() async throws -> StationStatus

    /// What is in order and what is not, and what to do next.
    func examine() async throws -> [Diagnosis]

    /// How the organizer's server wants the screen to look; `nil` where nobody has said.
    func branding() async -> Branding?

    /// What Prometheus reads: its text format, version 0.0.4.
    func metrics() async throws -> String

    func logLevel() async throws -> LogLevel
    /// Until the station is started again.
    func setLogLevel(_ request: LogLevel) async throws

    /// Every verdict and hint from now on. A reader that falls behind loses the oldest.
    /// - Parameters:
    ///   - span: those of this time before, too; at most ten seconds.
    ///   - isPage: they go to a page, on which somebody sees them only while it confirms that it draws.
    func showings(replaying span: Duration, onPage isPage: Bool) async -> AsyncStream<Showing>

    /// A page has drawn something.
    func pageDrew(_ drawing: PageDrawing) async
    /// Whether the page on the station's own console draws what it is told.
    func consoleSight() async -> ConsoleSight

    /// The verdict a code would get. Nothing is recorded.
    func check(_ request: CheckRequest) async throws -> VerdictReport

    func search(_ request: SearchRequest) async throws -> SearchAnswer
    func admit(_ request: ManualRequest) async throws -> VerdictReport
    func checkOut(_ request: ManualRequest) async throws -> VerdictReport
    func checkOutAll(_ request: CheckOutAllRequest) async throws -> CheckOutAllAnswer
    func undo(_ request: UndoRequest) async throws -> UndoAnswer
    /// Lets the station decide without its disk, or no longer.
    func setNotRecorded(_ request: NotRecordedRequest) async throws

    /// Journal entries after a sequence number, at most `limit` of them, oldest first.
    func journalEntries(after sequence: Int64, limit: Int) async throws -> [JSONValue]
    /// The export as it is written, piece by piece: a header or lines, in UTF-8.
    func exportJournal(_ format: JournalFormat) async throws -> AsyncThrowingStream<String, any Error>
    /// The signed head of the journal: one line.
    func journalHead() async throws -> JournalHeadAnswer
    func verifyJournal(_ request: VerifyRequest) async throws -> VerifyAnswer
    func purgeJournal() async throws -> PurgeAnswer

    func outbox(_ request: OutboxRequest) async throws -> [OutboxItem]
    func conflicts() async throws -> ConflictsAnswer
    func retryOutbox(_ request: RetryRequest) async throws -> RetryAnswer

    /// A PNG of what a camera sees at the moment, the codes in it outlined.
    /// - Parameter camera: a name of its device file; `nil` when there is only one.
    func cameraPicture(camera: String?) async throws -> [UInt8]
    /// The same, small and often: for guests who aim at the first camera. `nil` when none is read.
    func cameraPreview() async throws -> [UInt8]?
    func learnedScanners() async throws -> [ScannerEntry]
    /// From now on the scanner is read, and as this says.
    func learnScanner(_ scanner: ScannerEntry) async throws

    /// The numbers of an event; of those served now when it is `nil`.
    func figures(event: String?) async throws -> [EventFigures]
    /// The file of a report on an event; on the one served now when it is `nil`.
    func report(event: String?, format: ReportFormat) async throws -> [UInt8]

    func manifests() async throws -> [ManifestSummary]
    /// Installs the manifest whose bytes arrive in order; nothing changes unless all of it is right.
    ///
    /// The pieces may end early without an error when the calling task is cancelled.
    /// - Parameter acceptingLoss: also one that has lost much of the list in force.
    func installManifest(
        _ pieces: AsyncThrowingStream<[UInt8], any Error>, acceptingLoss: Bool
    ) async throws -> ManifestSummary
    func removeManifest(event: String) async throws

    /// Lists on USB sticks that are plugged in.
    func listOffers() async throws -> [ListOffer]
    /// Installs an offered list.
    func acceptList(_ request: AcceptRequest) async throws -> ManifestSummary

    func trustedKeys() async throws -> [KeySummary]
    /// - Parameter file: the text of a `.pub` file.
    func trustKey(_ file: String) async throws -> KeySummary
    /// Also withdraws the key's lists; their event ids are the answer.
    func removeKey(id: String) async throws -> KeyRemoval

    func enrolmentState() async throws -> EnrolmentState
    /// For some minutes pairings are taken that are shown to a reader.
    func openEnrolment() async throws -> EnrolmentState
    /// Puts a pairing in force; a daemon then begins anew with it.
    func acceptPairing(_ request: PairingRequest) async throws -> EnrolmentState
    /// Forgets a pairing that was shown, and takes none any more.
    func refusePairing() async throws
    /// Ends the enrolment; a daemon then begins anew without it.
    func leave(_ request: LeaveRequest) async throws

    func operators() async throws -> [OperatorSummary]
    func addOperator(_ request: OperatorRequest) async throws
    func removeOperator(name: String) async throws
}
