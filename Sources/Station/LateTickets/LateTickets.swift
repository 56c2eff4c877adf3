internal import Backends
internal import Foundation
internal import Journal
internal import Logging
internal import Threads
internal import Tickets

/// Tickets that were sold after the list was made: a code that is in no list is asked about at the ticketing server or
/// the relay, where that is configured, before the door refuses it. What the server answers is kept, and the door decides
/// by its own rules. Without an answer in time the door decides without, and uses it the next time the code is shown.
actor LateTickets {
    /// A code that is held to a camera comes many times a second.
    static let pauseOfCode = Duration.seconds(5)
    /// After a question without an answer: a server that is away must not slow down every guest with a wrong code.
    static let pauseAfterFailure = Duration.seconds(10)
    /// An answer is still of use after so many times what a guest waits for it: 10 s.
    static let limitsOfAnswer = 25.0
    /// Somebody who tries out codes gets no more answers than this in ``pauseOfCode``.
    static let mostQuestions = 20

    private let door: Door
    private let journal: Journal
    private let links: Links
    private let station: String
    private let limit: Duration
    private let clock: StationClock
    private let logger: Logger
    private let journalQueue: WorkQueue
    /// When each code was asked about, by its key.
    private var asked: [TicketKey: ContinuousClock.Instant] = [:]
    private var pausedUntil: ContinuousClock.Instant?

    /// - Parameter limit: how long a guest may have to wait for the answer.
    init(
        door: Door, journal: Journal, links: Links, station: String, limit: Duration, clock: StationClock,
        logger: Logger,
        journalQueue: WorkQueue
    ) {
        self.door = door
        self.journal = journal
        self.links = links
        self.station = station
        self.limit = limit
        self.clock = clock
        self.logger = logger
        self.journalQueue = journalQueue
    }

    /// Asks about the code of a presentation, if the door does not know it. Returns when the door can decide.
    func learn(of presentation: Presentation) async {
        guard links.askAboutUnknown, let unknown = await door.unknownCode(of: presentation) else { return }
        guard let lookup = links.lookup(at: unknown.backend), mayAsk(about: unknown.key, at: presentation.arrived)
        else {
            return
        }
        let question = TicketQuestion(
            id: UUID().uuidString.lowercased(), code: unknown.code, event: unknown.event, station: station,
            lists: unknown.lists)
        let asking = Task { await keepAnswer(to: question, of: unknown.key, from: lookup) }
        if await asking.ended(within: limit) { return }
        pause(because: "no answer in \(limit.wholeMilliseconds) ms")
        Task {
            if await !asking.ended(within: limit * Self.limitsOfAnswer) { asking.cancel() }
        }
    }

    /// An answer that comes when nobody waits for it any longer counts the next time the code is shown.
    private func keepAnswer(to question: TicketQuestion, of key: TicketKey, from lookup: any TicketLookup) async {
        do {
            let rows = try await lookup.tickets(for: question)
            guard !rows.isEmpty else { return }
            let ticket = LateTicket(rows, asked: clock.now())
            try await journalQueue.run { [journal] in
                try journal.keep(ticket, of: key, event: question.event)
            }
            logger.info(
                "a ticket that is in no list was found at the server",
                metadata: ["event": "\(question.event)", "ref": "\(rows[0].reference ?? "")"])
        } catch {
            pause(because: "\(error)")
        }
    }

    private func mayAsk(about key: TicketKey, at now: ContinuousClock.Instant) -> Bool {
        if let pausedUntil, now < pausedUntil { return false }
        asked = asked.filter { now - $0.value < Self.pauseOfCode }
        guard asked[key] == nil, asked.count < Self.mostQuestions else { return false }
        asked[key] = now
        return true
    }

    private func pause(because reason: String) {
        pausedUntil = .now + Self.pauseAfterFailure
        logger.notice("codes that are in no list are not asked about", metadata: ["why": "\(reason)"])
    }
}

extension Task<Void, Never> {
    /// Waits for the end, but no longer than this; the task goes on.
    fileprivate func ended(within limit: Duration) async -> Bool {
        let (ends, ending) = AsyncStream<Bool>.makeStream()
        let waiting = Task {
            await value
            ending.yield(true)
        }
        let timing = Task {
            try? await Task<Never, Never>.sleep(for: limit)
            ending.yield(false)
        }
        defer {
            waiting.cancel()
            timing.cancel()
        }
        return await ends.first { _ in true } ?? false
    }
}
