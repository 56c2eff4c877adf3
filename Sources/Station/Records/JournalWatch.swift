internal import Journal
internal import Logging
internal import Messages
internal import ServiceLifecycle
internal import Threads

/// Checks the journal in the background, at the start and again and again: a bit that flips on a disk must not let a ticket
/// in twice without a word.
///
/// In steps so small that no scan waits for one of them, with a pause after each that leaves the processor to others.
struct JournalWatch: Service {
    /// Of a step: about a quarter of a millisecond.
    static let rows = 16
    /// A journal of 60,000 entries takes about half a minute.
    static let pause = Duration.milliseconds(5)
    /// From the end of a check to the next.
    static let interval = Duration.seconds(600)

    let journal: Journal
    let conditions: ReportedConditions
    let logger: Logger
    private let queue = WorkQueue("journal watch")

    init(journal: Journal, conditions: ReportedConditions, logger: Logger) {
        self.journal = journal
        self.conditions = conditions
        self.logger = logger
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            repeat { await check() } while (try? await Task.sleep(for: Self.interval)) != nil
        }
    }

    /// Checks it once, and makes indexes again that contradict whole entries. ``Journal/damage`` says what is left.
    func check() async {
        let known = journal.damage
        do {
            var fault = try await findFault()
            if let index = fault, index.isOfIndex {
                try await queue.run { try journal.makeIndexesAgain() }
                logger.error("an index of the journal was damaged, and was made again", metadata: ["why": "\(index)"])
                conditions.report(Condition(.journalRepaired))
                fault = try await findFault()
            }
            guard let fault, fault != known else { return }
            logger.error("the journal is damaged: staff are asked before each entry", metadata: ["why": "\(fault)"])
        } catch is CancellationError {
            return
        } catch {
            logger.error("the journal cannot be checked", metadata: ["why": "\(error)"])
        }
    }

    private func findFault() async throws -> JournalVerification.Fault? {
        var check = try await queue.run { try journal.beginCheck() }
        while !check.isOver {
            check = try await queue.run { [check] in try journal.advance(check, by: Self.rows) }
            try await Task.sleep(for: Self.pause)
        }
        return check.result.fault
    }
}
