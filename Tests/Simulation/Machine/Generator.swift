import TestSupport

/// Families of actions; each can be left out (`without=` on the command line).
package enum Family: String, CaseIterable, Sendable {
    /// The names are those of the command line.
    case scans, hands, undos, overrides, restarts, backups, lists, removals, retypes, clocks, events, servers, counts,
        relays, ledgers
}

/// Makes histories: the same ones from the same seed, whatever the stations do.
struct Generator {
    let families: Set<Family>
    private(set) var setup = Setup()
    private var random: SplitMix64

    init(seed: UInt64, families: Set<Family>) {
        self.families = families
        random = SplitMix64(seed: seed)
        setup = Setup(
            stations: 1, hall: random.below(3), lounge: random.below(3),
            // The evening begins at 18:00.
            everyoneOut: random.below(2) == 0 ? nil : 18 * 60 + random.below(90),
            events: families.contains(.events) && random.below(4) == 0 ? 2 : 1)
        let kinds = Self.kinds.filter { $0.families.isSubset(of: families) }
        let kind = kinds[random.below(kinds.count)]
        switch kind {
        case .alone: break
        case .server, .counting, .relay: (setup.stations, setup.hasServer) = (1 + random.below(3), true)
        case .ledger: (setup.stations, setup.hasLedger) = (2 + random.below(2), true)
        }
        (setup.serverCounts, setup.hasRelay) = (kind == .counting, kind == .relay)
    }

    /// What the stations of a history are connected to.
    private enum Kind {
        case alone, server, counting, relay, ledger

        var families: Set<Family> {
            switch self {
            case .alone: []
            case .server: [.servers]
            case .counting: [.servers, .counts]
            case .relay: [.servers, .relays]
            case .ledger: [.ledgers]
            }
        }
    }

    private static let kinds: [Kind] = [.alone, .alone, .alone, .server, .counting, .relay, .ledger]

    mutating func actions(_ count: Int) -> [Action] { (0..<count).map { _ in action() } }

    private mutating func action() -> Action {
        let all = Self.makers.filter { families.contains($0.family) && fits($0.family) }
        var pick = random.below(all.reduce(0) { $0 + $1.weight })
        for maker in all {
            pick -= maker.weight
            if pick < 0 { return maker.make(&self) }
        }
        return .wait(seconds: 1)
    }

    private func fits(_ family: Family) -> Bool {
        switch family {
        case .servers: setup.hasServer
        case .relays: setup.hasRelay
        case .ledgers: setup.hasLedger
        case .backups: !setup.hasServer && !setup.hasLedger
        // What a server's list counts is decided by times: see docs/SIMULATION.md.
        case .clocks: !setup.serverCounts
        default: true
        }
    }

    struct Maker {
        let family: Family
        let weight: Int
        let make: @Sendable (inout Generator) -> Action
    }

    private static let makers: [Maker] =
        scanMakers + handMakers + keepingMakers + listMakers + aroundMakers

    private static let scanMakers = [
        Maker(family: .scans, weight: 40) {
            .scan($0.kiosk(), ticket: $0.ticket(), gate: $0.gate(), reader: $0.random.below(4))
        },
        Maker(family: .scans, weight: 25) {
            .leave($0.kiosk(), ticket: $0.ticket(), gate: $0.gate(), reader: $0.random.below(4))
        },
        Maker(family: .scans, weight: 3) { .twice($0.kiosk(), ticket: $0.ticket(), gate: $0.gate()) },
        Maker(family: .scans, weight: 3) { .check($0.kiosk(), ticket: $0.ticket(), gate: $0.gate()) },
        Maker(family: .scans, weight: 4) { .wait(seconds: $0.span()) },
    ]

    private static let handMakers = [
        Maker(family: .hands, weight: 8) {
            .admit($0.kiosk(), ticket: $0.ticket(), people: 1 + $0.random.below(3), staff: $0.random.below(3))
        },
        Maker(family: .hands, weight: 4) {
            .checkOut($0.kiosk(), ticket: $0.ticket(), people: 1 + $0.random.below(3), staff: $0.random.below(3))
        },
        Maker(family: .hands, weight: 1) { .everyoneOut($0.kiosk()) },
        Maker(family: .undos, weight: 7) {
            .undo($0.kiosk(), back: $0.random.below(4), staff: $0.random.below(3))
        },
        Maker(family: .undos, weight: 4) {
            .undoElsewhere($0.kiosk(), back: $0.random.below(4), staff: $0.random.below(3))
        },
        Maker(family: .overrides, weight: 3) {
            .override($0.kiosk(), ticket: $0.ticket(), people: 1 + $0.random.below(2), staff: $0.random.below(3))
        },
    ]

    private static let keepingMakers = [
        Maker(family: .restarts, weight: 1) { .restart($0.kiosk()) },
        Maker(family: .restarts, weight: 1) { .kill($0.kiosk()) },
        Maker(family: .backups, weight: 1) { .backUp($0.kiosk()) },
        Maker(family: .backups, weight: 1) { .restore($0.kiosk()) },
        Maker(family: .clocks, weight: 2) {
            let most = $0.random.below(8) == 0 ? 100_000 : 7200
            let seconds = $0.random.below(3) == 0 ? 0 : $0.random.below(2 * most) - most
            return .clock($0.kiosk(), seconds: seconds, isSynchronised: $0.random.below(2) == 0)
        },
    ]

    private static let listMakers = [
        Maker(family: .lists, weight: 2) {
            let change = $0.change(besides: Organizer.Change.retype.rawValue)
            return .publish(change: change, ticket: $0.ticket(), to: 1 + $0.random.below(7))
        },
        Maker(family: .retypes, weight: 1) {
            .publish(change: Organizer.Change.retype.rawValue, ticket: $0.ticket(), to: 1 + $0.random.below(7))
        },
        Maker(family: .lists, weight: 1) { .install($0.kiosk(), event: $0.random.below(2)) },
        Maker(family: .lists, weight: 1) { .installOld($0.kiosk(), event: $0.random.below(2)) },
        Maker(family: .lists, weight: 1) { .installRekeyed($0.kiosk(), event: $0.random.below(2)) },
        Maker(family: .removals, weight: 1) { .removeList($0.kiosk(), event: $0.random.below(2)) },
    ]

    private static let aroundMakers = [
        Maker(family: .servers, weight: 8) { .upload($0.kiosk()) },
        Maker(family: .servers, weight: 6) { .hear($0.kiosk()) },
        Maker(family: .servers, weight: 2) { .server(mood: $0.random.below(3) == 0 ? $0.random.below(5) : 0) },
        Maker(family: .relays, weight: 4) { .passOn(restarts: $0.random.below(6) == 0) },
        Maker(family: .ledgers, weight: 4) { .ledger($0.kiosk(), isThere: $0.random.below(3) > 0) },
        Maker(family: .ledgers, weight: 8) { .follow($0.kiosk()) },
        Maker(family: .ledgers, weight: 1) { .capacity(list: $0.random.below(2), people: $0.random.below(9)) },
        Maker(family: .ledgers, weight: 1) { .dieClaiming($0.kiosk(), ticket: $0.ticket()) },
        Maker(family: .ledgers, weight: 1) { .loseAnswer($0.kiosk(), ticket: $0.ticket()) },
    ]

    // MARK: - Parts

    private mutating func kiosk() -> Int { random.below(setup.stations) }

    /// Mostly one of the few that have a history already.
    private mutating func ticket() -> Int { random.below(3) > 0 ? random.below(5) : random.below(Organizer.codes) }

    private mutating func gate() -> Int {
        let roll = random.below(10)
        return roll < 6 ? 0 : roll < 9 ? 1 + random.below(3) : 1 + random.below(5)
    }

    private mutating func span() -> Int { random.below(8) == 0 ? random.below(9000) : random.below(120) }

    private mutating func change(besides left: Int) -> Int {
        let change = random.below(Organizer.Change.allCases.count * 2)
        return change % Organizer.Change.allCases.count == left ? 0 : change
    }
}
