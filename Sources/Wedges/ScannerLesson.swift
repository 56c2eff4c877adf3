/// Finds out from one scan of a known text how a scanner types. Pure; one lesson for each device that may be it.
public struct ScannerLesson: Sendable {
    /// What the code to scan holds: every printable ASCII character in a known order, and `00` to show a scanner that
    /// swallows the second of two equal keys. 106 bytes, a QR code of version 6 at level M.
    ///
    /// It begins with the only `'` in it: if it is typed into a shell, the shell waits for the other one and runs nothing.
    public static let text =
        "'Usher ABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&()*+,-./abcdefghijklmnopqrstuvwxyz:;<=>?@[\\]^_`{|}~00123456789 Over"

    /// What a scan of the text says.
    public enum Outcome: Hashable, Sendable {
        case learned(LearnedScanner)
        /// What was wrong and what to do, as sentences.
        case failed([String])
    }

    /// After this silence the scanner has said all.
    private static let silence = Duration.seconds(1)
    /// Fewer keys are somebody's fingers.
    private static let leastPresses = 20
    /// The text in character codes, five times over. A key that is leant on must not fill the memory.
    private static let mostEvents = 10_000

    private var events: [KeyEvent] = []
    private var isWhole = true

    public init() {}

    /// When ``advance(to:)`` may have an outcome, unless a key comes first.
    public var deadline: Duration? { events.last.map { $0.time + Self.silence } }

    public mutating func take(_ event: KeyEvent) {
        guard event.action != .repeated, events.count < Self.mostEvents else { return }
        events.append(event)
    }

    /// Events are missing: this scan teaches nothing.
    public mutating func lose() { isWhole = false }

    /// Tells the lesson that no key has come up to this time.
    /// - Returns: the outcome, once for each scan; `nil` while there is none. It takes half a second of computing.
    public mutating func advance(to time: Duration) -> Outcome? {
        guard let deadline, time >= deadline else { return nil }
        defer {
            events = []
            isWhole = true
        }
        let presses = events.count { $0.action == .down && !KeyCode.modifiers.contains($0.code) }
        guard presses >= Self.leastPresses else { return nil }
        guard isWhole else { return .failed(["The station was too slow to read all of it. Scan the code again."]) }
        return LessonJudge(events).outcome
    }
}

/// How a scanner types, and what a person should know or change about it.
public struct LearnedScanner: Hashable, Sendable {
    public let settings: WedgeSettings
    /// The key that ends its codes, or `nil` when none does.
    public let end: LineEnd?
    /// Whole sentences.
    public let advice: [String]
}
