/// Turns the key events of one scanner into finished codes. Pure: time comes with the events.
///
/// Enter, keypad Enter and Tab end a code, so that CR and LF in a row leave an empty line, which is nothing. A code that
/// is not ended is dropped after a second of silence; a scanner that ends none is set to ``WedgeSettings/Terminator``
/// `none`, and its codes end with 80 ms of silence.
public struct WedgeDecoder: ~Copyable {
    /// A longer code is dropped whole: no ticket has so many, see `ScannedText`.
    public static let maximumCharacterCount = 1024
    static let silenceOfDrop = Duration.seconds(1)
    static let silenceOfEnd = Duration.milliseconds(80)

    /// What came out.
    public enum Output: Hashable, Sendable {
        /// UTF-8, and when its last key came.
        case code(bytes: [UInt8], at: Duration)
        case dropped(WedgeDrop)
    }

    private enum Line {
        case empty
        case typed([Unicode.Scalar])
        /// What comes up to the end of this code is not whole.
        case unwanted
    }

    private let settings: WedgeSettings
    private var typer: KeyTyper
    private var line = Line.empty
    private var lastKey = Duration.zero

    /// - Throws: ``WedgeError`` if the layout is not to be had (any more).
    public init(_ settings: WedgeSettings) throws(WedgeError) {
        self.settings = settings
        typer = try KeyTyper(settings.layout, capsLock: settings.capsLock)
    }

    /// When ``advance(to:)`` has something to do unless a key comes first.
    public var deadline: Duration? {
        if case .empty = line { return nil }
        return lastKey + (settings.terminator == .none ? Self.silenceOfEnd : Self.silenceOfDrop)
    }

    /// Tells the decoder that no key has come up to this time.
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

    /// Takes the next event; an earlier silence is noticed by its time.
    public mutating func take(_ event: KeyEvent) -> [Output] {
        // The kernel makes these up: they say nothing of what the scanner does.
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

    /// Events are missing (`SYN_DROPPED`): the rest of this code is not wanted, and only what is really held counts.
    public mutating func lose(at time: Duration, held: Set<UInt16>) -> [Output] {
        let outputs = advance(to: time)
        begin(at: time, held: held, isInsideCode: true)
        return outputs + [.dropped(.eventsLost)]
    }

    /// Starts with a keyboard as it is found.
    /// - Parameters:
    ///   - held: the keys that are down.
    ///   - isInsideCode: whether the scanner may be typing, so that what comes up to its end is not whole.
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
        // The copy in `line` would make this one be copied on every key.
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
