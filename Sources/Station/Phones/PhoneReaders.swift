internal import Foundation
internal import Logging
internal import Pictures
internal import QRReader
package import StationAPI
internal import Synchronization
internal import Threads
package import Tickets
internal import Wedges

/// The cameras of phones that staff hold: each person's is a reader of its own.
///
/// Whoever holds it sees the verdict on it, so it is passed on whether or not another display is connected.
package actor PhoneReaders: PhoneControl {
    /// In pixels: larger pictures would keep the door busy, and codes are read in much smaller ones.
    private static let mostPixels = 1920 * 1080

    private let router: PresentationRouter
    private let authorization: StaffAuthorization
    private let logger: Logger
    /// Reading a picture takes too long for Swift's shared threads.
    private let queue = WorkQueue("phones")
    private var cameras: [String: PhoneCamera] = [:]
    private var guesses = GuessGuard()

    init(router: PresentationRouter, authorization: StaffAuthorization, logger: Logger) {
        self.router = router
        self.authorization = authorization
        self.logger = logger
    }

    package func scan(_ picture: [UInt8], by staff: Staff) async throws -> Announcement? {
        try await scan(picture, by: staff, at: .now)
    }

    func scan(_ picture: [UInt8], by staff: Staff, at time: ContinuousClock.Instant) async throws -> Announcement? {
        try authorization.requireScanning()
        let source = "phone:\(staff.name)"
        if let end = guesses.pausedUntil(source, at: time) {
            throw StationError(
                .refused, "take", "a code of this phone",
                "it presented too many unknown codes and is ignored for \((end - time).components.seconds) s",
                hint: "Wait. Show only tickets to it: a phone that shows many unknown codes may be trying codes.")
        }
        let camera = try cameras[source] ?? PhoneCamera()
        cameras[source] = camera
        guard let bytes = try await queue.run({ try camera.code(in: picture, mostPixels: Self.mostPixels) }) else {
            return nil
        }
        // A pairing is for the cameras of the kiosk, whose screen compares its key.
        let presentation = Presentation(bytes: bytes, how: .phone, source: source, arrived: time)
        guard !presentation.isPairing else { return nil }
        let outcome = await router.take(presentation)
        watch(outcome, from: source, at: time)
        return outcome.announcement
    }

    private func watch(_ outcome: Outcome, from source: String, at time: ContinuousClock.Instant) {
        guard case .verdict(let report) = outcome, report.verdict == .refused(.invalid), !report.isRepeat,
            guesses.noteInvalid(from: source, at: time) != nil
        else { return }
        logger.error(
            "a phone presents unknown codes one after the other and is paused", metadata: ["reader": "\(source)"])
    }
}

/// Reads the frames of one phone; what was seen in the last ones helps with the next.
private final class PhoneCamera: Sendable {
    private let reader: Mutex<QRReader>

    init() throws {
        reader = Mutex(try QRReader())
    }

    /// The code nearest to the middle; `nil` when there is none.
    /// - Parameter file: a JPEG or PNG.
    func code(in file: [UInt8], mostPixels: Int) throws -> [UInt8]? {
        let picture = try GreyImage(decoding: file, named: "the picture", mostPixels: mostPixels)
        let symbols = reader.withLock { $0.read(picture.luma.span, width: picture.width, height: picture.height) }
        return symbols.nearestToMiddle(of: picture)?.bytes
    }
}
