internal import Crypto
internal import Foundation
internal import StationAPI
internal import Tickets

/// Who is at work at the screen. Time and the secrets of cookies are arguments; only hashes of these are kept.
/// See docs/decisions/057-staff-session-cookie.md.
struct StaffSessions {
    /// More than the people who share one screen.
    static let most = 4
    /// Of a cookie, in bytes.
    static let tokenByteCount = 32

    /// A session ends when it is not used for this long.
    let idle: Duration

    struct Session {
        let staff: Staff
        let employment: Employment
        fileprivate var lastUse: ContinuousClock.Instant
    }

    private var sessions: [Data: Session] = [:]

    init(idle: Duration) {
        self.idle = idle
    }

    /// Makes room by ending the one that was used the longest ago.
    mutating func begin(_ staff: Staff, _ employment: Employment, token: String, now: ContinuousClock.Instant) {
        removeIdle(now)
        if sessions.count >= Self.most, let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            sessions[oldest.key] = nil
        }
        sessions[Self.hash(token)] = Session(staff: staff, employment: employment, lastUse: now)
    }

    /// Who has this cookie; from now on the idle time runs anew.
    mutating func use(_ token: String, now: ContinuousClock.Instant) -> Session? {
        removeIdle(now)
        sessions[Self.hash(token)]?.lastUse = now
        return sessions[Self.hash(token)]
    }

    mutating func end(_ token: String) {
        sessions[Self.hash(token)] = nil
    }

    private mutating func removeIdle(_ now: ContinuousClock.Instant) {
        sessions = sessions.filter { now - $0.value.lastUse < idle }
    }

    private static func hash(_ token: String) -> Data {
        Data(SHA256.hash(data: Data(token.utf8)))
    }
}
