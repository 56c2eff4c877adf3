internal import Tickets

/// The state machine of the link, from alone to connected and back: event in, action out.
struct LinkStateMachine: Sendable {
    /// What the ledger's thread does next.
    enum Action: Equatable {
        /// Pauses, and begins a session on a new connection.
        case connect(after: Duration)
        /// Reads what happened meanwhile, and withdraws a claim that never came into the journal.
        case catchUp
        /// Delivers what was decided without the ledger.
        case deliver
        /// Lets the door claim.
        case openDoor
        /// Waits for updates, stores them, and delivers what is waiting.
        case follow
    }

    enum Event: Equatable {
        /// The action succeeded.
        case done
        case failed(VenueError)
        /// A claim of the door failed.
        case doorGaveUp(VenueError)
    }

    private enum State {
        case alone(VenueError?)
        case healing(Action)
        case connected
    }

    private var state = State.alone(nil)
    /// Consecutive failures.
    private var failures = 0

    /// The first action.
    static let firstAction = Action.connect(after: .zero)

    var condition: LedgerCondition {
        switch state {
        case .alone(let error): .alone(error)
        case .healing: .healing
        case .connected: .connected
        }
    }

    mutating func next(after event: Event) -> Action {
        switch event {
        case .done: advance()
        case .failed(let error), .doorGaveUp(let error): fallBack(error)
        }
    }

    private mutating func advance() -> Action {
        switch state {
        case .alone: heal(.catchUp)
        case .healing(.catchUp): heal(.deliver)
        case .healing(.deliver): heal(.openDoor)
        case .healing, .connected: follow()
        }
    }

    private mutating func heal(_ action: Action) -> Action {
        state = .healing(action)
        return action
    }

    private mutating func follow() -> Action {
        state = .connected
        failures = 0
        return .follow
    }

    private mutating func fallBack(_ error: VenueError) -> Action {
        state = .alone(error)
        defer { failures += 1 }
        return .connect(after: pause(after: error))
    }

    /// Short at first: usually one server takes over from another. What a person must repair is tried rarely; two
    /// stations with the same name must not end each other's sessions all the time.
    private func pause(after error: VenueError) -> Duration {
        switch error.code {
        case .misconfigured, .untrusted, .refused, .notALedger, .superseded: .seconds(15)
        case .unreachable, .timedOut, .limited, .rejected, .brokenOff, .failed:
            .milliseconds([200, 500, 1000, 2000][min(failures, 3)])
        }
    }
}
