public import Backends
public import Foundation
public import Tickets

/// What sending alerts needs from its environment: clock, randomness, sleep, secrets. Tests replace them.
public struct AlertEnvironment: Sendable {
    /// Time by this machine's clock.
    public var now: @Sendable () -> Timestamp
    /// The content of the credential with this name; throws `.misconfigured` when it cannot be used.
    public var secrets: BackendConnector.Secrets
    /// Called after each attempt: why a receiver, by its name, did not take a message, or `nil` when it did.
    public var note: @Sendable (_ receiver: String, BackendError?) -> Void
    /// Random number from 0 to 1.
    public var random: @Sendable () -> Double
    /// Sleeps; returns early when the task is cancelled.
    public var sleep: @Sendable (Duration) async -> Void
    /// Makes the id of one message.
    public var makeID: @Sendable () -> String

    public init(
        now: @escaping @Sendable () -> Timestamp, secrets: @escaping BackendConnector.Secrets,
        note: @escaping @Sendable (_ receiver: String, BackendError?) -> Void = { _, _ in },
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
        makeID: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }
    ) {
        self.now = now
        self.secrets = secrets
        self.note = note
        self.random = random
        self.sleep = sleep
        self.makeID = makeID
    }
}

extension [AlertReceiver] {
    /// Sends a test message to all at the same time.
    /// - Returns: for each, in this order, why it did not take it; `nil` when it did.
    public func tried(
        from source: AlertSource, _ environment: AlertEnvironment
    ) async -> [(receiver: String, error: BackendError?)] {
        await withTaskGroup(of: (Int, BackendError?).self) { group in
            for (place, receiver) in enumerated() {
                group.addTask {
                    let message = AlertMessage(testAt: environment.now(), id: environment.makeID(), from: source)
                    do throws(BackendError) {
                        try await receiver.send(message, from: source, environment)
                        environment.note(receiver.name, nil)
                        return (place, nil)
                    } catch {
                        return (place, error)
                    }
                }
            }
            var errors: [Int: BackendError] = [:]
            for await (place, error) in group { errors[place] = error }
            return enumerated().map { ($0.element.name, errors[$0.offset]) }
        }
    }
}

extension AlertReceiver {
    /// Sends one message.
    /// - Throws: ``Backends/BackendError``, why it was not taken.
    public func send(
        _ message: AlertMessage, from source: AlertSource, _ environment: AlertEnvironment
    ) async throws(BackendError) {
        switch way {
        case .webhook(let receiver): try await receiver.send(message, from: source, environment)
        case .mail(let receiver): try await receiver.send(message, from: source, environment)
        case .ntfy(let receiver): try await receiver.send(message, from: source, environment)
        }
    }
}
