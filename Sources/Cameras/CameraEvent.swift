/// What a camera's thread reports to the station.
public enum CameraEvent: Hashable, Sendable {
    /// It streams, in this format and at the rate that the driver promises (frames a second; `nil`: it does not say).
    case started(FrameFormat, rate: Double?)
    /// The presented code; reported again for every frame that contains it.
    /// - Parameters:
    ///   - arrived: when its frame came.
    ///   - seen: the same on a clock that advances at most 0.5 s between two frames. While a busy machine reads no
    ///     frames, nobody can say that a code has left the view.
    case code([UInt8], arrived: ContinuousClock.Instant, seen: ContinuousClock.Instant)
    /// Several tickets are in view, the one nearest to the centre first. Sent when they change, and with none when that
    /// is over.
    case severalTickets([[UInt8]])
    /// A code has been in view for three seconds without being read; repeated every three seconds.
    case unreadCode
    /// The camera's picture, when it was requested.
    case picture(CameraSnapshot)
    /// Several frames in a row were damaged. A sentence without a full stop.
    case trouble(String)
    /// After `trouble`: the frames are good again.
    case recovered
    /// Sent every ten seconds.
    case figures(CameraFigures)
}

/// Counts of a camera's frames since it started.
public struct CameraFigures: Hashable, Sendable {
    /// Frames that were read, with or without a code.
    public var read = 0
    /// Skipped because a newer one was there.
    public var skipped = 0
    /// Missing in the driver's numbering.
    public var lost = 0
    /// Damaged, in part or as a whole.
    public var damaged = 0

    /// All zero.
    public init() {}
}
