internal import CXKBCommon
internal import Foundation

/// A key that types nothing until the next one: an accent.
///
/// A scanner that is set to a country types `^` as the dead key and Space, as Windows expects it. With Space an accent
/// becomes the character from libX11's compose table (nls/en_US.UTF-8/Compose), an ASCII character if there is one.
struct DeadKey {
    /// The character of the accent alone.
    let spacing: Unicode.Scalar
    private let combining: Unicode.Scalar

    init?(symbol: xkb_keysym_t) {
        guard let (spacing, combining) = Self.accents[Int32(bitPattern: symbol)] else { return nil }
        self.spacing = spacing
        self.combining = combining
    }

    private static let accents: [Int32: (spacing: Unicode.Scalar, combining: Unicode.Scalar)] = [
        XKB_KEY_dead_grave: ("`", "\u{300}"),
        XKB_KEY_dead_acute: ("'", "\u{301}"),
        XKB_KEY_dead_circumflex: ("^", "\u{302}"),
        XKB_KEY_dead_tilde: ("~", "\u{303}"),
        XKB_KEY_dead_macron: ("¯", "\u{304}"),
        XKB_KEY_dead_breve: ("˘", "\u{306}"),
        XKB_KEY_dead_abovedot: ("˙", "\u{307}"),
        XKB_KEY_dead_diaeresis: ("\"", "\u{308}"),
        XKB_KEY_dead_abovering: ("°", "\u{30A}"),
        XKB_KEY_dead_doubleacute: ("˝", "\u{30B}"),
        XKB_KEY_dead_caron: ("ˇ", "\u{30C}"),
        XKB_KEY_dead_cedilla: ("¸", "\u{327}"),
        XKB_KEY_dead_ogonek: ("˛", "\u{328}"),
    ]

    /// Combines the accent with the next character: before a space the accent alone; one letter with the accent where
    /// Unicode has it; otherwise both characters.
    func joined(with next: Unicode.Scalar) -> [Unicode.Scalar] {
        if next == " " { return [spacing] }
        var pair = String.UnicodeScalarView([next])
        pair.append(combining)
        let composed = Array(String(pair).precomposedStringWithCanonicalMapping.unicodeScalars)
        return composed.count == 1 ? composed : [spacing, next]
    }
}
