/// What the reader of a serial scanner reports to the station.
public enum SerialEvent: Hashable, Sendable {
    /// What comes from now on is read from its beginning.
    case started
    /// A complete code as it came, not always UTF-8, and when its last byte was read.
    case code(bytes: [UInt8], arrived: ContinuousClock.Instant)
    /// Something came that is not a code.
    case dropped(SerialDrop)
}

/// Why a line was dropped as a whole.
public enum SerialDrop: String, Hashable, Sendable, CaseIterable {
    /// No character that ends a code came within a second.
    case noTerminator
    /// It had more than ``SerialDecoder/maximumByteCount`` bytes.
    case tooLong
    /// A byte was not received as it was sent.
    case damaged

    /// The reason and what to do, in English, for a log or a screen.
    public var sentence: String {
        switch self {
        case .noTerminator:
            """
            A code came without CR, LF, Tab or ETX at its end and was dropped: set the scanner to end codes with CR, or \
            set terminator: none in usher.yaml.
            """
        case .tooLong:
            "A code of more than \(SerialDecoder.maximumByteCount) bytes was dropped: it is no ticket."
        case .damaged:
            """
            A code came damaged and was dropped: compare baud, parity, data_bits and stop_bits in usher.yaml with the \
            scanner's settings.
            """
        }
    }
}

extension SerialEvent: CustomStringConvertible, CustomReflectable {
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
