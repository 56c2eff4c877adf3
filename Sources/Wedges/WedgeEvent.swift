/// What a scanner's reader tells the station.
public enum WedgeEvent: Hashable, Sendable {
    /// The device is grabbed: from here on nothing of it reaches the console or the browser.
    case started
    /// A finished code, UTF-8, and when its last key came.
    case code(bytes: [UInt8], arrived: ContinuousClock.Instant)
    /// Something was typed that is no code.
    case dropped(WedgeDrop)
}

/// Why a line was thrown away whole.
public enum WedgeDrop: String, Hashable, Sendable, CaseIterable {
    case noTerminator
    case tooLong
    case eventsLost

    /// For a log or a screen.
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
    /// Without the code: it is a secret.
    public var description: String {
        switch self {
        case .started: "started"
        case .code: "a code"
        case .dropped(let drop): drop.sentence
        }
    }

    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
