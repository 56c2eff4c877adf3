import Backends
import Foundation
import Tickets

/// A relay between the stations and their server.
extension World {
    /// What the stations send, and must not send again: to the relay, or to the server itself.
    var telling: TellingRecord { relay == nil ? server.telling : relayed }

    func beginRelay() async throws {
        guard setup.hasRelay else { return }
        relay = try await SimulatedRelay(
            folder: folder.appending(path: "relay"), key: relayKey, server: server,
            stations: (0..<setup.stations).map(LedgerServer.station), telling: relayed)
    }

    /// - Parameter restarts: the relay is stopped and started again first.
    func passOn(restarts: Bool) async throws {
        guard let before = relay else { return }
        if restarts {
            try await before.end()
            try await beginRelay()
        }
        try await relay?.passOn()
        if let again = server.telling.toldAgain.first { throw Failure("the relay told its server again of \(again)") }
    }

    /// The relay's server must receive everything that the relay received, once, in the order of each ticket; of two
    /// undos of the same entry, only the first.
    func passEverythingOn() async throws {
        try await passOn(restarts: true)
        var takenBack: Set<String> = []
        let due = telling.told.filter { $0.undoes.map { takenBack.insert($0).inserted } ?? true }
        let told = server.told
        guard Set(told.map(\.id)) == Set(due.map(\.id)) else {
            throw Failure(
                "the relay was told of \(due.count) that its server must hear of, and the server of \(told.count)")
        }
        func byTicket(_ checkIns: [CheckIn]) -> [TicketKey?: [String]] {
            Dictionary(grouping: checkIns, by: \.key).mapValues { $0.map(\.id) }
        }
        guard byTicket(told.filter { $0.key != nil }) == byTicket(due.filter { $0.key != nil }) else {
            throw Failure("the relay told its server of a ticket's later entry first")
        }
    }

    /// Reads from a relay, which also reports the station's own check-ins; the station knows those already.
    func hear(of relay: SimulatedRelay, into store: any UpdateStore, at kiosk: Int) async throws {
        guard let stream = try relay.link(of: kiosks[kiosk].name).stream else { throw Failure("the relay is silent") }
        var isMore = true
        while isMore {
            let page = try await stream.page(after: try await store.cursor())
            try await store.keep(page)
            isMore = page.isMore
        }
        let told = telling.told
        for checkIn in told.dropFirst(kiosks[kiosk].heard)
        where checkIn.station != kiosks[kiosk].name && checkIn.verdict.reason == nil {
            learn(checkIn, at: kiosk)
        }
        kiosks[kiosk].heard = told.count
    }
}
