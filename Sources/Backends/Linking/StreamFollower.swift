internal import Tickets

/// Storage for what other gates did.
public protocol UpdateStore: Sendable {
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
    private let store: any UpdateStore
    private let report: LinkReport
    private let environment: LinkEnvironment

    /// - Parameter store: stores the pages.
    public init(
        _ stream: any CheckInStream, into store: any UpdateStore, report: LinkReport, environment: LinkEnvironment
    ) {
        self.stream = stream
        self.store = store
        self.report = report
        self.environment = environment
    }

    /// Returns when the calling task is cancelled.
    public func run() async {
        var pauses = RetryPauses()
        while !Task.isCancelled {
            do {
                let pause = try await readAll()
                pauses.reset()
                if report.noteSuccess(of: .updates, at: environment.now()) { environment.notify(nil) }
                await environment.sleep(max(Self.interval, pause))
            } catch {
                guard !Task.isCancelled else { return }
                let failure =
                    error as? BackendError
                    ?? BackendError(.failing, "keep", "what other gates did", "\(error)")
                if failure.code == .unsupported {
                    // This is no fault: the server does not report check-ins. It may be updated, though.
                    await environment.sleep(Self.unsupportedPause)
                    continue
                }
                if report.note(failure, with: .updates) { environment.notify(failure) }
                await environment.sleep(max(Self.interval, pauses.next(after: failure, random: environment.random())))
            }
        }
    }

    /// - Returns: the pause that the last page asks for.
    private func readAll() async throws -> Duration {
        var cursor = try await store.cursor()
        // A server that always has more is asked again after the pause.
        for _ in 0..<Self.mostPages where !Task.isCancelled {
            let page = try await stream.page(after: cursor)
            try await store.keep(page)
            if let fault = page.faults.first {
                environment.notify(
                    BackendError(
                        .unexpected, "read", "what other gates did",
                        "\(page.faults.count) of the server's reports cannot be read: \(fault)"))
            }
            guard page.isMore else { return page.pause }
            guard page.cursor != cursor else {
                throw BackendError(
                    .unexpected, "read", "what other gates did", "the server's pages repeat without end")
            }
            cursor = page.cursor
            if page.pause > .zero { await environment.sleep(page.pause) }
        }
        return .zero
    }
}
