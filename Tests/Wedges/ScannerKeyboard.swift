@testable import Wedges

/// A hand scanner's own table: which keys it presses for a character when it is set to a country.
///
/// Written down from pictures of the national keyboards (ISO/IEC 9995, the ones their makers print), not from the
/// library under test.
struct ScannerKeyboard: Sendable, CustomStringConvertible {
    struct Stroke: Hashable {
        var key: String
        var modifiers: [String] = []
    }

    let layout: String
    private let strokes: [Character: [Stroke]]

    var description: String { layout }

    /// The keys of the main block, in rows; the rows below follow the same order.
    private static let keys = """
        GRAVE 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL
        Q W E R T Y U I O P LEFTBRACE RIGHTBRACE
        A S D F G H J K L SEMICOLON APOSTROPHE BACKSLASH
        102ND Z X C V B N M COMMA DOT SLASH
        """.split { $0 == " " || $0 == "\n" }.map(String.init)

    /// - Parameters:
    ///   - plain, shifted: what the keys type, in their order; a blank where they type nothing of ASCII.
    ///   - altGr: pairs of a character and its key.
    ///   - accents: pairs of a character and its dead key, which wants a space; a small letter before the key is Shift.
    private init(_ layout: String, _ plain: String, _ shifted: String, altGr: String = "", accents: String = "") {
        self.layout = layout
        var strokes: [Character: [Stroke]] = [" ": [Stroke(key: "SPACE")]]
        for (row, modifiers) in [(plain, []), (shifted, ["LEFTSHIFT"])] {
            let characters = row.filter { $0 != "\n" }
            precondition(characters.count == Self.keys.count, "\(layout): a character for each key")
            for (key, character) in zip(Self.keys, characters) where character != " " {
                strokes[character] = strokes[character] ?? [Stroke(key: key, modifiers: modifiers)]
            }
        }
        for pair in altGr.split(separator: " ") {
            strokes[pair.first!] = [Stroke(key: String(pair.dropFirst()), modifiers: ["RIGHTALT"])]
        }
        for pair in accents.split(separator: " ") {
            let isShifted = pair.dropFirst().first == "s"
            let key = String(pair.dropFirst(isShifted ? 2 : 1))
            strokes[pair.first!] = [
                Stroke(key: key, modifiers: isShifted ? ["LEFTSHIFT"] : []), Stroke(key: "SPACE"),
            ]
        }
        self.strokes = strokes
    }

    static let us = ScannerKeyboard(
        "us",
        "`1234567890-=" + "qwertyuiop[]" + "asdfghjkl;'\\" + " zxcvbnm,./",
        "~!@#$%^&*()_+" + "QWERTYUIOP{}" + "ASDFGHJKL:\"|" + " ZXCVBNM<>?")
    static let gb = ScannerKeyboard(
        "gb",
        "`1234567890-=" + "qwertyuiop[]" + "asdfghjkl;'#" + "\\zxcvbnm,./",
        " !\" $%^&*()_+" + "QWERTYUIOP{}" + "ASDFGHJKL:@~" + "|ZXCVBNM<>?")
    static let de = ScannerKeyboard(
        "de",
        " 1234567890  " + "qwertzuiop +" + "asdfghjkl  #" + "<yxcvbnm,.-",
        " !\" $%&/()=? " + "QWERTZUIOP *" + "ASDFGHJKL  '" + ">YXCVBNM;:_",
        altGr: "{7 [8 ]9 }0 \\MINUS @Q ~RIGHTBRACE |102ND",
        accents: "^GRAVE `sEQUAL")
    static let fr = ScannerKeyboard(
        "fr",
        " & \"'(- _  )=" + "azertyuiop $" + "qsdfghjklm *" + "<wxcvbn,;:!",
        " 1234567890 +" + "AZERTYUIOP  " + "QSDFGHJKLM% " + ">WXCVBN?./ ",
        altGr: "~2 #3 {4 [5 |6 `7 \\8 ^9 @0 ]MINUS }EQUAL")

    static let all = [us, gb, de, fr]

    /// The strokes for a text of printable ASCII.
    func strokes(for text: String) -> [Stroke] {
        text.flatMap { strokes[$0]! }
    }
}

/// Makes key events with times, as a scanner would.
struct Typist {
    var now: Duration
    /// Between two strokes.
    var pace: Duration = .milliseconds(4)
    private(set) var events: [KeyEvent] = []

    init(at time: Duration = .seconds(100)) { now = time }

    mutating func key(_ name: String, _ action: KeyEvent.Action) {
        events.append(KeyEvent(code: KeyNames.numbers[name]!, action: action, time: now))
    }

    /// Modifiers and key down, a millisecond, key and modifiers up.
    mutating func stroke(_ stroke: ScannerKeyboard.Stroke) {
        for name in stroke.modifiers + [stroke.key] { key(name, .down) }
        now += .milliseconds(1)
        for name in [stroke.key] + stroke.modifiers.reversed() { key(name, .up) }
        now += pace - .milliseconds(1)
    }

    mutating func type(_ text: String, on keyboard: ScannerKeyboard) {
        for each in keyboard.strokes(for: text) { stroke(each) }
    }

    mutating func tap(_ key: String) { stroke(.init(key: key)) }

    /// Every character as Alt and the digits of the keypad.
    mutating func typeCodes(_ text: String, leadingZero: Bool) {
        for character in text.utf8 {
            key("LEFTALT", .down)
            for digit in (leadingZero ? "0" : "") + String(character) { tap("KP\(digit)") }
            key("LEFTALT", .up)
        }
    }
}
