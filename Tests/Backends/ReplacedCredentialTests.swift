import ServerDoubles
import Synchronization
import Testing
import Tickets

@testable import Backends

/// Somebody puts another credential in the place of the one that a station began with.
@Suite(.timeLimit(.minutes(5)))
struct ReplacedCredentialTests {
    private func link(
        _ kind: BackendSettings.Kind, at address: String, _ credential: Credential
    ) throws -> BackendLink {
        var settings = BackendSettings(name: "box", kind: kind, url: ServerAddress(address))
        settings.organizer = "gala-ltd"
        settings.lists = ["main": "1"]
        settings.signingCredential = kind == .webhook ? "signing" : nil
        let connector = BackendConnector(
            secrets: { _ throws(BackendError) in try credential.read() }, now: { EventScheduleFixture.now })
        return try connector.link(settings)
    }

    @Test(arguments: BackendSettings.Kind.allCases)
    func `what is sent next is sent with it, to a server of any kind`(kind: BackendSettings.Kind) async throws {
        let (credential, server) = (Credential(), DeviceServer())
        try await server.serve { address in
            let link = try link(kind, at: address, credential)
            _ = await link.receiver.deliver([OutgoingCheckIn(.numbered(1), code: "code")])
            credential.replace(with: DeviceServer.new)
            let before = server.headers.count
            _ = await link.receiver.deliver([OutgoingCheckIn(.numbered(1), code: "code")])
            let (old, new) = (server.headers.prefix(before), server.headers.dropFirst(before))
            #expect(!old.isEmpty && old.allSatisfy { $0.contains { $0.value.hasSuffix("old") } })
            #expect(!new.isEmpty && new.allSatisfy { $0.contains { $0.value.hasSuffix("new") } })
            if kind == .webhook {
                #expect(old.first?["webhook-signature"] != new.first?["webhook-signature"])
            }
        }
    }

    @Test func `without one nothing is sent and nothing is lost, and a link cannot be made`() async throws {
        let (credential, server) = (Credential(), DeviceServer())
        try await server.serve { address in
            let link = try link(.pretix, at: address, credential)
            credential.replace(with: nil)
            let delivery = await link.receiver.deliver([OutgoingCheckIn(.numbered(1), code: "code")])
            #expect(delivery.answers.isEmpty && delivery.error?.code == .misconfigured)
            #expect(server.headers.isEmpty)
            #expect(throws: BackendError.self) { try self.link(.pretix, at: address, credential) }
        }
    }

    @Test func `of a pretix device that is revoked in the middle, the next one sends the rest, each once`() async throws
    {
        let (credential, server) = (Credential(), DeviceServer(revokedAfter: 2))
        let outbox = ShelfOutbox(count: 5)
        let (emptied, signal) = AsyncStream<Void>.makeStream()
        let report = LinkReport()
        let environment = LinkEnvironment(
            now: { Timestamp(seconds: 0) },
            sleep: { _ in
                if report.isRevoked { credential.replace(with: DeviceServer.new) }
                if outbox.isEmpty { signal.finish() }
            })
        try await server.serve { address in
            let uploader = Uploader(
                to: try link(.pretix, at: address, credential).receiver, from: outbox, report: report,
                environment: environment, revocationDelay: .zero)
            let task = Task { await uploader.run() }
            for await _ in emptied {}
            task.cancel()
            await task.value
        }
        #expect(server.taken.map(\.id) == (1...5).map { CheckIn.numbered($0).id })
        #expect(server.taken.map(\.device) == ["old", "old", "new", "new", "new"].map { "Device \($0)" })
        #expect(!report.isRevoked)
    }
}

/// A file with a token.
private final class Credential: Sendable {
    private let text = Mutex<String?>("old")

    func replace(with text: String?) { self.text.withLock { $0 = text } }

    func read() throws(BackendError) -> String {
        guard let text = text.withLock({ $0 }) else {
            throw BackendError(.misconfigured, "use", "backend box", "the credential box is missing or empty")
        }
        return text
    }
}

/// Takes check-ins as pretix does. It may revoke its first device.
private final class DeviceServer: ServerDouble {
    static let new = "new"

    private struct State {
        var headers: [[String: String]] = []
        var taken: [(id: String, device: String)] = []
    }

    private let state = Mutex(State())
    private let revokedAfter: Int

    /// - Parameter revokedAfter: how many check-ins it takes from its first device.
    init(revokedAfter: Int = .max) {
        self.revokedAfter = revokedAfter
    }

    /// Of all requests.
    var headers: [[String: String]] { state.withLock { $0.headers } }
    /// The nonces of check-ins, and the device that sent each.
    var taken: [(id: String, device: String)] { state.withLock { $0.taken } }

    func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        state.withLock { state in
            state.headers.append(request.headers)
            let device = request.headers["authorization"] ?? ""
            guard device == "Device \(Self.new)" || state.taken.count < revokedAfter else {
                return DoubleAnswer(401, json: .object([("detail", .string("Device access has been revoked."))]))
            }
            state.taken.append((request.members["nonce"] ?? "", device))
            return DoubleAnswer(201, json: .object([("status", .string("ok"))]))
        }
    }
}
