/// What the reader of a hand scanner reports to the station.
public enum ScannerEvent<Drop: ScannerDrop>: Hashable, Sendable {
    /// What comes from now on is read from its beginning, and reaches nobody else.
    case started
    /// A complete code, not always UTF-8, and when its last key or byte came.
    case code(bytes: [UInt8], arrived: ContinuousClock.Instant)
    /// Something came that is not a code.
    case dropped(Drop)
}

/// Why a line was dropped as a whole.
public protocol ScannerDrop: Hashable, Sendable {
    /// The reason and what to do, in English, for a log or a screen.
    var sentence: String { get }
}

extension ScannerEvent: CustomStringConvertible, CustomReflectable {
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
