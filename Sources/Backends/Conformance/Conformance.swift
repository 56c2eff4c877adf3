public import Tickets

/// Tries a server against docs/webhook.openapi.yaml, rule by rule. It posts more than a thousand check-ins: it is for a
/// server that is being written or tried, not for one with a real evening's.
public struct Conformance: Sendable {
    /// What came of one rule.
    public enum Outcome: Hashable, Sendable {
        case holds
        /// With what was seen instead, as a clause.
        case broken(String)
        /// With the reason, as a clause.
        case untried(String)
    }

    /// A rule of the contract, and what came of it.
    public struct Finding: Hashable, Sendable {
        /// Which half of the contract it belongs to.
        public let part: Part
        /// What the contract wants, as a sentence.
        public let rule: String
        public let outcome: Outcome
    }

    /// The parts of the contract; a server may have only the first.
    public enum Part: String, Sendable {
        /// Check-ins are posted to the server.
        case checkIns = "check-ins"
        /// It tells what all stations did.
        case told = "what it tells"
        /// It gives events and tickets.
        case tickets = "events and tickets"
    }

    private let server: ContractServer
    private let event: String?
    private let now: @Sendable () -> Timestamp
    private let makeID: @Sendable () -> String

    /// - Parameters:
    ///   - base: address to which `/checkins` and `/events` are added.
    ///   - station: name of the station that the token belongs to.
    ///   - stationToken: with which check-ins are posted.
    ///   - organizerToken: with which events and tickets are read; `nil`: they are not tried.
    ///   - event: the server's id of the event to read, and to post check-ins of; `nil` for the first that it lists.
    ///   - makeID: makes the id of a check-in: a UUID in lower case, another one each time.
    public init(
        base: String, network: NetworkSettings = NetworkSettings(), station: String, stationToken: String,
        organizerToken: String?, event: String?, now: @escaping @Sendable () -> Timestamp,
        makeID: @escaping @Sendable () -> String
    ) {
        server = ContractServer(
            client: HTTPClient(network), base: base, station: station, stationToken: stationToken,
            organizerToken: organizerToken)
        self.event = event
        self.now = now
        self.makeID = makeID
    }

    /// Tries all rules, one after the other.
    ///
    /// - Parameter report: gets each finding as soon as it is made.
    /// - Throws: ``BackendError`` when there is no server at the address
    public func run(_ report: (Finding) -> Void) async throws(BackendError) {
        do throws(HTTPError) {
            _ = try await server.ask("GET", "/checkins", token: server.stationToken)
        } catch {
            throw BackendError(error)
        }
        var trial = ContractTrial(server: server, event: event, now: now, makeID: makeID)
        for rule in ContractRule.all {
            let outcome: Outcome
            do {
                try await rule.trial(&trial)
                outcome = .holds
            } catch let flaw as ContractFlaw {
                outcome = flaw.outcome
            } catch {
                outcome = .broken("\(error)")
            }
            report(Finding(part: rule.part, rule: rule.text, outcome: outcome))
        }
    }
}

/// One rule of the contract.
struct ContractRule: Sendable {
    let part: Conformance.Part
    /// A sentence.
    let text: String
    /// - Throws: ``ContractFlaw``, or what kept the rule from being tried
    let trial: @Sendable (inout ContractTrial) async throws -> Void

    init(
        _ part: Conformance.Part, _ text: String,
        _ trial: @escaping @Sendable (inout ContractTrial) async throws -> Void
    ) {
        self.part = part
        self.text = text
        self.trial = trial
    }

    /// In the order in which they are tried: later rules look at what earlier ones have sent.
    static let all = checkIns + told + tickets
}

/// Why a rule does not hold, or could not be tried.
enum ContractFlaw: Error {
    case broken(String)
    case untried(String)

    var outcome: Conformance.Outcome {
        switch self {
        case .broken(let reason): .broken(reason)
        case .untried(let reason): .untried(reason)
        }
    }
}
