internal import Backends
internal import Fleet
internal import Logging
internal import Messages
internal import ServiceLifecycle
internal import StationAPI
internal import Tickets
internal import Venue

/// Tells whoever looks after the whole event how this station is doing: the venue's ledger, and the relays that take its
/// check-ins. Nothing waits for it, and nothing is kept of what could not be told.
struct ReportService: Service {
    /// From one look at the station to the next.
    static let interval = Duration.seconds(2)
    /// A station that has nothing new is heard this often.
    static let longestSilence = Duration.seconds(10)
    /// Until a relay that knows no reports is asked again: it may be a newer one by then.
    static let unsupportedPause = Duration.seconds(3600)

    let writer: ReportWriter
    let ledger: Ledger?
    let links: Links
    /// Names of the backends that are relays.
    let relays: [String]
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            if ledger != nil || !relays.isEmpty { await tell() }
            // Where nobody is to be told there is nothing to do, and no reason to stop the others.
            try? await gracefulShutdown()
        }
    }

    private func tell() async {
        let mailboxes = relays.map {
            ($0, AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1)))
        }
        await withTaskGroup { group in
            for (relay, mailbox) in mailboxes { group.addTask { await send(mailbox.stream, to: relay) } }
            var last: (news: News, at: ContinuousClock.Instant)?
            while !Task.isCancelled {
                if let report = try? await writer.report() {
                    let news = News(report)
                    if last.map({ $0.news != news || $0.at + Self.longestSilence <= .now }) ?? true,
                        let line = try? writer.sign(report)
                    {
                        last = (news, .now)
                        ledger?.tell(LedgerReport(line: line, head: report.head))
                        for (_, mailbox) in mailboxes { mailbox.continuation.yield(line) }
                    }
                }
                try? await Task.sleep(for: Self.interval)
            }
            group.cancelAll()
        }
    }

    private func send(_ lines: AsyncStream<String>, to relay: String) async {
        var pauses: (until: ContinuousClock.Instant, isLogged: Bool) = (.now, false)
        for await line in lines {
            guard pauses.until <= .now, let receiver = links.reports(to: relay) else { continue }
            do throws(BackendError) {
                try await receiver.report(line)
                pauses.isLogged = false
            } catch {
                if error.code == .unsupported { pauses.until = .now + Self.unsupportedPause }
                // That a relay cannot be reached is a condition already.
                if error.code != .unreachable, !pauses.isLogged {
                    logger.warning(
                        "a relay does not take the station's report",
                        metadata: ["backend": "\(relay)", "why": "\(error)"])
                    pauses.isLogged = true
                }
            }
        }
    }

    /// What is worth telling at once.
    private struct News: Equatable {
        let entries: Int
        let unsent: Int
        let conditions: [String]
        let serving: [String?]
        let direction: Direction
        let readers: [StationStatus.Reader]

        init(_ report: StationReport) {
            let status = report.status
            entries = status.journal.entries
            unsent = status.journal.waiting
            conditions = status.conditions.map(\.says)
            serving = status.serving.flatMap { [$0.id, $0.gate, $0.list, "\($0.listIssued)"] }
            direction = status.direction
            readers = status.readers
        }
    }
}

extension Links {
    /// Where a relay takes reports; `nil` for another kind of server, and before it was tried.
    func reports(to backend: String) -> (any ReportReceiver)? {
        all.first { $0.settings.name == backend }?.reports
    }
}
