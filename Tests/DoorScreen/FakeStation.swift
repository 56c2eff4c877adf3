import Foundation
import Messages
import Tickets

@testable import DoorScreen
@testable import StationAPI

/// A station that writes down what it is asked, and answers with one sample of everything.
actor FakeStation: MonitorControl, DisplayControl, TicketControl, BoxOfficeControl, PhoneControl, PlaceControl,
    OperatorControl, RosterControl, JournalControl, FiguresControl, ReaderControl, ListControl, BackendControl,
    AlertControl, EnrolmentControl
{
    /// The calls so far: the name, then what came with it.
    private(set) var calls: [String] = []
    /// Thrown by every call when set.
    var error: (any Error)?
    /// Is given the pieces of a manifest.
    var install: @Sendable (ByteStream) async throws -> Void = { pieces in
        for try await _ in pieces {}
    }
    var brand: Branding?
    var export: ByteStream = ["one\n", "two\n"].map { Array($0.utf8) }.asThrowingStream
    private var told: AsyncStream<DisplayEvent>?
    private var employed = [OperatorSummary.sample]
    private var languages: [String: String] = [:]
    private var hirings: Int64 = 0
    /// Sue is removed and added again while her PIN is compared.
    private(set) var isReplacing = false
    private var listeners: [AsyncStream<DisplayEvent>.Continuation] = []
    /// Of each listener that has gone, whether it went by itself; `false` when there was nothing more to hear.
    let listenerGone: AsyncStream<Bool>
    private let listenerGoneSignal: AsyncStream<Bool>.Continuation

    init() {
        (listenerGone, listenerGoneSignal) = AsyncStream<Bool>.makeStream()
    }

    nonisolated var control: StationControl {
        StationControl(
            monitor: self, displays: self, tickets: self, boxOffice: self, phones: self, place: self, operators: self,
            rosters: self, journal: self, figures: self, readers: self, lists: self, backends: self, alerts: self,
            enrolment: self)
    }

    func replaceWhilePINIsChecked() { isReplacing = true }

    func fail(with error: any Error) {
        self.error = error
    }

    func onInstall(_ install: @escaping @Sendable (ByteStream) async throws -> Void) {
        self.install = install
    }

    func exporting(_ export: ByteStream) {
        self.export = export
    }

    /// Instead of what is announced.
    func tell(_ displayEvents: AsyncStream<DisplayEvent>) {
        told = displayEvents
    }

    func announce(_ announcement: Announcement, reader: String? = nil) {
        for listener in listeners { listener.yield(DisplayEvent(announcement, reader: reader)) }
    }

    func note(_ call: String) throws {
        calls.append(call)
        if let error { throw error }
    }

    func note(_ call: String, _ request: some Encodable) throws {
        try note(call + " " + String(decoding: ControlJSON.encode(request), as: UTF8.self))
    }

    func pageDrew(_ drawing: PageDrawing) {
        try? note("drawn", drawing)
    }

    func consoleVisibility() -> ConsoleVisibility { ConsoleVisibility(hasDrawn: true, undrawn: .milliseconds(1234)) }

    func displayEvents(replaying span: Duration, onPage isPage: Bool) -> AsyncStream<DisplayEvent> {
        if let told { return told }
        let (stream, continuation) = AsyncStream<DisplayEvent>.makeStream()
        let signal = listenerGoneSignal
        continuation.onTermination = { reason in
            if case .cancelled = reason { signal.yield(true) } else { signal.yield(false) }
        }
        listeners.append(continuation)
        return stream
    }

    func status() throws -> StationStatus {
        try note("status")
        return .sample
    }

    func branding() -> Branding? { brand }

    func dress(_ branding: Branding) {
        brand = branding
    }

    func examine() throws -> [Condition] {
        try note("examine")
        return [Condition(.diskNearlyFull, ["free": "3"])]
    }

    func check(_ name: String) throws -> [Condition] {
        try note("checkBackend \(name)")
        return [Condition(.backendTakesCheckIns, subject: name, ["backend": name])]
    }

    func lists(of event: String, at name: String) throws -> [BackendList] {
        try note("backendLists \(event) at \(name)")
        return [BackendList(id: "12", name: "Hall", date: 4, products: 2, reentry: "none", hasRule: true)]
    }

    func events(of name: String) throws -> [BackendEvent] {
        try note("backendEvents \(name)")
        return [BackendEvent(id: "7", name: "Winter Gala", starts: Timestamp(seconds: 1_795_262_400))]
    }

    func testAlerts(_ receiver: String?) throws -> [AlertTrial] {
        try note("testAlerts \(receiver ?? "all")")
        return [AlertTrial(receiver: receiver ?? "office"), AlertTrial(receiver: "phone", trouble: "it is away")]
    }

    func metrics() throws -> String {
        try note("metrics")
        return "usher_build_info{version=\"1.0.0\"} 1\n"
    }

    func logLevel() throws -> LogLevel {
        try note("logLevel")
        return LogLevel(level: "notice")
    }

    func setLogLevel(_ request: LogLevel) throws {
        try note("setLogLevel", request)
    }

    func check(_ request: CheckRequest) throws -> VerdictReport {
        try note("check", request)
        return try .sample
    }

    func entries(after sequence: Int64, limit: Int) throws -> [JSONValue] {
        try note("journalEntries after \(sequence) limit \(limit)")
        return [.object([("seq", .integer(1)), ("id", .string("a"))])]
    }

    func export(_ format: JournalFormat) throws -> ByteStream {
        try note("exportJournal \(format)")
        return export
    }

    func head() throws -> JournalHeadAnswer {
        try note("journalHead")
        return .sample
    }

    func verify(_ request: VerifyRequest) throws -> VerifyAnswer {
        try note("verifyJournal", request)
        return .sample
    }

    func purge() throws -> PurgeAnswer {
        try note("purgeJournal")
        return .sample
    }

    func forget(_ request: ForgetRequest) throws -> ForgetAnswer {
        try note("forgetTicket", request)
        return .sample
    }

    func usedTickets(of event: String) throws -> UsedTickets {
        try note("usedTickets " + event)
        return .sample
    }

    func readmit(_ request: ReadmitRequest, by staff: Staff) throws -> UsedTickets {
        try note("readmit by \(staff.name)", request)
        return .sample
    }

    func outbox(_ request: OutboxRequest) throws -> [OutboxItem] {
        try note("outbox", request)
        return [.sample]
    }

    func conflicts() throws -> ConflictsAnswer {
        try note("conflicts")
        return .sample
    }

    func retry(_ request: RetryRequest) throws -> RetryAnswer {
        try note("retryOutbox", request)
        return .sample
    }

    func figures(event: String?) throws -> [EventFigures] {
        try note("figures \(event ?? "served")")
        return [.sample]
    }

    func report(event: String?, format: ReportFormat, language: String?) throws -> [UInt8] {
        try note("report \(event ?? "served") \(format)\(language.map { " in \($0)" } ?? "")")
        return Array("a report".utf8)
    }

    func all() throws -> [ManifestSummary] {
        try note("manifests")
        return [.sample]
    }

    func install(
        _ pieces: ByteStream, acceptingLoss: Bool
    ) async throws -> ManifestSummary {
        try note("installManifest")
        try await install(pieces)
        return .sample
    }

    func remove(event: String) throws {
        try note("removeManifest \(event)")
    }

    func offers() throws -> [ListOffer] {
        try note("listOffers")
        return [.sample]
    }

    func accept(_ request: AcceptRequest) throws -> ManifestSummary {
        try note("acceptList", request)
        return .sample
    }

    func keys() throws -> [KeySummary] {
        try note("trustedKeys")
        return [.sample]
    }

    func trust(_ file: String) throws -> KeySummary {
        try note("trustKey \(file)")
        return .sample
    }

    func removeKey(id: String) throws -> KeyRemoval {
        try note("removeKey \(id)")
        return .sample
    }

    func picture(camera: String?) throws -> [UInt8] {
        try note("cameraPicture \(camera ?? "only")")
        return Array("a picture".utf8)
    }

    func preview() throws -> [UInt8]? {
        try note("cameraPreview")
        return Array("a small picture".utf8)
    }

    func learnedScanners() throws -> [ScannerEntry] {
        try note("learnedScanners")
        return [.sample]
    }

    func learn(_ scanner: ScannerEntry) throws {
        try note("learnScanner", scanner)
    }

    func state() throws -> EnrolmentState {
        try note("enrolmentState")
        return .sample
    }

    func open() throws -> EnrolmentState {
        try note("openEnrolment")
        return .sample
    }

    func refuse() throws {
        try note("refusePairing")
    }

    func leave(_ request: LeaveRequest) throws {
        try note("leave", request)
    }

    func all() throws -> [OperatorSummary] {
        try note("operators")
        return employed
    }

    func atWork() throws -> [OperatorSummary] {
        try note("operators at work")
        return employed
    }

    func install(_ line: String) throws -> RosterAnswer {
        try note("roster \(line)")
        return .sample
    }

    func employ(_ people: [OperatorSummary]) {
        employed = people
        hirings += 1
    }

    func account(of name: String) -> OperatorAccount? {
        employed.first { $0.name == name }.flatMap { StaffRole(rawValue: $0.role) }.map {
            OperatorAccount(role: $0, generation: "\(hirings)")
        }
    }

    func language(of name: String) -> String? { languages[name] }

    nonisolated func watch(_ sessions: @escaping @Sendable () -> [Staff], on page: String) {}

    func setLanguage(_ language: String, of name: String) throws {
        try note("setLanguage \(language) \(name)")
        languages[name] = language
    }

    func add(_ request: OperatorRequest) throws {
        try note("addOperator", request)
    }

    func remove(name: String) throws {
        try note("removeOperator \(name)")
    }
}

extension Array where Element: Sendable {
    var asThrowingStream: AsyncThrowingStream<Element, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
        for element in self { continuation.yield(element) }
        continuation.finish()
        return stream
    }
}
