/// One step of a history. Its parts are numbers, so that any step can be left out of a history and the others still mean
/// something: what is not there is passed over.
package enum Action: Hashable, Sendable {
    /// A ticket is shown at a gate; `gate` 0 is the station's own, `reader` one of ``Reader/all``.
    case scan(Int, ticket: Int, gate: Int, reader: Int)
    /// The same, on the way out.
    case leave(Int, ticket: Int, gate: Int, reader: Int)
    /// The same ticket at two readers at once.
    case twice(Int, ticket: Int, gate: Int)
    /// Asked for, not recorded.
    case check(Int, ticket: Int, gate: Int)
    /// By hand, by one of ``Crew/all``.
    case admit(Int, ticket: Int, people: Int, staff: Int)
    case checkOut(Int, ticket: Int, people: Int, staff: Int)
    case override(Int, ticket: Int, people: Int, staff: Int)
    /// A steward takes back their own last act, a supervisor the newest passage but `back`.
    case undo(Int, back: Int, staff: Int)
    /// A supervisor takes back what another station recorded: the newest that is known here but `back`.
    case undoElsewhere(Int, back: Int, staff: Int)
    case everyoneOut(Int)
    case restart(Int)
    /// The process dies: the state folder is what it was after the last commit.
    case kill(Int)
    case backUp(Int)
    /// The state folder of the backup is put back.
    case restore(Int)
    /// A new list with one change, which all stations get whose bit is set.
    case publish(change: Int, ticket: Int, to: Int)
    /// The newest list of an event, at a station that may have it already.
    case install(Int, event: Int)
    /// An older list of the event, which no station may take.
    case installOld(Int, event: Int)
    /// The newest list of an event, signed with the organizer's other key: no station changes the key of an event.
    case installRekeyed(Int, event: Int)
    case removeList(Int, event: Int)
    /// Time goes by.
    case wait(seconds: Int)
    /// A station's clock is so far off, and knows it or does not.
    case clock(Int, seconds: Int, isSynchronised: Bool)
    /// The station tells its server what it has not told.
    case upload(Int)
    /// The server answers as one of ``TicketServer/Mood``.
    case server(mood: Int)
    /// The relay tells the server what it has not told; it may have been started again before.
    case passOn(restarts: Bool)
    /// The station asks what other stations told the server.
    case hear(Int)
    /// A station's way to the ledger is cut, or there again.
    case ledger(Int, isThere: Bool)
    /// The station's ledger thread does a round.
    case follow(Int)
    /// The station dies between a claim that the ledger has taken and its own commit.
    case dieClaiming(Int, ticket: Int)
    /// A ticket is shown, the ledger takes the claim, and the station never hears of it.
    case loseAnswer(Int, ticket: Int)
    /// The most people at once on a list.
    case capacity(list: Int, people: Int)
}

/// What a history begins with.
package struct Setup: Hashable, Sendable {
    package var stations: Int
    /// Re-entry rule of the two lists, 0 to 2.
    package var hall: Int
    package var lounge: Int
    package var events: Int
    package var hasServer: Bool
    /// The server's lists say what it knew of comings and goings.
    package var serverCounts: Bool
    /// Stations tell a relay, and it the server.
    package var hasRelay: Bool
    package var hasLedger: Bool

    package init(
        stations: Int = 1, hall: Int = 0, lounge: Int = 1, events: Int = 1, hasServer: Bool = false,
        serverCounts: Bool = false, hasRelay: Bool = false, hasLedger: Bool = false
    ) {
        self.stations = stations
        self.hall = hall
        self.lounge = lounge
        self.events = events
        self.hasServer = hasServer
        self.serverCounts = serverCounts
        self.hasRelay = hasRelay
        self.hasLedger = hasLedger
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers from the same seed on every machine.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
