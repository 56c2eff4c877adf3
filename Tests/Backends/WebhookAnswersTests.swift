import ServerDoubles
import Testing
import Tickets

@testable import Backends

/// Takes everything.
private struct Taker: ServerDouble {
    func answer(_ request: DoubleRequest) async -> DoubleAnswer { DoubleAnswer(json: .object([])) }
}

/// What guests answered, where the server is a webhook and no relay.
@Suite(.timeLimit(.minutes(1)))
struct WebhookAnswersTests {
    @Test(arguments: [(["12": "nuts"], true), (["12": ""], false), ([:], false)] as [([String: String], Bool)])
    func `an answer that the server does not get is told to a person`(
        answers: [String: String], isDisputed: Bool
    ) async throws {
        let server = Taker()
        try await server.serve { address in
            let settings = BackendSettings(name: "box", kind: .webhook, url: ServerAddress(address))
            let link = try BackendConnector(secrets: { _ in "token" }, now: { EventScheduleFixture.now }).link(settings)
            let answer = await link.receiver.deliver([OutgoingCheckIn(.numbered(1), answers: answers)]).answers.first
            if case .disputed? = answer { #expect(isDisputed) } else { #expect(!isDisputed && answer == .accepted) }
        }
    }
}
