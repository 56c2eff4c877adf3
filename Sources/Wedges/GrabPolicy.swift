/// When a keyboard may be grabbed: not while a key is down, because all other programs would see it held for ever and
/// repeat it; and not in the middle of a code, because its beginning has gone to them.
///
/// Pure; times are those of the events.
struct GrabPolicy {
    /// After this time without an event a scanner is not typing.
    private static let pause = Duration.milliseconds(100)
    /// After this time a keyboard that never pauses is grabbed between two keys.
    private static let longestTyping = Duration.seconds(2)
    /// A key that is down for this long will not be released.
    private static let end = Duration.seconds(5)

    enum Step: Equatable {
        case grab(isInsideCode: Bool)
        /// Until this time, or until there are events.
        case wait(until: Duration)
        case giveUp
    }

    private let began: Duration
    private var lastKey: Duration?

    init(at time: Duration) { began = time }

    mutating func notice(_ time: Duration) { lastKey = time }

    func step(at now: Duration, isKeyDown: Bool) -> Step {
        if isKeyDown { return now >= began + Self.end ? .giveUp : .wait(until: began + Self.end) }
        let pauseEnd = (lastKey ?? began) + Self.pause
        if now >= pauseEnd {
            return .grab(isInsideCode: lastKey.map { now < $0 + WedgeDecoder.silenceOfDrop } ?? false)
        }
        if now >= began + Self.longestTyping { return .grab(isInsideCode: true) }
        return .wait(until: min(pauseEnd, began + Self.longestTyping))
    }
}
