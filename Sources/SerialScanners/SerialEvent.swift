public import Devices

/// What the reader of a scanner on a serial line reports to the station.
public typealias SerialEvent = ScannerEvent<SerialDrop>

/// Why a line was dropped as a whole.
public enum SerialDrop: String, ScannerDrop, CaseIterable {
    /// No character that ends a code came within a second.
    case noTerminator
    /// It had more than ``SerialDecoder/maximumByteCount`` bytes.
    case tooLong
    /// A byte was not received as it was sent.
    case damaged

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
