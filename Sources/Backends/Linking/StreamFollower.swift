internal import Tickets

/// Where what other gates did is kept.
public protocol NewsDesk: Sendable {
    /// Where the last page ended; `nil` at the beginning.
    func cursor() async throws -> String?
    /// Keeps a page and where it ended, in one step.
    func keep(_ page: CheckInPage) async throws
}

/// Learns every few seconds what other gates did, for as long as it runs.
public struct StreamFollower: Sendable {
    /// From the end of one question to the next.
    public static let interval = Duration.seconds(3)

    /// From a server that cannot be asked to the next question.
    private static let unsupportedPause = Duration.seconds(3600)

    /// Pages that are read without a pause.
    private static let mostPages = 200

    private let stream: any CheckInStream
    private let desk: any NewsDesk
    private let report: LinkReport
    private let surroundings: LinkSurroundings

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
                    // Nothing is wrong, there is just nothing to learn; servers get newer, though.
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
        // A server that has always more waits for its next turn, like all others.
        for _ in 0..<Self.mostPages where !Task.isCancelled {
            let page = try await stream.page(after: cursor)
            try await desk.keep(page)
            guard page.isMore else { return }
            guard page.cursor != cursor else {
                throw BackendTrouble(.unexpected, "read", "what other gates did", "the server's pages go in a circle")
            }
            cursor = page.cursor
        }
    }
}
