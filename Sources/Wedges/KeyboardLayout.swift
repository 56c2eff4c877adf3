public import Tickets

/// The keyboard a scanner takes itself for: a layout of xkeyboard-config(7), with or without a variant.
public struct KeyboardLayout: Hashable, Sendable {
    /// `us`, `de`, `ch(fr)`.
    public let name: String

    /// What scanners come with.
    public static let us = KeyboardLayout(name: "us")

    /// The layouts that scanners can usually be set to, the most common first: where two type the same, a lesson takes
    /// the first.
    public static let common = [
        "us", "gb", "de", "fr", "es", "it", "pt", "br", "ch", "ch(fr)", "be", "nl", "dk", "no", "se", "fi", "latam",
        "ca",
        "pl", "cz(qwerty)", "cz", "hu", "sk", "si", "tr", "ro", "us(intl)", "fr(azerty)", "jp",
    ].map(KeyboardLayout.init(name:))

    private init(name: String) { self.name = name }

    /// - Throws: ``WedgeError`` if the installed keyboard data does not have it, or no text can be typed with it.
    public init(checking name: String) throws(WedgeError) {
        let layout = KeyboardLayout(name: name)
        let typed = try XKBKeyboard(layout).characters
        guard XKBKeyboard.alphanumerics.isSubset(of: typed) else {
            throw WedgeError(layout, "it does not type all of A to Z, a to z and 0 to 9")
        }
        self = layout
    }

    /// Layout and variant, if it is spelt as one: anything else would be a path or an expression to xkb.
    var parts: (layout: String, variant: String)? {
        guard let match = name.wholeMatch(of: #/([A-Za-z0-9_-]+)(?:\(([A-Za-z0-9_-]+)\))?/#) else { return nil }
        return (String(match.1), match.2.map(String.init) ?? "")
    }
}

extension KeyboardLayout: CustomStringConvertible {
    public var description: String { name }
}

extension KeyboardLayout: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(checking: decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

extension WedgeError {
    init(_ layout: KeyboardLayout, _ reason: String) {
        self.init(
            "use", "the keyboard layout \(layout.name.withoutControls)", reason,
            hint: "Scanners usually are one of: \(KeyboardLayout.common.map(\.name).joined(separator: ", ")).")
    }
}
