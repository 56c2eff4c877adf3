/// A character typed by its number: digits of the keypad while the left Alt is held, as on Windows.
///
/// Scanners use this to be independent of the keyboard layout. With a leading 0 the number is in code page 1252,
/// without it in code page 437; above 255 it is Unicode. Below 32 it is the control character, not the symbol that code
/// page 437 has there. The hexadecimal forms (Alt and +, Control and Shift and U) are not supported: every computer has
/// to be set up for them, so no scanner is delivered with them.
struct CharacterCode {
    private var digits: [Int] = []

    mutating func append(_ digit: Int) {
        // Unicode's largest number has 7 digits; with more it is not a character.
        if digits.count < 9 { digits.append(digit) }
    }

    var character: Unicode.Scalar? {
        guard let first = digits.first else { return nil }
        let number = digits.reduce(0) { $0 * 10 + $1 }
        return switch number {
        case 0...0x7F: Unicode.Scalar(UInt8(number))
        case 0x80...0xFF where first != 0: Self.codePage437[number - 0x80]
        case 0x80...0x9F: Self.codePage1252[number - 0x80]
        default: Unicode.Scalar(UInt32(number))
        }
    }

    /// 0x80 to 0xFF (unicode.org, MAPPINGS/VENDORS/MICSFT/PC/CP437.TXT).
    private static let codePage437 = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
            + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)

    /// 0x80 to 0x9F (unicode.org, MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT); the rest is as in Unicode.
    private static let codePage1252: [Unicode.Scalar?] = [
        "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
        nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
    ]
}
