// What is asked and answered about cameras and scanners.

/// How a scanner types, as `usher devices learn` found out.
public struct ScannerEntry: Codable, Hashable, Sendable {
    /// Which scanner: vendor, product and serial number, as far as it has them; else its name.
    public var identity: String
    /// What its maker calls it.
    public var name: String
    /// An XKB layout: `us`, `de`, `ch(fr)`.
    public var layout: String
    /// What ends a code: `key` (Enter or Tab) or `none` (silence).
    public var terminator: String
    /// What it types before and after each code.
    public var prefix: String?
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
