import Backends
import Foundation
import Relay
import Synchronization
import TestSupport
import Tickets

/// A real relay, used over HTTP; what it normally does on its own threads is done step by step, when the simulation
/// asks.
final class SimulatedRelay: Sendable {
    private let store: RelayStore
    private let outbox: RelayOutbox
    private let server: TicketServer
    private let key: RelayKey
    private let port: Int
    private let run: Task<Void, any Error>
    private let telling: TellingRecord

    /// - Parameters:
    ///   - folder: its state, perhaps from an earlier relay.
    ///   - server: the server to which it uploads.
    ///   - stations: their names, which are also their tokens.
    ///   - telling: records what the relays of this folder received.
    init(
        folder: URL, key: RelayKey, server: TicketServer, stations: [String], telling: TellingRecord
    ) async throws {
        let store = try RelayStore(folder: folder, now: { .relayNow })
        let backend = RelayBackend(settings: World.backend, receiver: server)
        let api = RelayAPI(
            store: store,
            fleet: try RelayFleet(
                store: store, stations: Set(stations), logger: .quiet, now: { Timestamp(seconds: 0) }),
            tokens: Dictionary(uniqueKeysWithValues: stations.map { ($0, $0) }),
            events: Dictionary(uniqueKeysWithValues: Organizer.events.map { ($0, backend) }), key: key,
            allowsSupervisorUndo: true, logger: .quiet
        ) {}
        let (ports, signal) = AsyncStream<Int>.makeStream()
        let listener = RelayServer(api: api, host: "127.0.0.1", port: 0, logger: .quiet) { signal.yield($0) }
        run = Task {
            defer { signal.finish() }
            try await listener.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            throw Failure("the relay does not listen: \(await run.result)")
        }
        self.port = port
        self.store = store
        self.server = server
        self.key = key
        self.telling = telling
        outbox = RelayOutbox(backend: backend, store: store, key: key, logger: .quiet)
    }

    /// Stops answering and closes its store, so that another relay can be started on the same folder.
    func end() async throws {
        run.cancel()
        _ = await run.result
        try store.close()
    }

    /// A station's link to it.
    func link(of station: String) throws -> BackendLink {
        var settings = BackendSettings(
            name: World.backend.name, kind: .webhook, url: "http://127.0.0.1:\(port)/v1/checkins")
        settings.batch = server.batchSize
        settings.tellsOthers = true
        settings.relayKey = key.publicKey
        return try BackendConnector(
            secrets: { _ in station }, now: { Timestamp(milliseconds: 0) }
        ).link(settings)
    }

    /// The same link, over the network that also leads to the server: while the server cannot be reached, neither can
    /// the relay; while the server's answers are lost, so are the relay's.
    func receiver(for station: String) throws -> any CheckInReceiver {
        StationReceiver(link: try link(of: station), server: server, telling: telling)
    }

    /// Uploads to the server what it accepts now.
    func passOn() async throws {
        let uploader = Uploader(
            to: server, from: outbox, report: LinkReport(),
            environment: LinkEnvironment(now: { Timestamp(milliseconds: 0) }))
        _ = await uploader.uploadOnce()
    }
}

private struct StationReceiver: CheckInReceiver {
    let link: BackendLink
    let server: TicketServer
    let telling: TellingRecord

    var batchSize: Int { link.receiver.batchSize }

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        guard server.mood != .away else { return TicketServer.unheard }
        let delivery = await link.receiver.deliver(checkIns)
        guard delivery.error == nil else { return delivery }
        telling.tell(checkIns.map(\.checkIn))
        guard server.mood != .losesAnswers else { return TicketServer.unheard }
        telling.settle(zip(checkIns, delivery.answers).compactMap { $1 == .accepted ? $0.checkIn.id : nil })
        return delivery
    }
}

/// What a server or relay received, in order, and for which of these the sender got the answer.
final class TellingRecord: Sendable {
    private struct State {
        var told: [CheckIn] = []
        var heard: Set<String> = []
        var settled: Set<String> = []
        var again: [String] = []
    }

    private let state = Mutex(State())

    /// Each once.
    var told: [CheckIn] { state.withLock { $0.told } }
    /// Sent again although the sender had the answer.
    var toldAgain: [String] { state.withLock { $0.again } }

    func tell(_ checkIns: [CheckIn]) {
        state.withLock { state in
            for checkIn in checkIns {
                if state.settled.contains(checkIn.id) { state.again.append(checkIn.id) }
                if state.heard.insert(checkIn.id).inserted { state.told.append(checkIn) }
            }
        }
    }

    func settle(_ ids: [String]) { state.withLock { $0.settled.formUnion(ids) } }
}
