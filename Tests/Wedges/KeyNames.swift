/// The numbers of keys, by their names in linux/input-event-codes.h without `KEY_`.
enum KeyNames {
    static let numbers: [String: UInt16] = {
        var numbers: [String: UInt16] = [
            "LEFTCTRL": 29, "LEFTSHIFT": 42, "RIGHTSHIFT": 54, "KPASTERISK": 55, "LEFTALT": 56, "CAPSLOCK": 58,
            "NUMLOCK": 69, "102ND": 86, "KPENTER": 96, "RIGHTCTRL": 97, "KPSLASH": 98, "RIGHTALT": 100, "LEFTMETA": 125,
            "F1": 59,
        ]
        // Three rows of a keyboard, each a run of numbers, and the keypad.
        for (first, row) in [
            (1, "ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB"),
            (16, "Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER"),
            (30, "A S D F G H J K L SEMICOLON APOSTROPHE GRAVE"),
            (43, "BACKSLASH Z X C V B N M COMMA DOT SLASH"),
            (57, "SPACE"),
            (71, "KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT"),
        ] {
            for (offset, name) in row.split(separator: " ").enumerated() {
                numbers[String(name)] = UInt16(first + offset)
            }
        }
        return numbers
    }()
}
