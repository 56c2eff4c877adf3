internal import Synchronization
public import Tickets

/// How a station stands with one backend, for people to see.
public final class LinkReport: Sendable {
    /// What the link is used for.
    public enum Use: Hashable, Sendable {
        case uploads
        /// What other gates did.
        case news
    }

    private struct State {
        var troubles: [Use: BackendTrouble] = [:]
        var isRevoked = false
        var lastContact: Timestamp?
    }

    private let state = Mutex(State())

    public init() {}

    public func trouble(with use: Use) -> BackendTrouble? {
        state.withLock { $0.troubles[use] }
    }

    /// The server has said for certain that this station is no longer wanted: nothing is sent any more.
    public var isRevoked: Bool {
        state.withLock { $0.isRevoked }
    }

    /// When the server last answered as it should.
    public var lastContact: Timestamp? {
        state.withLock { $0.lastContact }
    }

    /// - Returns: whether this is news.
    @discardableResult
    func note(_ trouble: BackendTrouble, with use: Use) -> Bool {
        state.withLock { state in
            defer { state.troubles[use] = trouble }
            return state.troubles[use]?.code != trouble.code
        }
    }

    /// - Returns: whether there was trouble before.
    @discardableResult
    func noteSuccess(of use: Use, at now: Timestamp) -> Bool {
        state.withLock { state in
            state.lastContact = now
            return state.troubles.removeValue(forKey: use) != nil
        }
    }

    func noteRevocation() {
        state.withLock { $0.isRevoked = true }
    }
}
