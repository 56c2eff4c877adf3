internal import CEvdev

/// The keys with a meaning beyond what a layout prints on them (linux/input-event-codes.h).
enum KeyCode {
    static let enter = UInt16(KEY_ENTER)
    static let keypadEnter = UInt16(KEY_KPENTER)
    static let tab = UInt16(KEY_TAB)
    static let space = UInt16(KEY_SPACE)
    static let capsLock = UInt16(KEY_CAPSLOCK)
    static let keypadDecimal = UInt16(KEY_KPDOT)
    static let leftAlt = UInt16(KEY_LEFTALT)
    static let rightAlt = UInt16(KEY_RIGHTALT)
    static let shifts: Set = [UInt16(KEY_LEFTSHIFT), UInt16(KEY_RIGHTSHIFT)]
    static let controls: Set = [UInt16(KEY_LEFTCTRL), UInt16(KEY_RIGHTCTRL)]
    /// The keys with a logo; what is typed with them held is not text.
    static let metas: Set = [UInt16(KEY_LEFTMETA), UInt16(KEY_RIGHTMETA)]
    /// Keys that are held while others are typed.
    static let modifiers = shifts.union(controls).union(metas).union([leftAlt, rightAlt])

    /// 0 to 9 for the digits of the keypad.
    static func keypadDigit(_ code: UInt16) -> Int? { keypadDigits[code] }

    private static let keypadDigits = Dictionary(
        uniqueKeysWithValues: [
            KEY_KP0, KEY_KP1, KEY_KP2, KEY_KP3, KEY_KP4, KEY_KP5, KEY_KP6, KEY_KP7, KEY_KP8, KEY_KP9,
        ].enumerated().map { (UInt16($1), $0) })

    /// The control characters that scanners send as Control and a key by its place on a US keyboard, whatever country
    /// they are set to: ESC, FS, GS, RS, US.
    static let controlCharacters: [UInt16: Unicode.Scalar] = [
        UInt16(KEY_LEFTBRACE): "\u{1B}", UInt16(KEY_BACKSLASH): "\u{1C}", UInt16(KEY_RIGHTBRACE): "\u{1D}",
        UInt16(KEY_6): "\u{1E}", UInt16(KEY_MINUS): "\u{1F}",
    ]
}
