/// How one scanner types, as found out by `usher devices learn`.
public struct WedgeSettings: Hashable, Sendable {
    /// What ends a code.
    public enum Terminator: String, Hashable, Sendable, Codable {
        /// Enter, keypad Enter or Tab. No ticket code contains one of them, so any of the three ends it.
        case key
        /// Nothing: a code ends when no key has moved for 80 ms. A key that ends codes still does.
        case none
    }

    /// How many bytes a scanner may put before a code, or after it.
    public static let maximumAffixByteCount = 100

    /// The keyboard that the scanner imitates.
    public var layout: KeyboardLayout
    /// What ends a code.
    public var terminator: Terminator
    /// What the scanner puts before each code; removed where it is there. AIM identifiers (`]Q1`) need no setting.
    public var prefix: String
    /// What the scanner puts after each code; removed where it is there.
    public var suffix: String
    /// The scanner types as if Caps Lock were on, so that capitals and small letters are exchanged.
    public var capsLock: Bool

    public init(
        layout: KeyboardLayout = .us, terminator: Terminator = .key, prefix: String = "", suffix: String = "",
        capsLock: Bool = false
    ) {
        self.layout = layout
        self.terminator = terminator
        self.prefix = prefix
        self.suffix = suffix
        self.capsLock = capsLock
    }
}

extension WedgeSettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case layout
        case terminator
        case prefix
        case suffix
        case capsLock = "caps_lock"
    }

    /// Missing members get the values of a new scanner.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            layout: try values.decodeIfPresent(KeyboardLayout.self, forKey: .layout) ?? .us,
            terminator: try values.decodeIfPresent(Terminator.self, forKey: .terminator) ?? .key,
            prefix: try values.decodeIfPresent(String.self, forKey: .prefix) ?? "",
            suffix: try values.decodeIfPresent(String.self, forKey: .suffix) ?? "",
            capsLock: try values.decodeIfPresent(Bool.self, forKey: .capsLock) ?? false)
    }
}
