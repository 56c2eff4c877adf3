/// Calibration: finds out from one scan of a known text how a scanner types. Pure; use one for each device that may be
/// the scanner.
public struct ScannerCalibration: Sendable {
    /// The text in the code to scan: every printable ASCII character in a known order, and `00` to recognise a scanner
    /// that loses the second of two equal keys. 106 bytes, a QR code of version 6 at level M.
    ///
    /// It begins with the only `'` in it: if it is typed into a shell, the shell waits for a second one and runs
    /// nothing.
    public static let text =
        "'Usher ABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&()*+,-./abcdefghijklmnopqrstuvwxyz:;<=>?@[\\]^_`{|}~00123456789 Over"

    /// Result of a scan of the text.
    public enum Outcome: Hashable, Sendable {
        /// How the scanner types.
        case learned(LearnedScanner)
        /// What was wrong and what to do, as sentences.
        case failed([String])
    }

    /// After this silence the scan is complete.
    private static let silence = Duration.seconds(1)
    /// Fewer key presses are a person's typing.
    private static let leastPresses = 20
    /// Five times the text in character codes. A key that is held down by an object must not fill the memory.
    private static let mostEvents = 10_000

    private var events: [KeyEvent] = []
    private var isWhole = true

    /// Before a scan.
    public init() {}

    /// The time, on the clock of the events, at which ``advance(to:)`` may have an outcome if no key comes first.
    public var deadline: Duration? { events.last.map { $0.time + Self.silence } }

    /// Adds an event of the device; repeated keys are ignored.
    public mutating func take(_ event: KeyEvent) {
        guard event.action != .repeated, events.count < Self.mostEvents else { return }
        events.append(event)
    }

    /// Call when events were lost: this scan has no valid result.
    public mutating func lose() { isWhole = false }

    /// Call when no key has come up to this time.
    /// - Returns: the outcome, once for each scan; `nil` while there is none. Computing it takes half a second.
    public mutating func advance(to time: Duration) -> Outcome? {
        guard let deadline, time >= deadline else { return nil }
        defer {
            events = []
            isWhole = true
        }
        let presses = events.count { $0.action == .down && !KeyCode.modifiers.contains($0.code) }
        guard presses >= Self.leastPresses else { return nil }
        guard isWhole else { return .failed(["The station was too slow to read all of it. Scan the code again."]) }
        return CalibrationAnalysis(events).outcome
    }
}

/// How a scanner types, and what a person should know or change about it.
public struct LearnedScanner: Hashable, Sendable {
    /// To be stored in the configuration.
    public let settings: WedgeSettings
    /// The key that ends its codes; `nil` when none does.
    public let end: LineEnd?
    /// English sentences for the person at the scanner; may be empty.
    public let advice: [String]
}
