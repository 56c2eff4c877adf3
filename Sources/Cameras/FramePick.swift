/// A frame that the driver has handed over, still in its buffer.
struct CapturedFrame: Hashable {
    /// Of its buffer.
    let index: Int
    let byteCount: Int
    /// Counts the camera's frames, also those the driver had no buffer for.
    let sequence: UInt32
    /// The driver says that its bytes may be wrong.
    let isDamaged: Bool
}

/// What became of the frames since somebody last looked.
struct FrameTally: Hashable {
    /// Handed over by the driver, good or not.
    var captured = 0
    /// Good, and left out for a newer one.
    var skipped = 0
    /// Never handed over: the driver was not given buffers in time.
    var lost = 0
    /// Marked by the driver, or empty.
    var damaged = 0
}

/// Of the frames that wait, picks the newest good one: a ticket is read as it is now, not as it was.
struct FramePick {
    private(set) var newest: CapturedFrame?
    private(set) var tally = FrameTally()
    private var lastSequence: UInt32?

    /// - Returns: the buffer to give back to the driver, if any.
    mutating func take(_ frame: CapturedFrame) -> Int? {
        tally.captured += 1
        tally.lost += gap(before: frame.sequence)
        lastSequence = frame.sequence
        guard !frame.isDamaged, frame.byteCount > 0 else {
            tally.damaged += 1
            return frame.index
        }
        defer { newest = frame }
        guard let older = newest else { return nil }
        tally.skipped += 1
        return older.index
    }

    /// Begins anew; the numbers of the frames go on.
    mutating func reset() {
        newest = nil
        tally = FrameTally()
    }

    /// Some drivers do not count, and some begin again.
    private func gap(before sequence: UInt32) -> Int {
        guard let lastSequence, sequence > lastSequence, sequence - lastSequence < 1000 else { return 0 }
        return Int(sequence - lastSequence) - 1
    }
}
