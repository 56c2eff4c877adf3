internal import Foundation
internal import Journal
internal import Logging
internal import Manifests
internal import ServiceLifecycle
internal import Threads
internal import Tickets
internal import Venue

/// Follows the venue's ledger for as long as the station runs: connects, delivers entries, installs its lists, compares
/// gates.
struct VenueService: Service {
    /// When a list that was refused is fetched again, at the earliest: its key may be trusted by then.
    private static let refusedPause = Duration.seconds(1800)
    /// The least time between two comparisons of all gates.
    private static let comparisonPause = Duration.seconds(2)
    /// What a list must leave free on the disk: several times what the journal needs.
    private static let reservedBytes: Int64 = 64 << 20

    let venue: VenueLink?
    let lists: Lists
    let journal: Journal
    let doubleEntries: DoubleEntryDetector
    let longWork: WorkQueue

    func run() async {
        await cancelWhenGracefulShutdown {
            if let venue, let ledger = venue.runner {
                await withTaskGroup { group in
                    group.addTask { await ledger.run() }
                    group.addTask { await follow(venue.ledgerJournal, ledger) }
                }
            } else {
                // Without a ledger there is nothing to do, and no reason to stop the others.
                try? await gracefulShutdown()
            }
        }
    }

    private func follow(_ ledgerJournal: StationLedgerJournal, _ ledger: Ledger) async {
        let (comparisons, comparison) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup { group in
            group.addTask {
                for await _ in comparisons {
                    try? await longWork.run { doubleEntries.review() }
                    try? await Task.sleep(for: Self.comparisonPause)
                }
            }
            var refused: [PublishedList: ContinuousClock.Instant] = [:]
            for await updates in ledgerJournal.updates {
                switch updates {
                case .passages: comparison.yield()
                case .lists(let lists):
                    for list in lists { await take(list, from: ledger, &refused) }
                }
            }
            comparison.finish()
        }
    }

    // MARK: - Lists

    /// Installs a list like one from anywhere else, unless it is the one in force or an older one.
    ///
    /// - Parameter refused: until when a list that was refused is not fetched again.
    private func take(
        _ list: PublishedList, from ledger: Ledger, _ refused: inout [PublishedList: ContinuousClock.Instant]
    ) async {
        let source = "venue: \(list.event)"
        let known = lists.manifests.installed.first { $0.plan.event.id == list.event }?.claims.sequence
        guard known.map({ $0 < list.seq }) ?? true else { return lists.conditions.clearListSource(source) }
        if let until = refused[list], until > .now { return }
        do {
            guard journal.health.freeBytes - Self.reservedBytes > list.bytes else {
                throw StationError(
                    .unavailable, "fetch", "the list of \(list.event.withoutControls)",
                    "the disk has no room for its \(list.bytes >> 20) MiB",
                    hint: "Make room on the disk of the state folder.")
            }
            _ = try await lists.install(ledger.fetch(list), acceptingLoss: false)
            lists.conditions.clearListSource(source)
        } catch let error as ManifestError where [.notNewer, .alreadyInForce].contains(error.code) {
            lists.conditions.clearListSource(source)
        } catch is CancellationError {
        } catch is VenueError {
            // A ledger that goes away says so itself, and tells of its lists when it is back.
        } catch {
            refused[list] = .now + Self.refusedPause
            if lists.conditions.reportListSource(source, error) {
                lists.logger.error("no list", metadata: ["from": "the venue's ledger", "why": "\(error)"])
            }
        }
    }
}
