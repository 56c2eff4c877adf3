import Wedges

/// The key events of a scanner set to a US keyboard that types a code and Enter.
enum RecordedKeys {
    /// Key codes of linux/input-event-codes.h: the rows of the keyboard, in order.
    private static let keys: [Character: UInt16] = {
        let rows: [(first: UInt16, characters: String)] = [
            (2, "1234567890"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm"),
        ]
        return rows.reduce(into: [:]) { keys, row in
            for (offset, character) in row.characters.enumerated() { keys[character] = row.first + UInt16(offset) }
        }
    }()
    private static let enter: UInt16 = 28

    /// One key per millisecond, the highest rate of USB keyboards.
    /// - Parameter code: small letters and digits only.
    static func typing(_ code: String, from start: Duration) -> [KeyEvent] {
        let strokes = code.compactMap { keys[$0] } + [enter]
        return strokes.enumerated().flatMap { index, key in
            let time = start + .milliseconds(2 * index)
            return [
                KeyEvent(code: key, action: .down, time: time),
                KeyEvent(code: key, action: .up, time: time + .milliseconds(1)),
            ]
        }
    }
}
