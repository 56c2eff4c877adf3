import Crypto
import Foundation
import ServerDoubles
import Synchronization
import Testing
import Tickets

@testable import Backends

/// What counts as taken, of all that a server might answer.
struct WebhookResultTests {
    private static let id = CheckIn.numbered(1).id

    private static func json(_ text: String) -> LenientJSON {
        LenientJSON(parsing: Array(text.replacing("ID", with: id).utf8)) ?? .null
    }

    /// What is no result that the contract knows.
    static let strange = [
        #""status": "failed""#, #""status": "error""#, #""status": "queued""#, #""status": "Accepted""#,
        #""status": "ACCEPTED""#, #""status": "Rejected""#, #""status": " accepted""#, #""status": """#,
        #""status": null"#, #""status": 0"#, #""status": 5"#, #""status": true"#, #""status": {}"#, #""status": []"#,
        #""status": ["accepted"]"#, #""error": "no""#, #""errors": ["no"]"#,
    ]

    @Test(arguments: strange)
    func `a status that the contract does not have is no answer`(member: String) {
        let result = Self.json(#"{"id": "ID", \#(member)}"#)
        #expect(throws: WebhookResult.Misunderstood.self) { try WebhookResult.opinion(result) }
        for isPromised in [false, true] {
            #expect(throws: WebhookResult.Misunderstood.self) {
                try WebhookResult.opinion(onOnly: Self.id, in: result, isPromised: isPromised)
            }
        }
        let batch = Self.json(#"{"results": [{"id": "ID", \#(member)}]}"#)
        #expect(throws: WebhookResult.Misunderstood.self) { try WebhookResult.opinion(on: Self.id, in: batch) }
    }

    @Test(arguments: [
        "{}", "[]", "null", "5", #""ok""#, #"{"results": {}}"#, #"{"results": []}"#, #"{"results": [null]}"#,
        #"{"results": [5, {}, "text"]}"#, #"{"results": [{}]}"#, #"{"results": [{"status": "accepted"}]}"#,
        #"{"results": [{"id": "another", "status": "accepted"}]}"#, #"{"results": [["ID"]]}"#,
    ])
    func `results of a batch name the check-ins`(body: String) {
        #expect(throws: WebhookResult.Misunderstood.self) {
            try WebhookResult.opinion(on: Self.id, in: Self.json(body))
        }
    }

    @Test(arguments: [
        (#"{"id": "ID"}"#, ServerAnswer.accepted), (#"{"id": "ID", "status": "accepted"}"#, .accepted),
        (#"{"id": "ID", "status": "rejected", "message": "m"}"#, .rejected(reason: "m")),
        (#"{"id": "ID", "status": "contradicted", "error": "m"}"#, .contradicted(reason: "m")),
        (#"{"results": [{"id": "other"}, {"id": "ID", "status": "accepted"}]}"#, .accepted),
    ])
    func `the words of the contract have their meaning`(body: String, answer: ServerAnswer) throws {
        for isPromised in [false, true] {
            let found = try WebhookResult.opinion(onOnly: Self.id, in: Self.json(body), isPromised: isPromised)
            #expect(found == answer)
        }
    }

    @Test(
        arguments: [
            ("", true), ("null", true), (#""ok""#, true), ("{}", true), (#"{"ok": true}"#, true),
            (#"{"id": "another"}"#, false), ("5", false), ("[]", false), ("true", false),
        ])
    func `one check-in needs no result where none is promised, and one that names it where it is`(
        body: String, isTaken: Bool
    ) {
        func answer(_ isPromised: Bool) -> ServerAnswer? {
            try? WebhookResult.opinion(onOnly: Self.id, in: Self.json(body), isPromised: isPromised)
        }
        #expect((answer(false) == .accepted) == isTaken)
        #expect(answer(true) == nil)
    }

    @Test func `the word is named, and what could be a secret is not`() throws {
        let error = #expect(throws: WebhookResult.Misunderstood.self) {
            try WebhookResult.opinion(Self.json(#"{"status": "failed"}"#))
        }
        #expect(error?.reason == #"answers a check-in with a status that is not known: "failed""#)
        let secret = #expect(throws: WebhookResult.Misunderstood.self) {
            try WebhookResult.opinion(Self.json(#"{"status": "8QK2VT6NCE3WB4RM"}"#))
        }
        #expect(secret?.reason.contains("8QK2") == false)
    }
}

/// Answers everything in one way, and keeps what it was asked.
private final class Stubborn: ServerDouble {
    private let given: DoubleAnswer
    private let requests = Mutex<[DoubleRequest]>([])

    init(_ answer: DoubleAnswer) { given = answer }

    var asked: [DoubleRequest] { requests.withLock { $0 } }

    func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        requests.withLock { $0.append(request) }
        return given
    }
}

@Suite(.timeLimit(.minutes(1)))
struct WebhookDeliveryTests {
    private func deliver(
        _ answer: DoubleAnswer, count: Int64 = 2, change: (inout BackendSettings) -> Void = { _ in }
    ) async throws -> Delivery {
        var settings = BackendSettings(name: "box", kind: .webhook, url: "")
        change(&settings)
        let changed = settings
        return try await Stubborn(answer).serve { address in
            var settings = changed
            settings.url = ServerAddress(address)
            let link = try BackendConnector(secrets: { _ in "token" }, now: { EventScheduleFixture.now }).link(settings)
            let checkIns = (1...count).map { OutgoingCheckIn(.numbered($0)) }
            return await link.receiver.deliver(Array(checkIns.prefix(link.receiver.batchSize)))
        }
    }

    private static let empty = [DoubleAnswer(200, body: .bytes([])), DoubleAnswer(204, body: .bytes([]))]

    @Test(arguments: empty.indices)
    func `an empty answer is a delivery only where no results are promised`(index: Int) async throws {
        let answer = Self.empty[index]
        #expect(try await deliver(answer).answers == [.accepted])
        for change: (inout BackendSettings) -> Void in [{ $0.batch = 2 }, { $0.tellsOthers = true }] {
            let delivery = try await deliver(answer, change: change)
            #expect(delivery.answers.isEmpty && delivery.error?.code == .unexpected)
        }
    }

    @Test func `what the server says of the first counts, up to what it does not say`() async throws {
        let ids = (1...3).map { CheckIn.numbered($0).id }
        let results = #"[{"id": "\#(ids[0])"}, {"id": "\#(ids[1])", "status": "failed"}, {"id": "\#(ids[2])"}]"#
        let answer = DoubleAnswer(200, body: .bytes(Array(#"{"results": \#(results)}"#.utf8)))
        let delivery = try await deliver(answer, count: 3) { $0.batch = 10 }
        #expect(delivery.answers == [.accepted])
        #expect(delivery.error?.reason.contains(#""failed""#) == true)
    }

    @Test func `a login of the network is said, and nothing is delivered`() async throws {
        let page = DoubleAnswer(511, body: .bytes(Array("<html>Log in</html>".utf8)))
        let delivery = try await deliver(page)
        #expect(delivery.answers.isEmpty)
        #expect(delivery.error?.reason == "the network requires a login first (it answers 511)")
    }

    @Test func `the check is signed as messages are, and finds a server without results`() async throws {
        let server = Stubborn(DoubleAnswer(200, body: .bytes([])))
        let secret = Data("0123456789abcdef0123456789abcdef".utf8)
        let error = await endOf {
            try await server.serve { address in
                var settings = BackendSettings(name: "box", kind: .webhook, url: ServerAddress(address))
                (settings.batch, settings.signingCredential) = (10, "hook")
                let connector = BackendConnector(
                    secrets: { name in name == "hook" ? "whsec_" + secret.base64EncodedString() : "token" },
                    now: { EventScheduleFixture.now })
                _ = try await connector.check(settings)
            }
        }
        #expect(error?.reason == "it answers a batch without `results`")
        let request = try #require(server.asked.first)
        let id = try #require(request.headers["webhook-id"])
        let signed = "\(id).\(EventScheduleFixture.now.seconds).".utf8 + request.body
        let mac = Data(HMAC<SHA256>.authenticationCode(for: Data(signed), using: SymmetricKey(data: secret)))
        #expect(request.headers["webhook-timestamp"] == "\(EventScheduleFixture.now.seconds)")
        #expect(request.headers["webhook-signature"] == "v1," + mac.base64EncodedString())
    }
}
