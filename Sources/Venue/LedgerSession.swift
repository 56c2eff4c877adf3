internal import Foundation
internal import Tickets

/// A station's session with the ledger, over one connection.
///
/// Its number grows with each beginning. Whatever an older session still has under way is refused from then on, so that
/// nothing arrives behind the back of a station that has given it up.
struct LedgerSession: ~Copyable, Sendable {
    private var connection: LedgerConnection
    let number: Int64
    /// The ledger's name of this station.
    let station: String
    /// The server's clock when the session began; `nil` on a second connection.
    private(set) var beginning: Timestamp?
    private var nextAnnouncement = LedgerConnection.Deadline.now

    var isUsable: Bool { connection.isUsable }
    /// Where it began.
    var place: LedgerAddress.Server { connection.place }

    /// Begins a session: the one before ends.
    init(beginningOn connection: consuming LedgerConnection, until deadline: LedgerConnection.Deadline)
        throws(VenueError)
    {
        let begun = try Self.begin(on: &connection, until: deadline)
        self.init(connection, number: begun.session, station: begun.station)
        beginning = Timestamp(milliseconds: begun.now)
    }

    /// A second connection of a session that has begun: one claims, one follows.
    init(_ connection: consuming LedgerConnection, number: Int64, station: String) {
        self.connection = connection
        self.number = number
        self.station = station
    }

    private static func begin(
        on connection: inout LedgerConnection, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> Beginning {
        let answer = try connection.ask(.begin, until: deadline)
        let begun: Beginning = try answer.decoded()
        guard begun.step == VenueSchema.version else {
            throw VenueError(
                .notALedger, "use", connection.server,
                begun.step < VenueSchema.version
                    ? "an older version of Usher has made it" : "a newer version of Usher has made it",
                hint: begun.step < VenueSchema.version
                    ? "usher venue init brings it up to date." : "Install that version on this station.")
        }
        return begun
    }

    private struct Beginning: Decodable {
        let station: String
        let session: Int64
        let step: Int
        let now: Int64
    }

    // MARK: - At the door

    /// Has what the door asks ready, so that its first question takes one round trip.
    mutating func prepareClaims(until deadline: LedgerConnection.Deadline) throws(VenueError) {
        for question in [LedgerQuestion.claim, .look, .announce] {
            try connection.prepare(question, until: deadline)
        }
    }

    struct Claim {
        let answer: ClaimAnswer
        /// Of the ticket, now.
        let version: Int64
    }

    /// - Parameter known: the ticket's version that the entry was decided on.
    mutating func claim(
        _ entry: LedgerEntry, known: Int64, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> Claim {
        struct Answer: Decodable {
            let outcome: String
            let version: Int64
            let news: [LedgerEntry]?
        }
        let answer = try connection.ask(
            .claim, [String(number), String(known), LedgerQuestion.json(entry)], until: deadline)
        let claim: Answer = try answer.decoded()
        switch claim.outcome {
        case "taken":
            announce(until: deadline)
            return Claim(answer: .taken, version: claim.version)
        case "stale":
            let news = try answer.bounded(claim.news ?? [], Self.mostAtTheDoor)
            return Claim(answer: .stale(news: news), version: claim.version)
        case "full": return Claim(answer: .full, version: claim.version)
        default: throw answer.nonsense
        }
    }

    /// Only news: whoever misses it asks again within a second, so a gate that claims fast need not tell of each. Gates
    /// that tell of something wait for each other in the server, and the next claim waits for this.
    private mutating func announce(until deadline: LedgerConnection.Deadline) {
        let now = LedgerConnection.Deadline.now
        guard now >= nextAnnouncement else { return }
        nextAnnouncement = now + .milliseconds(200)
        try? connection.tell(.announce, until: deadline)
    }

    mutating func look(
        at ticket: LedgerTicket, known: Int64, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> (look: LedgerLook, version: Int64) {
        struct Answer: Decodable {
            let version: Int64
            let news: [LedgerEntry]
            let inside: Int
            let capacity: Int?
        }
        let answer = try connection.ask(
            .look, [ticket.event, ticket.list, ticket.key, String(known)], until: deadline)
        let look: Answer = try answer.decoded()
        let news = try answer.bounded(look.news, Self.mostAtTheDoor)
        return (LedgerLook(news: news, inside: look.inside, capacity: look.capacity), look.version)
    }

    /// Entries of one ticket that a door takes in while somebody waits. One with more is learnt behind it.
    private static let mostAtTheDoor = 500

    // MARK: - Behind it

    /// Entries that were decided without the ledger, oldest first. What it has already it keeps once.
    mutating func deliver(
        _ entries: [LedgerEntry], until deadline: LedgerConnection.Deadline
    ) throws(VenueError) {
        _ = try connection.ask(.deliver, [String(number), LedgerQuestion.json(entries)], until: deadline)
        try connection.tell(.announce, until: deadline)
    }

    /// An own entry that is in no journal.
    mutating func takeBack(_ id: String, until deadline: LedgerConnection.Deadline) throws(VenueError) {
        _ = try connection.ask(.takeBack, [String(number), id], until: deadline)
        try connection.tell(.announce, until: deadline)
    }

    /// - Parameter known: the number of the last entry known of each station.
    mutating func news(
        after known: [String: Int64], most: Int, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> [LedgerEntry] {
        let answer = try connection.ask(.news, [LedgerQuestion.json(known), String(most)], until: deadline)
        let page = try answer.bounded(try answer.decoded(), most)
        // Each page goes on from the one before, or it would never end.
        guard page.allSatisfy({ ($0.number ?? 0) > known[$0.station ?? "", default: 0] }) else {
            throw answer.nonsense
        }
        return page
    }

    mutating func listen(until deadline: LedgerConnection.Deadline) throws(VenueError) {
        try connection.run("LISTEN usher", "listen to", until: deadline)
    }

    mutating func takeNotifications() throws(VenueError) -> Bool { try connection.takeNotifications() }

    borrowing func waitForNews(or signal: WakeSignal, until deadline: LedgerConnection.Deadline) {
        connection.waitForNews(or: signal, until: deadline)
    }

    mutating func notices(until deadline: LedgerConnection.Deadline) throws(VenueError) -> LedgerNotices {
        try connection.ask(.notices, until: deadline).decoded()
    }

    /// One piece of a published file, numbered from 0; `nil` after the last, or when another has been published.
    mutating func piece(
        _ number: Int, of list: PublishedList, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> Data? {
        let answer = try connection.ask(
            .listPiece, [list.event, String(list.seq), String(number)], until: deadline)
        guard let text = answer.value else { return nil }
        return try answer.bytes(text)
    }
}

extension LedgerAnswer {
    /// A ledger that is not what it says must not fill this station.
    fileprivate func bounded(_ entries: [LedgerEntry], _ most: Int) throws(VenueError) -> [LedgerEntry] {
        guard entries.count <= most else { throw nonsense }
        return entries
    }
}

extension LedgerQuestion {
    fileprivate static let begin = LedgerQuestion(
        name: "begin", text: "SELECT usher.begin_session()", operation: "begin a session with")
    fileprivate static let claim = LedgerQuestion(
        name: "claim", text: "SELECT usher.claim($1, $2, $3)", operation: "claim an entry in")
    fileprivate static let look = LedgerQuestion(
        name: "look", text: "SELECT usher.look($1, $2, $3, $4)", operation: "look into")
    fileprivate static let deliver = LedgerQuestion(
        name: "deliver", text: "SELECT usher.deliver($1, $2)", operation: "deliver entries to")
    fileprivate static let takeBack = LedgerQuestion(
        name: "take_back", text: "SELECT usher.take_back($1, $2)", operation: "take an entry back in")
    fileprivate static let news = LedgerQuestion(
        name: "news", text: "SELECT usher.news($1, $2)", operation: "read the news of")
    fileprivate static let announce = LedgerQuestion(
        name: "announce", text: "SELECT usher.announce()", operation: "tell")
    fileprivate static let notices = LedgerQuestion(
        name: "notices", text: "SELECT usher.notices()", operation: "read the notices of")
    fileprivate static let listPiece = LedgerQuestion(
        name: "list_piece", text: "SELECT usher.list_piece($1, $2, $3)", operation: "read a list of")
}
