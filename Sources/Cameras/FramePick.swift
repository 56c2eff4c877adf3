/// A frame that the driver has filled, still in its buffer.
struct CapturedFrame: Hashable {
    /// Index of its buffer.
    let index: Int
    let byteCount: Int
    /// The driver's number of the frame; frames for which it had no buffer are counted too.
    let sequence: UInt32
    /// The driver marked it: its bytes may be wrong.
    let isDamaged: Bool
}

/// Counts of the frames since the previous call.
struct FrameTally: Hashable {
    /// Filled by the driver, good or not.
    var captured = 0
    /// Good, but skipped for a newer one.
    var skipped = 0
    /// Never filled: the driver got its buffers back too late.
    var lost = 0
    /// Marked by the driver, or empty.
    var damaged = 0
}

/// Picks the newest good frame of those that wait: a ticket must be read as it is now, not as it was.
struct FramePick {
    private(set) var newest: CapturedFrame?
    private(set) var tally = FrameTally()
    private var lastSequence: UInt32?

    /// - Returns: index of the buffer to give back to the driver, if any.
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

    /// Starts again; the numbering of the frames continues.
    mutating func reset() {
        newest = nil
        tally = FrameTally()
    }

    /// How many frames are missing before this one; 0 where a driver does not number its frames or starts again.
    private func gap(before sequence: UInt32) -> Int {
        guard let lastSequence, sequence > lastSequence, sequence - lastSequence < 1000 else { return 0 }
        return Int(sequence - lastSequence) - 1
    }
}
