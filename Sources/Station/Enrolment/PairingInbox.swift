internal import StationAPI
internal import Synchronization
internal import Tickets

/// Decides about pairings that are shown to the station's readers. Time is an argument.
///
/// A station that is not enrolled accepts a pairing only while a person at the kiosk has opened it, or with a key that
/// the venue's IT has installed. An enrolled station waits for a supervisor.
final class PairingInbox: Sendable {
    /// How long it stays open.
    static let openFor = Duration.seconds(900)

    struct Pending: Hashable, Sendable {
        let pairing: Pairing
        let key: VerificationKey
        let shortCode: String
        let shown: ContinuousClock.Instant
    }

    private struct State {
        var openUntil: ContinuousClock.Instant?
        var pending: Pending?
    }

    /// A pairing that was shown, and the answer.
    let last = LastShown<ScanHint.Kind>()

    /// What to do about a pairing that was shown.
    enum Decision: Hashable, Sendable {
        case unusable
        case refuse
        /// Wait for a person who compares the fingerprint.
        case ask
        /// Its key is trusted: put it in force.
        case accept
    }

    private let state = Mutex(State())

    /// What was refused and is still in view is decided again.
    func open(at now: ContinuousClock.Instant) {
        last.forget()
        state.withLock { $0.openUntil = now + Self.openFor }
    }

    /// How long it is still open; `nil` when it is not.
    func openFor(at now: ContinuousClock.Instant) -> Duration? {
        state.withLock { state in state.openUntil.flatMap { now < $0 ? $0 - now : nil } }
    }

    /// The pairing that waits for a person; `nil` once it must have expired.
    func pending(at now: ContinuousClock.Instant) -> Pending? {
        state.withLock { state in
            if let pending = state.pending, now - pending.shown > Pairing.usualValidity { state.pending = nil }
            return state.pending
        }
    }

    func forgetPending() {
        state.withLock { $0.pending = nil }
    }

    func forget() {
        state.withLock { ($0.openUntil, $0.pending) = (nil, nil) }
    }

    /// - Parameters:
    ///   - shortCode: of its text.
    ///   - isUsable: it has not expired and was not used before.
    ///   - isKeyTrusted: the venue's IT has installed the key.
    func show(
        _ pairing: Pairing, key: VerificationKey, shortCode: String, isUsable: Bool, isEnrolled: Bool,
        isKeyTrusted: Bool, at now: ContinuousClock.Instant
    ) -> Decision {
        state.withLock { state in
            guard isUsable else { return .unusable }
            if !isEnrolled, isKeyTrusted { return .accept }
            let isOpen = state.openUntil.map { now < $0 } ?? false
            guard isEnrolled || isOpen else { return .refuse }
            state.pending = Pending(pairing: pairing, key: key, shortCode: shortCode, shown: now)
            return .ask
        }
    }
}
