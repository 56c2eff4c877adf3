/// What a camera's thread tells the station.
public enum CameraEvent: Hashable, Sendable {
    /// It streams, in the format and at the rate that the driver promises.
    case started(FrameFormat, rate: Double?)
    /// The code that is presented; again for every frame it is in.
    /// - Parameters:
    ///   - arrived: when its frame came.
    ///   - seen: the same on a clock that hardly goes on between two frames that are far apart. While a busy machine takes
    ///     no frame, nobody can say that a code has left the view.
    case code([UInt8], arrived: ContinuousClock.Instant, seen: ContinuousClock.Instant)
    /// Several tickets are in view, nearest to the middle first: sent when they change, with none when that is over.
    case severalTickets([[UInt8]])
    /// A code has been in view for three seconds and none was read; again every three seconds.
    case unreadCode
    /// What the camera sees, when somebody wants to know.
    case picture(CameraSnapshot)
    /// Several frames in a row were damaged. A sentence without a full stop.
    case trouble(String)
    /// After `trouble`: good frames again.
    case recovered
    /// Every ten seconds.
    case figures(CameraFigures)
}

/// What became of a camera's frames since it started.
public struct CameraFigures: Hashable, Sendable {
    /// Read, with or without a code.
    public var read = 0
    /// Left out because a newer one was there.
    public var skipped = 0
    /// Missing in the driver's count.
    public var lost = 0
    /// Damaged in part or whole.
    public var damaged = 0

    public init() {}
}
