public import Devices

/// What the reader of a scanner that types reports to the station.
public typealias WedgeEvent = ScannerEvent<WedgeDrop>

/// Why a line was dropped as a whole.
public enum WedgeDrop: String, ScannerDrop, CaseIterable {
    /// No Enter or Tab came within a second.
    case noTerminator
    /// It had more than ``WedgeDecoder/maximumCharacterCount`` characters.
    case tooLong
    /// The kernel's buffer was full before it was read.
    case eventsLost

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
