public import Devices

/// What the reader of a HID-POS scanner reports to the station.
public typealias HIDEvent = ScannerEvent<HIDDrop>

/// Why a code was dropped as a whole.
public enum HIDDrop: String, ScannerDrop, CaseIterable {
    /// More of it was announced, and did not come within a second.
    case incomplete
    /// It had more than ``HIDDecoder/maximumByteCount`` bytes.
    case tooLong
    /// A report was shorter than it said.
    case damaged

    public var sentence: String {
        switch self {
        case .incomplete: "A code came without its end and was dropped: scan it again."
        case .tooLong: "A code of more than \(HIDDecoder.maximumByteCount) bytes was dropped: it is no ticket."
        case .damaged:
            "A code came damaged and was dropped: scan it again, and try another cable or another socket."
        }
    }
}
