internal import Foundation
internal import Tickets

/// A station's session with the ledger, over one connection.
///
/// Its number grows with each beginning of a session. From then on, everything that an older session still sends is
/// refused, so that nothing arrives unnoticed after a station has given that session up.
/// See docs/decisions/082-claim-does-not-notify.md.
/// See docs/decisions/084-newest-session-counts.md.
struct LedgerSession: ~Copyable, Sendable {
    var connection: LedgerConnection
    let number: Int64
    /// The ledger's name of this station.
    let station: String
    /// The server's clock when the session began; `nil` on a second connection.
    private(set) var startTime: Timestamp?
    private var nextAnnouncement = LedgerConnection.Deadline.now

    var isUsable: Bool { connection.isUsable }
    /// The server to which it is connected.
    var place: LedgerAddress.Server { connection.place }

    /// Begins a session and ends the station's previous one.
    init(startingOn connection: consuming LedgerConnection, until deadline: LedgerConnection.Deadline)
        throws(VenueError)
    {
        let begun = try Self.begin(on: &connection, until: deadline)
        self.init(connection, number: begun.session, station: begun.station)
        startTime = Timestamp(milliseconds: begun.now)
    }

    /// A second connection of a session: one is used for claims, the other follows.
    init(_ connection: consuming LedgerConnection, number: Int64, station: String) {
        self.connection = connection
        self.number = number
        self.station = station
    }

    private static func begin(
        on connection: inout LedgerConnection, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> SessionStart {
        let answer = try connection.ask(.begin, until: deadline)
        let begun: SessionStart = try answer.decoded()
        guard begun.step == VenueSchema.version else {
            throw VenueError(
                .notALedger, "use", connection.server,
                begun.step < VenueSchema.version
                    ? "it was made by an older version of Usher" : "it was made by a newer version of Usher",
                hint: begun.step < VenueSchema.version
                    ? "Run usher venue init to bring it up to date." : "Install that version on this station.")
        }
        return begun
    }

    private struct SessionStart: Decodable {
        let station: String
        let session: Int64
        let step: Int
        let now: Int64
    }

    // MARK: - At the door

    /// Prepares the door's statements, so that its first request takes one round trip.
    mutating func prepareClaims(until deadline: LedgerConnection.Deadline) throws(VenueError) {
        for statement in [LedgerStatement.claim, .look, .announce] {
            try connection.prepare(statement, until: deadline)
        }
    }

    /// What the ledger answers to a claim.
    private struct ClaimRow: Decodable {
        let outcome: String
        let version: Int64
        let news: [LedgerEntry]?
    }

    struct Claim {
        let answer: ClaimAnswer
        /// The ticket's version now.
        let version: Int64
    }

    /// - Parameter known: the ticket's version on which the decision was based.
    mutating func claim(
        _ entry: LedgerEntry, known: Int64, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> Claim {
        let answer = try connection.ask(
            .claim, [String(number), String(known), LedgerStatement.json(entry)], until: deadline)
        let claim: ClaimRow = try answer.decoded()
        switch claim.outcome {
        case "taken":
            announce(until: deadline)
            return Claim(answer: .taken, version: claim.version)
        case "stale":
            let updates = try answer.bounded(claim.news ?? [], Self.mostPerTicket)
            return Claim(answer: .stale(updates: updates), version: claim.version)
        case "full": return Claim(answer: .full, version: claim.version)
        default: throw answer.malformed
        }
    }

    /// Notifies the other stations, five times a second at most. A lost notification does no harm, because every
    /// station asks once a second. In the server, gates that notify wait for each other, and the next claim waits for
    /// this.
    private mutating func announce(until deadline: LedgerConnection.Deadline) {
        let now = LedgerConnection.Deadline.now
        guard now >= nextAnnouncement else { return }
        nextAnnouncement = now + .milliseconds(200)
        try? connection.runWithoutWaiting(.announce, until: deadline)
    }

    /// What the ledger knows of a ticket.
    private struct LookRow: Decodable {
        let version: Int64
        let news: [LedgerEntry]
        let inside: Int
        let capacity: Int?
    }

    mutating func look(
        at ticket: LedgerTicket, known: Int64, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> (look: LedgerLookup, version: Int64) {
        let answer = try connection.ask(
            .look, [ticket.event, ticket.list, ticket.key, String(known)], until: deadline)
        let look: LookRow = try answer.decoded()
        let updates = try answer.bounded(look.news, Self.mostPerTicket)
        return (LedgerLookup(updates: updates, inside: look.inside, capacity: look.capacity), look.version)
    }

    /// How many entries of one ticket the door stores while somebody waits. If there are more, the following thread
    /// reads them.
    private static let mostPerTicket = 500

    // MARK: - On the following thread

    /// Delivers entries that were decided without the ledger, oldest first. Entries that it has already are skipped.
    mutating func deliver(
        _ entries: [LedgerEntry], until deadline: LedgerConnection.Deadline
    ) throws(VenueError) {
        _ = try connection.ask(.deliver, [String(number), LedgerStatement.json(entries)], until: deadline)
        try connection.runWithoutWaiting(.announce, until: deadline)
    }

    /// Says that everybody on a list has left.
    /// - Returns: `false` while the hour is still to come by the server's clock
    mutating func tell(_ hour: ExitHour, until deadline: LedgerConnection.Deadline) throws(VenueError) -> Bool {
        try connection.ask(
            .everyoneOut, [String(number), hour.event, hour.list, String(hour.at.milliseconds)], until: deadline
        ).decoded()
    }

    /// Withdraws an own entry that is in no journal.
    mutating func withdraw(_ id: String, until deadline: LedgerConnection.Deadline) throws(VenueError) {
        _ = try connection.ask(.withdraw, [String(number), id], until: deadline)
        try connection.runWithoutWaiting(.announce, until: deadline)
    }

    /// Entries of all stations that are not known here.
    /// - Parameters:
    ///   - known: by station, the number of the last known entry.
    ///   - most: how many entries at most.
    mutating func updates(
        after known: [String: Int64], most: Int, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> [LedgerEntry] {
        let answer = try connection.ask(.updates, [LedgerStatement.json(known), String(most)], until: deadline)
        let page = try answer.bounded(try answer.decoded(), most)
        // Each page must continue from the previous one, or reading would never end.
        guard page.allSatisfy({ ($0.number ?? 0) > known[$0.station ?? "", default: 0] }) else {
            throw answer.malformed
        }
        return page
    }

    mutating func listen(until deadline: LedgerConnection.Deadline) throws(VenueError) {
        try connection.run("LISTEN usher", "listen to", until: deadline)
    }

    mutating func takeNotifications() throws(VenueError) -> Bool { try connection.takeNotifications() }

    borrowing func waitForNotification(or signal: WakeSignal, until deadline: LedgerConnection.Deadline) {
        connection.waitForNotification(or: signal, until: deadline)
    }

    mutating func notices(until deadline: LedgerConnection.Deadline) throws(VenueError) -> LedgerNotices {
        try connection.ask(.notices, until: deadline).decoded()
    }

    /// One piece of a published file, numbered from 0; `nil` after the last, or when another list was published
    /// meanwhile.
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
    /// Limits what a faulty ledger can send, so that it does not fill this station.
    fileprivate func bounded(_ entries: [LedgerEntry], _ most: Int) throws(VenueError) -> [LedgerEntry] {
        guard entries.count <= most else { throw malformed }
        return entries
    }
}

extension LedgerStatement {
    fileprivate static let begin = LedgerStatement(
        name: "begin", text: "SELECT usher.begin_session()", operation: "begin a session with")
    fileprivate static let claim = LedgerStatement(
        name: "claim", text: "SELECT usher.claim($1, $2, $3)", operation: "claim an entry in")
    fileprivate static let look = LedgerStatement(
        name: "look", text: "SELECT usher.look($1, $2, $3, $4)", operation: "read from")
    fileprivate static let deliver = LedgerStatement(
        name: "deliver", text: "SELECT usher.deliver($1, $2)", operation: "deliver entries to")
    fileprivate static let everyoneOut = LedgerStatement(
        name: "everyone_out", text: "SELECT to_json(usher.everyone_out($1, $2, $3, $4))",
        operation: "tell an hour to")
    fileprivate static let withdraw = LedgerStatement(
        name: "take_back", text: "SELECT usher.take_back($1, $2)", operation: "withdraw an entry from")
    fileprivate static let updates = LedgerStatement(
        name: "news", text: "SELECT usher.news($1, $2)", operation: "read the updates of")
    fileprivate static let announce = LedgerStatement(
        name: "announce", text: "SELECT usher.announce()", operation: "notify the stations of")
    fileprivate static let notices = LedgerStatement(
        name: "notices", text: "SELECT usher.notices()", operation: "read the notices of")
    fileprivate static let listPiece = LedgerStatement(
        name: "list_piece", text: "SELECT usher.list_piece($1, $2, $3)", operation: "read a list of")
}
