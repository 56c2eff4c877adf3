internal import Backends
internal import Fleet
internal import Logging
internal import Messages
internal import ServiceLifecycle
internal import StationAPI
internal import Tickets
internal import Venue

/// Sends this station's reports for the control room to the venue's ledger, and to the relays that take its check-ins.
/// Nothing waits for it, and a report that could not be sent is not kept: the next one is newer. What the answers bring
/// are the control room's orders.
struct ReportService: Service {
    /// From one look at the station to the next.
    static let interval = Duration.seconds(2)
    /// Scans are news, but not of every single one.
    static let scansInterval = Duration.seconds(5)
    /// A station that has nothing new is heard this often.
    static let longestSilence = Duration.seconds(10)
    /// Until a relay that knows no reports is asked again: it may be a newer one by then.
    static let unsupportedPause = Duration.seconds(60)

    let writer: ReportWriter
    let orders: Orders
    let venue: VenueLink?
    let links: Links
    /// Names of the backends that are relays.
    let relays: [String]
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            if venue != nil || !relays.isEmpty { await tell() }
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
            if let venue {
                group.addTask { for await lines in venue.ledgerJournal.orders { await orders.take(lines) } }
            }
            var last: (news: News, at: ContinuousClock.Instant)?
            var failure: String?
            while !Task.isCancelled {
                if let news = try? await News(writer.monitor.status(), writer.orders.results, writer.staff.all),
                    news.isDue(after: last),
                    let (line, head) = await write(&failure)
                {
                    last = (news, .now)
                    venue?.runner?.tell(LedgerReport(line: line, head: head))
                    for (_, mailbox) in mailboxes { mailbox.continuation.yield(line) }
                }
                try? await Task.sleep(for: Self.interval)
            }
            group.cancelAll()
        }
    }

    /// - Parameter failure: why the one before could not be written down.
    /// - Returns: `nil` when it cannot be written down; the log says why, once.
    private func write(_ failure: inout String?) async -> (line: String, head: String)? {
        do {
            let report = try await writer.report()
            let line = try writer.sign(report)
            guard line.utf8.count <= SignedReport.longest else {
                throw StationError(.unavailable, "report", "how the station is", SignedReport.Fault.tooLong.rawValue)
            }
            failure = nil
            return (line, report.head)
        } catch {
            if failure != "\(error)" {
                logger.warning("the control room is not told", metadata: ["why": "\(error)"])
            }
            failure = "\(error)"
            return nil
        }
    }

    private func send(_ lines: AsyncStream<String>, to relay: String) async {
        var pauses: (until: ContinuousClock.Instant, isLogged: Bool) = (.now, false)
        for await line in lines {
            guard pauses.until <= .now, let receiver = links.reports(to: relay) else { continue }
            do throws(BackendError) {
                await orders.take(try await receiver.report(line))
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

    /// What is worth telling.
    private struct News {
        /// At once.
        let urgent: [String?]
        let entries: Int

        init(_ status: StationStatus, _ orders: [OrderResult], _ staff: [Staff]) {
            var urgent: [String?] = status.conditions.map(\.says)
            for event in status.serving { urgent += [event.id, event.gate, event.list, "\(event.listIssued)"] }
            urgent += status.readers.map { "\($0)" }
            urgent.append(status.direction.rawValue)
            urgent += orders.map(\.id)
            urgent += staff.map(\.name)
            self.urgent = urgent
            entries = status.journal.entries
        }

        func isDue(after last: (news: News, at: ContinuousClock.Instant)?) -> Bool {
            guard let last else { return true }
            let silence = last.at.duration(to: .now)
            return urgent != last.news.urgent || silence >= ReportService.longestSilence
                || (entries != last.news.entries && silence >= ReportService.scansInterval)
        }
    }
}

extension Links {
    /// Where a relay takes reports; `nil` for another kind of server, and before it was tried.
    func reports(to backend: String) -> (any ReportReceiver)? {
        all.first { $0.settings.name == backend }?.reports
    }
}
