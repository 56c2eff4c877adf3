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
        /// What was shown last, and the answer: a camera sees it in every frame.
        var last: (text: [UInt8], answer: ScanHint.Kind, seen: ContinuousClock.Instant)?
    }

    /// A code that was out of view for longer counts as shown again.
    private static let absence = Duration.seconds(3)

    /// The answer to this text, while it stays in view; `nil` when it is new.
    func earlierAnswer(to text: [UInt8], at now: ContinuousClock.Instant) -> ScanHint.Kind? {
        state.withLock { state in
            guard let last = state.last, last.text == text, now - last.seen < Self.absence else { return nil }
            state.last?.seen = now
            return last.answer
        }
    }

    func remember(_ answer: ScanHint.Kind, to text: [UInt8], at now: ContinuousClock.Instant) {
        state.withLock { $0.last = (text, answer, now) }
    }

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
        state.withLock { ($0.openUntil, $0.last) = (now + Self.openFor, nil) }
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
