/// Notices a guest who holds up a code that the camera cannot read.
struct UnreadCodeDetector {
    static let hintDelay = Duration.seconds(3)
    /// A shorter interruption is still the same try: hands shake.
    static let gap = Duration.seconds(1)

    private var since: ContinuousClock.Instant?
    private var lastSeen: ContinuousClock.Instant?

    /// - Parameter now: when the frame was taken; not before the previous one.
    mutating func isHintDue(_ reading: FrameReading, at now: ContinuousClock.Instant) -> Bool {
        guard reading.symbols.isEmpty else {
            since = nil
            return false
        }
        if let lastSeen, now - lastSeen > Self.gap { since = nil }
        guard reading.hasUnreadCode else { return false }
        lastSeen = now
        let start = since ?? now
        let isDue = now - start >= Self.hintDelay
        since = isDue ? now : start
        return isDue
    }
}
