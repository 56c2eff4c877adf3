import Foundation
import TestSupport
import Testing
import Tickets

@testable import Backends
@testable import Relay

/// What guests answer at a door whose station tells a relay.
struct RelayAnswersTests {
    private struct Taken: CheckInReceiver {
        func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery { Delivery(answers: []) }
    }

    private static let key = RelayKey()

    private func checkIn(_ number: Int64) -> CheckIn {
        CheckIn(
            id: "00000000-0000-7000-8000-00000000000\(number)", station: "kiosk-1", sequence: number, event: "gala",
            list: "1", gate: "A", reference: "31", direction: .in, verdict: .admitted, kind: .scan, count: 1,
            how: .camera, at: time("2026-12-05T18:00:00Z"))
    }

    @Test func `they wait sealed for their server, which gets them, and are gone after that`() throws {
        let folder = try TemporaryFolder()
        let store = try RelayStore(folder: folder.url, now: { .relayNow })
        let sealed = try Self.key.publicKey.seal(["12": "nuts"], of: checkIn(1))
        let text = CheckInMessage(checkIn(1), sealedAnswers: sealed).jsonWithCode().text
        let message = try CheckInMessage(parsing: text.utf8)
        _ = try store.receive([.init(message: message, event: "gala", backend: "box")])
        let settings = BackendSettings(name: "box", kind: .pretix, url: "https://box.example")
        let outbox = RelayOutbox(
            backend: RelayBackend(settings: settings, receiver: Taken()), store: store, key: Self.key, logger: .quiet)
        #expect(try outbox.next(limit: 9).map(\.answers) == [["12": "nuts"]])
        #expect(!message.json.text.contains("sealed"), "what other stations are told")
        try outbox.settle([SettledCheckIn(id: checkIn(1).id, answer: .accepted)])
        try store.close()
        for (name, bytes) in try folder.contents() {
            #expect(bytes.firstRange(of: Data(sealed.utf8)) == nil, "\(name)")
        }
    }

    @Test func `they open for their own entry alone, and not as a code`() throws {
        let sealed = try Self.key.publicKey.seal(["12": "nuts"], of: checkIn(1))
        #expect(Self.key.openAnswers(sealed, of: checkIn(1)) == ["12": "nuts"])
        #expect(Self.key.openAnswers(sealed, of: checkIn(2)) == nil && Self.key.open(sealed, of: checkIn(1)) == nil)
        #expect(RelayKey().openAnswers(sealed, of: checkIn(1)) == nil)
    }
}
