// What is asked and answered about cameras and scanners.

/// How a scanner types, as found out by `usher devices learn`.
public struct ScannerEntry: Codable, Hashable, Sendable {
    /// Identifies the scanner: its vendor, product and serial number as far as it has them, else its name.
    public var identity: String
    /// The name that its maker gave it.
    public var name: String
    /// An XKB layout: `us`, `de`, `ch(fr)`.
    public var layout: String
    /// What ends a code: `key` for Enter or Tab, `none` for a pause.
    public var terminator: String
    /// What it types before each code, up to 100 bytes; `nil` for nothing.
    public var prefix: String?
    /// What it types after each code, up to 100 bytes; `nil` for nothing.
    public var suffix: String?
    /// It types as if Caps Lock were on.
    public var capsLock: Bool

    public init(
        identity: String, name: String, layout: String, terminator: String, prefix: String? = nil,
        suffix: String? = nil, capsLock: Bool = false
    ) {
        self.identity = identity
        self.name = name
        self.layout = layout
        self.terminator = terminator
        self.prefix = prefix
        self.suffix = suffix
        self.capsLock = capsLock
    }
}
