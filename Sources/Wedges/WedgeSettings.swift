/// How one scanner types. `usher devices learn` finds it out.
public struct WedgeSettings: Hashable, Sendable {
    /// What ends a code.
    public enum Terminator: String, Hashable, Sendable, Codable {
        /// Enter, keypad Enter or Tab. No ticket code holds one of them, so all three always end it.
        case key
        /// Nothing: a code is over when no key has moved for 80 ms. A key that ends codes still does.
        case none
    }

    /// The most that a scanner may put before a code, or after it.
    public static let maximumAffixByteCount = 100

    public var layout: KeyboardLayout
    public var terminator: Terminator
    /// Put before and after each code by the scanner; taken away where it is there. AIM identifiers (`]Q1`) need no
    /// setting.
    public var prefix: String
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

    /// What is not said is as in a new scanner.
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
