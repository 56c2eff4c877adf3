/// One step of a history. Its parts are numbers, so that any step can be removed from a history and the others keep
/// their meaning: what does not exist is skipped. The first number is the station.
package enum Action: Hashable, Sendable {
    /// A ticket is presented at a gate; `gate` 0 is the station's own, `reader` an index of ``Reader/all``.
    case scan(Int, ticket: Int, gate: Int, reader: Int)
    /// The same, to go out.
    case leave(Int, ticket: Int, gate: Int, reader: Int)
    /// The same ticket is presented at two readers at once.
    case twice(Int, ticket: Int, gate: Int)
    /// The ticket is checked without recording anything, as by `usher check`.
    case check(Int, ticket: Int, gate: Int)
    /// People are admitted by hand; `staff` is an index of ``Crew/all``.
    case admit(Int, ticket: Int, people: Int, staff: Int)
    /// People are checked out by hand.
    case checkOut(Int, ticket: Int, people: Int, staff: Int)
    /// People are admitted although the rules refuse them; a steward may not do this.
    case override(Int, ticket: Int, people: Int, staff: Int)
    /// Somebody undoes the newest passage except `back` newer ones: a steward only their own acts, and the last scans.
    case undo(Int, back: Int, staff: Int)
    /// A supervisor undoes what another station recorded: the newest that is known here except `back` newer ones.
    case undoElsewhere(Int, back: Int, staff: Int)
    /// Everyone is checked out at once.
    case everyoneOut(Int)
    /// The station is stopped as by SIGTERM and started again.
    case restart(Int)
    /// The process dies: the state folder is as after the last commit.
    case kill(Int)
    /// The state folder is copied.
    case backUp(Int)
    /// The copy of the state folder is restored.
    case restore(Int)
    /// A new list with one change is published; the stations whose bit is set in `to` install it.
    case publish(change: Int, ticket: Int, to: Int)
    /// The newest list of an event is installed at a station, which may have it already.
    case install(Int, event: Int)
    /// An older list of the event is offered, which no station may accept.
    case installOld(Int, event: Int)
    /// The newest list of an event is offered, signed with the organizer's other key: no station changes the key of an
    /// event.
    case installRekeyed(Int, event: Int)
    /// The list of an event is removed from a station.
    case removeList(Int, event: Int)
    /// Time passes.
    case wait(seconds: Int)
    /// A station's clock is wrong by so many seconds, and the system says so or does not.
    case clock(Int, seconds: Int, isSynchronised: Bool)
    /// The station uploads what waits for its server.
    case upload(Int)
    /// From now on the server answers as in an index of ``TicketServer/Mood``.
    case server(mood: Int)
    /// The relay uploads what waits for the server; before, it may be restarted.
    case passOn(restarts: Bool)
    /// The station asks its server what other stations have sent.
    case hear(Int)
    /// A station's connection to the ledger is cut, or restored.
    case ledger(Int, isThere: Bool)
    /// The station's ledger thread performs one round.
    case follow(Int)
    /// The station dies between a claim that the ledger has accepted and its own commit.
    case dieClaiming(Int, ticket: Int)
    /// A ticket is presented, the ledger accepts the claim, and the station never gets the answer.
    case loseAnswer(Int, ticket: Int)
    /// The capacity of a list is set.
    case capacity(list: Int, people: Int)
}

/// The environment in which a history begins.
package struct Setup: Hashable, Sendable {
    /// How many stations there are, at least 1.
    package var stations: Int
    /// Re-entry rule of the list `hall`: a raw value of ``Tickets/Reentry``, 0 to 2.
    package var hall: Int
    /// Re-entry rule of the list `lounge`, 0 to 2.
    package var lounge: Int
    /// When everybody on `hall` counts as out, in minutes since midnight; `nil` for never.
    package var everyoneOut: Int?
    /// How many events there are, 1 or 2.
    package var events: Int
    /// There is a ticketing server.
    package var hasServer: Bool
    /// The server's lists contain the entries and exits that it knew.
    package var serverCounts: Bool
    /// The stations send their check-ins to a relay, which sends them to the server.
    package var hasRelay: Bool
    /// The stations share a venue's ledger.
    package var hasLedger: Bool

    package init(
        stations: Int = 1, hall: Int = 0, lounge: Int = 1, everyoneOut: Int? = nil, events: Int = 1,
        hasServer: Bool = false, serverCounts: Bool = false, hasRelay: Bool = false, hasLedger: Bool = false
    ) {
        self.stations = stations
        self.hall = hall
        self.lounge = lounge
        self.everyoneOut = everyoneOut
        self.events = events
        self.hasServer = hasServer
        self.serverCounts = serverCounts
        self.hasRelay = hasRelay
        self.hasLedger = hasLedger
    }
}
