internal import Tickets

/// Storage for what other gates did.
public protocol NewsDesk: Sendable {
    /// Cursor of the last stored page; `nil` at the beginning.
    func cursor() async throws -> String?
    /// Stores a page and its cursor, in one transaction.
    func keep(_ page: CheckInPage) async throws
}

/// Asks a server every few seconds what other gates did, for as long as it runs.
public struct StreamFollower: Sendable {
    /// From the end of one request to the next.
    public static let interval = Duration.seconds(3)

    /// Until a server that does not support this is asked again.
    private static let unsupportedPause = Duration.seconds(3600)

    /// How many pages are read without a pause.
    private static let mostPages = 200

    private let stream: any CheckInStream
    private let desk: any NewsDesk
    private let report: LinkReport
    private let surroundings: LinkSurroundings

    /// - Parameter desk: stores the pages.
    public init(
        _ stream: any CheckInStream, into desk: any NewsDesk, report: LinkReport, surroundings: LinkSurroundings
    ) {
        self.stream = stream
        self.desk = desk
        self.report = report
        self.surroundings = surroundings
    }

    /// Returns when the calling task is cancelled.
    public func run() async {
        var pauses = RetryPauses()
        while !Task.isCancelled {
            do {
                try await readAll()
                pauses.reset()
                if report.noteSuccess(of: .news, at: surroundings.now()) { surroundings.tell(nil) }
                await surroundings.sleep(Self.interval)
            } catch {
                guard !Task.isCancelled else { return }
                let trouble =
                    error as? BackendTrouble
                    ?? BackendTrouble(.failing, "keep", "what other gates did", "\(error)")
                if trouble.code == .unsupported {
                    // This is no fault: the server does not report check-ins. It may be updated, though.
                    await surroundings.sleep(Self.unsupportedPause)
                    continue
                }
                if report.note(trouble, with: .news) { surroundings.tell(trouble) }
                await surroundings.sleep(max(Self.interval, pauses.next(after: trouble, random: surroundings.random())))
            }
        }
    }

    private func readAll() async throws {
        var cursor = try await desk.cursor()
        // A server that always has more is asked again after the pause.
        for _ in 0..<Self.mostPages where !Task.isCancelled {
            let page = try await stream.page(after: cursor)
            try await desk.keep(page)
            guard page.isMore else { return }
            guard page.cursor != cursor else {
                throw BackendTrouble(
                    .unexpected, "read", "what other gates did", "the server's pages repeat without end")
            }
            cursor = page.cursor
        }
    }
}
