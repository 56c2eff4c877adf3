public import Devices

/// What the NFC readers report to the station.
public enum NFCEvent: Hashable, Sendable {
    /// What comes from this reader.
    case reader(Device, ScannerEvent<NFCDrop>)
    /// The reader was unplugged.
    case gone(Device)
}

/// Why a card or a phone that was held to a reader gave no code.
public enum NFCDrop: String, ScannerDrop, CaseIterable {
    /// It answered nothing, or was taken away.
    case unread
    /// It has neither a text nor a number.
    case noCode

    public var sentence: String {
        switch self {
        case .unread: "A card was not read: hold it still on the reader until the screen shows the verdict."
        case .noCode: "A card has neither a text nor a number: it is no ticket."
        }
    }
}
