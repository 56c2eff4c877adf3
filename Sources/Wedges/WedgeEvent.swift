/// What the reader of a scanner reports to the station.
public enum WedgeEvent: Hashable, Sendable {
    /// The device is grabbed: from now on its typing reaches neither the console nor the browser.
    case started
    /// A complete code in UTF-8, and when its last key came.
    case code(bytes: [UInt8], arrived: ContinuousClock.Instant)
    /// Something was typed that is not a code.
    case dropped(WedgeDrop)
}

/// Why a line was dropped as a whole.
public enum WedgeDrop: String, Hashable, Sendable, CaseIterable {
    /// No Enter or Tab came within a second.
    case noTerminator
    /// It had more than ``WedgeDecoder/maximumCharacterCount`` characters.
    case tooLong
    /// The kernel's buffer was full before it was read.
    case eventsLost

    /// The reason and what to do, in English, for a log or a screen.
    public var sentence: String {
        switch self {
        case .noTerminator:
            """
            A code came without Enter or Tab at its end and was dropped: set the scanner to end codes with Enter, or \
            let the station learn it with usher devices learn.
            """
        case .tooLong:
            "A code of more than \(WedgeDecoder.maximumCharacterCount) characters was dropped: it is no ticket."
        case .eventsLost:
            "A code was dropped because the station was too slow to read the scanner: scan it again."
        }
    }
}

extension WedgeEvent: CustomStringConvertible, CustomReflectable {
    /// Without the code, which is a secret.
    public var description: String {
        switch self {
        case .started: "started"
        case .code: "a code"
        case .dropped(let drop): drop.sentence
        }
    }

    /// Without children, so that no dump shows the code.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
