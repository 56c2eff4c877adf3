/// Converts the key events of one scanner to complete codes. Pure: time comes with the events.
///
/// Enter, keypad Enter and Tab end a code; CR followed by LF leaves an empty line, which is ignored. A code without an
/// end is dropped after a second of silence. A scanner that never sends an end is configured with
/// ``WedgeSettings/Terminator`` `none`: its codes end with 80 ms of silence.
/// See docs/decisions/040-enter-and-tab-end-a-code.md.
public struct WedgeDecoder: ~Copyable {
    /// A longer code is dropped: no ticket code has so many characters, see `ScannedText`.
    public static let maximumCharacterCount = 1024
    static let silenceOfDrop = Duration.seconds(1)
    static let silenceOfEnd = Duration.milliseconds(80)

    /// A result of the decoder.
    public enum Output: Hashable, Sendable {
        /// A complete code in UTF-8, and the time of its last key on the clock of the events.
        case code(bytes: [UInt8], at: Duration)
        /// Something was typed that is not a code.
        case dropped(WedgeDrop)
    }

    private enum Line {
        case empty
        case typed([Unicode.Scalar])
        /// The rest of the current code is ignored, because its beginning is missing or it is too long.
        case unwanted
    }

    private let settings: WedgeSettings
    private var typer: KeyTyper
    private var line = Line.empty
    private var lastKey = Duration.zero

    /// - Throws: ``WedgeError`` if the layout is not (or no longer) installed.
    public init(_ settings: WedgeSettings) throws(WedgeError) {
        self.init(settings, try KeyTyper(settings.layout, capsLock: settings.capsLock))
    }

    private init(_ settings: WedgeSettings, _ typer: consuming KeyTyper) {
        self.settings = settings
        self.typer = typer
    }

    /// The time, on the clock of the events, at which to call ``advance(to:)`` if no key comes first; `nil`: not
    /// needed.
    public var deadline: Duration? {
        if case .empty = line { return nil }
        return lastKey + (settings.terminator == .none ? Self.silenceOfEnd : Self.silenceOfDrop)
    }

    /// Call when no key has come up to this time.
    public mutating func advance(to time: Duration) -> [Output] {
        guard let deadline, time >= deadline else { return [] }
        switch line {
        case .empty: return []
        case .unwanted:
            line = .empty
            return []
        case .typed where settings.terminator == .none: return end()
        case .typed:
            line = .empty
            return [.dropped(.noTerminator)]
        }
    }

    /// Takes the next event; silence before it is recognised by its time.
    public mutating func take(_ event: KeyEvent) -> [Output] {
        // The kernel creates these: they say nothing about the scanner.
        guard event.action != .repeated else { return advance(to: event.time) }
        var outputs = advance(to: event.time)
        lastKey = event.time
        for typed in typer.take(event) {
            switch typed {
            case .character(let character): outputs += append(character)
            case .end: outputs += end()
            }
        }
        return outputs
    }

    /// Call when events were lost (`SYN_DROPPED`): the rest of the current code is ignored, and only keys that are
    /// really down are held.
    public mutating func lose(at time: Duration, held: Set<UInt16>) -> [Output] {
        let outputs = advance(to: time)
        begin(at: time, held: held, isInsideCode: true)
        return outputs + [.dropped(.eventsLost)]
    }

    /// Starts with the keyboard in its current state.
    /// - Parameters:
    ///   - held: the keys that are down.
    ///   - isInsideCode: the scanner may be typing, so that what comes up to the next end is incomplete.
    public mutating func begin(at time: Duration, held: Set<UInt16>, isInsideCode: Bool) {
        typer.restart(held: held)
        line = isInsideCode ? .unwanted : .empty
        lastKey = time
    }

    private mutating func append(_ character: Unicode.Scalar) -> [Output] {
        var text: [Unicode.Scalar]
        switch line {
        case .unwanted: return []
        case .empty: text = []
        case .typed(let typed): text = typed
        }
        // Without this, the copy in `line` would force a copy of the text at every key.
        line = .empty
        text.append(character)
        line = .typed(text)
        let room =
            Self.maximumCharacterCount + settings.prefix.unicodeScalars.count
            + settings.suffix.unicodeScalars.count
        guard text.count > room else { return [] }
        line = .unwanted
        return [.dropped(.tooLong)]
    }

    private mutating func end() -> [Output] {
        defer { line = .empty }
        guard case .typed(let typed) = line else { return [] }
        var text = typed[...]
        if text.starts(with: settings.prefix.unicodeScalars) {
            text = text.dropFirst(settings.prefix.unicodeScalars.count)
        }
        if text.reversed().starts(with: settings.suffix.unicodeScalars.reversed()) {
            text = text.dropLast(settings.suffix.unicodeScalars.count)
        }
        guard !text.isEmpty else { return [] }
        guard text.count <= Self.maximumCharacterCount else { return [.dropped(.tooLong)] }
        return [.code(bytes: text.flatMap { String($0).utf8 }, at: lastKey)]
    }
}
