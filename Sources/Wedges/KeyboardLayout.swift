public import Tickets

/// The keyboard that a scanner imitates: a layout of xkeyboard-config(7), with or without a variant.
public struct KeyboardLayout: Hashable, Sendable {
    /// For example `us`, `de`, `ch(fr)`.
    public let name: String

    /// The usual factory setting of scanners.
    public static let us = KeyboardLayout(name: "us")

    /// The layouts to which scanners can usually be set, most common first: where two type the same, calibration
    /// chooses the first.
    public static let common = [
        "us", "gb", "de", "fr", "es", "it", "pt", "br", "ch", "ch(fr)", "be", "nl", "dk", "no", "se", "fi", "latam",
        "ca",
        "pl", "cz(qwerty)", "cz", "hu", "sk", "si", "tr", "ro", "us(intl)", "fr(azerty)", "jp",
    ].map(KeyboardLayout.init(name:))

    private init(name: String) { self.name = name }

    /// Looks a layout up in the installed keyboard data (xkb-data).
    /// - Throws: ``WedgeError`` if it does not exist there, or cannot type letters and digits.
    public init(checking name: String) throws(WedgeError) {
        let layout = KeyboardLayout(name: name)
        let typed = try XKBKeyboard(layout).characters
        guard XKBKeyboard.alphanumerics.isSubset(of: typed) else {
            throw WedgeError(layout, "it does not type all of A to Z, a to z and 0 to 9")
        }
        self = layout
    }

    /// Layout and variant, if it is written as one: xkb would read anything else as a path or an expression.
    var parts: (layout: String, variant: String)? {
        guard let match = name.wholeMatch(of: #/([A-Za-z0-9_-]+)(?:\(([A-Za-z0-9_-]+)\))?/#) else { return nil }
        return (String(match.1), match.2.map(String.init) ?? "")
    }
}

extension KeyboardLayout: CustomStringConvertible {
    /// As in a configuration.
    public var description: String { name }
}

extension KeyboardLayout: Codable {
    /// From a text such as `ch(fr)`; checked as in ``init(checking:)``.
    public init(from decoder: any Decoder) throws {
        try self.init(checking: decoder.singleValueContainer().decode(String.self))
    }

    /// As a text such as `ch(fr)`.
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
