internal import Backends
internal import Synchronization
internal import Tickets
internal import Web

/// Answers stations that ask about a code that no list has: the relay asks the ticketing server, with the account's key
/// that no station has. Only for backends with `ask: unknown`.
final class RelayLookups: Sendable {
    /// A station asks about one code after the other; more than this in a second are guesses.
    private static let mostPerSecond = 10

    private let events: [String: RelayBackend]
    private let key: RelayKey
    /// When each station asked last, the oldest first.
    private let asked = Mutex<[String: [ContinuousClock.Instant]]>([:])

    init(events: [String: RelayBackend], key: RelayKey) {
        self.events = events
        self.key = key
    }

    func answer(to body: [UInt8], from station: String) async -> WebResponse {
        guard let question = TicketQuestion(relayed: body, from: station, key: key) else {
            return .error(400, "it is not a question about a code, or was sealed for another key or station")
        }
        guard let lookup = events[question.event]?.lookup else {
            return .error(404, "codes of this event cannot be asked about: see ask in relay.yaml")
        }
        guard mayAsk(station) else { return .error(429, "more than \(Self.mostPerSecond) questions in a second") }
        do throws(BackendError) {
            let rows = try await lookup.tickets(for: question)
            return .json(.object([("tickets", .array(rows.map(\.jsonWithoutSecrets)))]))
        } catch {
            return .error(503, "\(error)")
        }
    }

    private func mayAsk(_ station: String) -> Bool {
        let now = ContinuousClock.now
        return asked.withLock { asked in
            let recent = (asked[station] ?? []).filter { now - $0 < .seconds(1) }
            guard recent.count < Self.mostPerSecond else { return false }
            asked[station] = recent + [now]
            return true
        }
    }
}
