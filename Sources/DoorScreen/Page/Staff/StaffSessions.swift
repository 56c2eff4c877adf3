internal import Crypto
internal import Foundation
internal import StationAPI
internal import Tickets

/// The sessions at the screen. Time and the tokens of cookies are arguments; only hashes of the tokens are stored.
/// See docs/decisions/057-staff-session-cookie.md.
struct StaffSessions {
    /// More than the people who share one screen.
    static let most = 4
    /// Length of a cookie's token, in bytes.
    static let tokenByteCount = 32

    /// A session ends when it is not used for this long.
    let idle: Duration
    /// How many people may be at work at once.
    private let mostAtOnce: Int

    struct Session {
        let staff: Staff
        let account: OperatorAccount
        fileprivate var lastUse: ContinuousClock.Instant
    }

    private var sessions: [Data: Session] = [:]

    init(idle: Duration, most: Int = most) {
        self.idle = idle
        mostAtOnce = most
    }

    /// When all sessions are taken, one ends: of this person, if there is one, that which was not used for the longest time.
    mutating func begin(_ staff: Staff, _ account: OperatorAccount, token: String, now: ContinuousClock.Instant) {
        removeIdle(now)
        if sessions.count >= mostAtOnce {
            let own = sessions.filter { $0.value.staff.name == staff.name }
            let oldest = (own.isEmpty ? sessions : own).min { $0.value.lastUse < $1.value.lastUse }
            if let oldest { sessions[oldest.key] = nil }
        }
        sessions[Self.hash(token)] = Session(staff: staff, account: account, lastUse: now)
    }

    /// The session of this cookie; `nil` when it has ended.
    /// - Parameter renews: from now on its idle time runs again.
    mutating func use(_ token: String, now: ContinuousClock.Instant, renews: Bool = true) -> Session? {
        removeIdle(now)
        if renews { sessions[Self.hash(token)]?.lastUse = now }
        return sessions[Self.hash(token)]
    }

    mutating func end(_ token: String) {
        sessions[Self.hash(token)] = nil
    }

    /// Whose sessions have not ended.
    mutating func present(now: ContinuousClock.Instant) -> [Staff] {
        removeIdle(now)
        return sessions.values.map(\.staff)
    }

    private mutating func removeIdle(_ now: ContinuousClock.Instant) {
        sessions = sessions.filter { now - $0.value.lastUse < idle }
    }

    private static func hash(_ token: String) -> Data {
        Data(SHA256.hash(data: Data(token.utf8)))
    }
}
