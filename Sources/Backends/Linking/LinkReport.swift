internal import Synchronization
public import Tickets

/// State of a station's link to one backend, for people to see.
public final class LinkReport: Sendable {
    /// The two uses of a link; each has its own trouble.
    public enum Use: Hashable, Sendable {
        /// This station's check-ins.
        case uploads
        /// Updates about what other gates did.
        case updates
    }

    private struct State {
        var errors: [Use: BackendError] = [:]
        var isRevoked = false
        var lastContact: Timestamp?
    }

    private let state = Mutex(State())

    /// Without trouble and without contact.
    public init() {}

    /// The current trouble; `nil` when the last attempt succeeded, or before the first.
    public func failure(with use: Use) -> BackendError? {
        state.withLock { $0.errors[use] }
    }

    /// The trouble of the link as a whole; that of the uploads comes first.
    public var error: BackendError? { failure(with: .uploads) ?? failure(with: .updates) }

    /// The server has confirmed that it removed this station's access, and has taken nothing since.
    public var isRevoked: Bool {
        state.withLock { $0.isRevoked }
    }

    /// When the server last gave a proper answer, by this station's clock; `nil` before the first.
    public var lastContact: Timestamp? {
        state.withLock { $0.lastContact }
    }

    /// - Returns: whether this is a new kind of trouble.
    @discardableResult
    func note(_ error: BackendError, with use: Use) -> Bool {
        state.withLock { state in
            defer { state.errors[use] = error }
            return state.errors[use]?.code != error.code
        }
    }

    /// - Returns: whether there was trouble before.
    @discardableResult
    func noteSuccess(of use: Use, at now: Timestamp) -> Bool {
        state.withLock { state in
            state.lastContact = now
            return state.errors.removeValue(forKey: use) != nil
        }
    }

    /// The server gave a proper answer, and there is still trouble with another check-in.
    func noteContact(at now: Timestamp) {
        state.withLock { $0.lastContact = now }
    }

    func noteRevocation(_ isRevoked: Bool) {
        state.withLock { $0.isRevoked = isRevoked }
    }
}
