import Foundation
import Tickets

@testable import DoorScreen

/// A station that writes down what it is asked, and answers with one sample of everything.
actor FakeStation: StationControl {
    /// The calls so far: the name, then what came with it.
    private(set) var calls: [String] = []
    /// Thrown by every call when set.
    var error: (any Error)?
    /// Is given the pieces of a manifest.
    var install: @Sendable (AsyncThrowingStream<[UInt8], any Error>) async throws -> Void = { pieces in
        for try await _ in pieces {}
    }
    var brand: Branding?
    var export = ["one\n", "two\n"].asThrowingStream
    private var employed = [OperatorSummary.sample]
    private var hirings: Int64 = 0
    /// Sue is removed and added again while her PIN is compared.
    private(set) var isReplacing = false
    private var listeners: [AsyncStream<Showing>.Continuation] = []
    /// Ends when a listener has gone.
    let listenerGone: AsyncStream<Void>
    private let listenerGoneSignal: AsyncStream<Void>.Continuation

    init() {
        (listenerGone, listenerGoneSignal) = AsyncStream<Void>.makeStream()
    }

    func replaceWhilePINIsChecked() { isReplacing = true }

    func fail(with error: any Error) {
        self.error = error
    }

    func onInstall(_ install: @escaping @Sendable (AsyncThrowingStream<[UInt8], any Error>) async throws -> Void) {
        self.install = install
    }

    func exporting(_ export: AsyncThrowingStream<String, any Error>) {
        self.export = export
    }

    func announce(_ announcement: Announcement, reader: String? = nil) {
        for listener in listeners { listener.yield(Showing(announcement, reader: reader)) }
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

    func consoleSight() -> ConsoleSight { ConsoleSight(hasDrawn: true, undrawn: .milliseconds(1234)) }

    func showings(replaying span: Duration, onPage isPage: Bool) -> AsyncStream<Showing> {
        let (stream, continuation) = AsyncStream<Showing>.makeStream()
        let signal = listenerGoneSignal
        continuation.onTermination = { _ in signal.finish() }
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

    func examine() throws -> [Diagnosis] {
        try note("examine")
        return [Diagnosis(.disk, .broken, "The disk is full.", next: "Make room.")]
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

    func search(_ request: SearchRequest) throws -> SearchAnswer {
        try note("search", request)
        return .sample
    }

    func admit(_ request: ManualRequest) throws -> VerdictReport {
        try note("admit", request)
        return try .sample
    }

    func checkOut(_ request: ManualRequest) throws -> VerdictReport {
        try note("checkOut", request)
        return try .sample
    }

    func checkOutAll(_ request: CheckOutAllRequest) throws -> CheckOutAllAnswer {
        try note("checkOutAll", request)
        return .sample
    }

    func undo(_ request: UndoRequest) throws -> UndoAnswer {
        try note("undo", request)
        return .sample
    }

    func setNotRecorded(_ request: NotRecordedRequest) throws {
        try note("setNotRecorded", request)
    }

    func journalEntries(after sequence: Int64, limit: Int) throws -> [JSONValue] {
        try note("journalEntries after \(sequence) limit \(limit)")
        return [.object([("seq", .integer(1)), ("id", .string("a"))])]
    }

    func exportJournal(_ format: JournalFormat) throws -> AsyncThrowingStream<String, any Error> {
        try note("exportJournal \(format)")
        return export
    }

    func journalHead() throws -> JournalHeadAnswer {
        try note("journalHead")
        return .sample
    }

    func verifyJournal(_ request: VerifyRequest) throws -> VerifyAnswer {
        try note("verifyJournal", request)
        return .sample
    }

    func purgeJournal() throws -> PurgeAnswer {
        try note("purgeJournal")
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

    func retryOutbox(_ request: RetryRequest) throws -> RetryAnswer {
        try note("retryOutbox", request)
        return .sample
    }

    func figures(event: String?) throws -> [EventFigures] {
        try note("figures \(event ?? "served")")
        return [.sample]
    }

    func report(event: String?, format: ReportFormat) throws -> [UInt8] {
        try note("report \(event ?? "served") \(format)")
        return Array("a report".utf8)
    }

    func manifests() throws -> [ManifestSummary] {
        try note("manifests")
        return [.sample]
    }

    func installManifest(
        _ pieces: AsyncThrowingStream<[UInt8], any Error>, acceptingLoss: Bool
    ) async throws -> ManifestSummary {
        try note("installManifest")
        try await install(pieces)
        return .sample
    }

    func removeManifest(event: String) throws {
        try note("removeManifest \(event)")
    }

    func listOffers() throws -> [ListOffer] {
        try note("listOffers")
        return [.sample]
    }

    func acceptList(_ request: AcceptRequest) throws -> ManifestSummary {
        try note("acceptList", request)
        return .sample
    }

    func trustedKeys() throws -> [KeySummary] {
        try note("trustedKeys")
        return [.sample]
    }

    func trustKey(_ file: String) throws -> KeySummary {
        try note("trustKey \(file)")
        return .sample
    }

    func removeKey(id: String) throws -> KeyRemoval {
        try note("removeKey \(id)")
        return .sample
    }

    func cameraPicture(camera: String?) throws -> [UInt8] {
        try note("cameraPicture \(camera ?? "only")")
        return Array("a picture".utf8)
    }

    func cameraPreview() throws -> [UInt8]? {
        try note("cameraPreview")
        return Array("a small picture".utf8)
    }

    func learnedScanners() throws -> [ScannerEntry] {
        try note("learnedScanners")
        return [.sample]
    }

    func learnScanner(_ scanner: ScannerEntry) throws {
        try note("learnScanner", scanner)
    }

    func enrolmentState() throws -> EnrolmentState {
        try note("enrolmentState")
        return .sample
    }

    func openEnrolment() throws -> EnrolmentState {
        try note("openEnrolment")
        return .sample
    }

    func acceptPairing(_ request: PairingRequest) throws -> EnrolmentState {
        try note("acceptPairing", request)
        return .sample
    }

    func refusePairing() throws {
        try note("refusePairing")
    }

    func leave(_ request: LeaveRequest) throws {
        try note("leave", request)
    }

    func operators() throws -> [OperatorSummary] {
        try note("operators")
        return employed
    }

    func employ(_ people: [OperatorSummary]) {
        employed = people
        hirings += 1
    }

    func employment(of name: String) -> Employment? {
        employed.first { $0.name == name }.flatMap { StaffRole(rawValue: $0.role) }.map {
            Employment(role: $0, generation: "\(hirings)")
        }
    }

    func addOperator(_ request: OperatorRequest) throws {
        try note("addOperator", request)
    }

    func removeOperator(name: String) throws {
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
