internal import QRReader

/// One session of a camera, without the device itself: frames in, events out.
struct CameraSession: ~Copyable {
    static let figuresInterval = Duration.seconds(10)

    private let format: FrameFormat
    private var reader: FrameReader
    private var codes = CodesInView()
    private var unread = UnreadCodeDetector()
    private var health = FrameHealth()
    private var figures = CameraFigures()
    private var figuresDue: ContinuousClock.Instant
    private var tickets = [[UInt8]]()
    /// When the last frame came, and the time on the clock of `seen` (``CameraEvent/code(_:arrived:seen:)``).
    private var last: ContinuousClock.Instant
    private var seen: ContinuousClock.Instant
    /// How far that clock advances at most from one frame to the next.
    static let longestStep = Duration.milliseconds(500)

    init(_ settings: CameraSettings, format: FrameFormat, now: ContinuousClock.Instant) throws {
        self.init(
            try FrameReader(isMirrored: settings.isMirrored, symbologies: settings.symbologies), format: format,
            now: now)
    }

    private init(_ reader: consuming FrameReader, format: FrameFormat, now: ContinuousClock.Instant) {
        self.reader = reader
        self.format = format
        figuresDue = now + Self.figuresInterval
        (last, seen) = (now, now)
    }

    /// Reads a frame that the driver did not mark as damaged.
    mutating func take(
        _ bytes: Span<UInt8>, arrived: ContinuousClock.Instant, wantsPicture: Bool = false,
        handle: (CameraEvent) -> Void
    ) {
        do throws(FrameFault) {
            let reading = try read(bytes, wantsPicture: wantsPicture, handle: handle)
            note(reading.isDamaged ? "parts of its pictures are missing" : nil, handle: handle)
            figures.read += 1
            if unread.isHintDue(reading, at: arrived) { handle(.unreadCode) }
            seen += min(arrived - last, Self.longestStep)
            last = arrived
            present(codes.update(reading.symbols, size: reading.size, at: seen), arrived, handle: handle)
        } catch {
            note(error.description, handle: handle)
        }
    }

    private mutating func read(
        _ bytes: Span<UInt8>, wantsPicture: Bool, handle: (CameraEvent) -> Void
    ) throws(FrameFault) -> FrameReading {
        guard wantsPicture else { return try reader.read(bytes, format: format) }
        let (reading, picture) = try reader.readPicture(bytes, format: format)
        handle(.picture(CameraSnapshot(picture: picture, codes: reading.symbols.map(\.corners))))
        return reading
    }

    /// Counts frames that were not read; `take` has counted those that were.
    mutating func count(_ tally: FrameTally, now: ContinuousClock.Instant, handle: (CameraEvent) -> Void) {
        figures.skipped += tally.skipped
        figures.lost += tally.lost
        for _ in 0..<tally.damaged { note("its driver marks them so", handle: handle) }
        if now >= figuresDue {
            figuresDue = now + Self.figuresInterval
            handle(.figures(figures))
        }
    }

    private mutating func present(
        _ view: CodesInView.View, _ arrived: ContinuousClock.Instant, handle: (CameraEvent) -> Void
    ) {
        if Set(view.tickets) != Set(tickets) {
            tickets = view.tickets
            handle(.severalTickets(tickets))
        }
        if let code = view.presented { handle(.code(code, arrived: arrived, seen: seen)) }
    }

    /// - Parameter damage: what is wrong with a frame, if anything.
    private mutating func note(_ damage: String?, handle: (CameraEvent) -> Void) {
        if damage != nil { figures.damaged += 1 }
        switch health.note(isGood: damage == nil) {
        case .trouble: handle(.trouble("The camera's pictures are damaged: \(damage ?? "")"))
        case .recovered: handle(.recovered)
        case nil: break
        }
    }
}
