import Foundation
import ServerDoubles
import TestSupport
import Testing
import Tickets

@testable import Backends
@testable import Relay

/// What stations send, through a relay that runs, to the server behind it.
@Suite(.timeLimit(.minutes(2)))
struct RelayDeliveryTests {
    private static let token = String(repeating: "k", count: 32)
    private static let code = "T-0001-SECRET"

    /// Runs a relay before a server, for the station kiosk-1.
    ///
    /// - Parameter body: gets the relay's address and its key.
    private func withRelay(
        before double: EventScheduleDouble,
        _ body: @Sendable (_ address: String, _ key: RelayPublicKey) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        for (name, text) in ["kiosk-1": Self.token, "account.key": double.key] {
            let file = try folder.write(text, to: name)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
        try await double.serve { server in
            let file = try folder.write(
                """
                listen: 127.0.0.1:0
                state: state
                stations: {kiosk-1: kiosk-1}
                backends: {box: {kind: eventschedule, url: "\(server)", credential: account.key, events: {gala: "7"}}}
                events: {gala: box}

                """, to: "relay.yaml")
            let configuration = try RelayConfiguration(contentsOf: file)
            let (ports, port) = AsyncStream<Int>.makeStream()
            let relay = RelayService(
                configuration, logger: .quiet,
                now: { Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000)) },
                isSynchronised: { true }, onRunning: { port.yield($0) })
            try await withThrowingTaskGroup { group in
                group.addTask {
                    defer { port.finish() }
                    try? await relay.run()
                }
                let number = try #require(await ports.first { _ in true })
                defer { group.cancelAll() }
                try await body(
                    "http://127.0.0.1:\(number)/v1/checkins",
                    try #require(RelayPublicKey(text: try RelayService.publicKey(of: configuration))))
            }
        }
    }

    /// A station's link to the relay.
    private func receiver(at address: String, key: RelayPublicKey?) throws -> any CheckInReceiver {
        var settings = BackendSettings(name: "box", kind: .webhook, url: ServerAddress(address))
        (settings.batch, settings.relayKey) = (10, key)
        settings.network.allowsPlainHTTP = true
        return try BackendConnector(
            secrets: { _ throws(BackendError) in Self.token }, now: { Timestamp(seconds: 0) }
        ).link(settings).receiver
    }

    /// An entry of a ticket of which the station knows nothing but its code: signed at the box office.
    private func checkIn() -> OutgoingCheckIn {
        OutgoingCheckIn(
            CheckIn(
                id: UUID().uuidString.lowercased(), station: "kiosk-1", sequence: 1, event: "gala", list: "main",
                key: TicketKey(code: Self.code, salt: Data(repeating: 1, count: 32)), line: 0, verdict: .admitted,
                count: 1, how: .camera, at: Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000))),
            code: Self.code)
    }

    private func double(_ dialect: EventScheduleDouble.Dialect) -> EventScheduleDouble {
        let double = EventScheduleDouble(dialect)
        double.change { state in
            state.tickets = [
                [
                    "id": .integer(100), "event_id": .integer(7), "code": .string(Self.code), "type": "Standard",
                    "status": "valid",
                ]
            ]
        }
        return double
    }

    /// As a station does: a relay that has not found its server yet is asked again.
    private func deliver(_ checkIn: OutgoingCheckIn, to receiver: any CheckInReceiver) async throws -> ServerAnswer {
        while true {
            try Task.checkCancellation()
            if let answer = await receiver.deliver([checkIn]).answers.first { return answer }
            await Task.yield()
        }
    }

    @Test(arguments: [EventScheduleDouble.Dialect.documented, .planify])
    func `a ticket that is known by its code alone arrives at the server`(dialect: EventScheduleDouble.Dialect)
        async throws
    {
        let double = double(dialect)
        try await withRelay(before: double) { address, key in
            let receiver = try receiver(at: address, key: key)
            #expect(try await deliver(checkIn(), to: receiver) == .accepted)
            try await waitUntil { !double.now.checkIns.isEmpty }
            #expect(double.now.checkIns.map { $0.text("ticket_id") } == ["100"])
        }
    }

    @Test(arguments: [EventScheduleDouble.Dialect.documented, .planify])
    func `without the relay's key it stays at the station`(dialect: EventScheduleDouble.Dialect) async throws {
        let double = double(dialect)
        try await withRelay(before: double) { address, key in
            let answer = try await deliver(checkIn(), to: try receiver(at: address, key: nil))
            guard case .rejected(let words) = answer else {
                Issue.record("the relay says that it has what it cannot deliver: \(answer)")
                return
            }
            #expect(words.contains("code"))
            let other = try await deliver(checkIn(), to: try receiver(at: address, key: RelayKey().publicKey))
            guard case .rejected = other else {
                Issue.record("the relay takes a code that it cannot read: \(other)")
                return
            }
        }
        #expect(double.now.checkIns.isEmpty)
    }

    @Test func `for a server without check-ins nothing is accepted`() async throws {
        let double = double(.upstream)
        try await withRelay(before: double) { address, key in
            let receiver = try receiver(at: address, key: key)
            var words = ""
            while !words.contains("no interface for check-ins") {
                try Task.checkCancellation()
                let delivery = await receiver.deliver([checkIn()])
                #expect(delivery.answers.isEmpty)
                words = delivery.error?.reason ?? ""
                await Task.yield()
            }
        }
    }
}
