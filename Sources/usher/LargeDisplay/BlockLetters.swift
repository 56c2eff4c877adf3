import Foundation
import Tickets

/// Letters and shapes of blocks, for a terminal that has one size of text: 5 by 7 points a letter, a cell of the terminal
/// is two points high.
struct BlockLetters {
    /// Rows of points, from the top; all of one length.
    private(set) var rows: [[Bool]] = []

    private static let height = 7
    private static let gap = 2

    /// - Parameters:
    ///   - columns: of the terminal, all of which the letters may take.
    ///   - cells: rows of the terminal that they may take.
    /// - Returns: `nil` when there is not even room for the smallest, or a letter has no shape, as in other scripts.
    init?(_ words: [String], below shape: ScreenColor?, columns: Int, cells: Int) {
        var lines: [[[Bool]]] = []
        for word in words {
            let letters = word.folding(options: .diacriticInsensitive, locale: nil).map { Self.letters[$0] }
            guard !letters.contains(nil) else { return nil }
            lines.append(Self.line(letters.compactMap(\.self)))
        }
        if let shape { lines.insert(Self.points(Self.shape(shape), width: Self.height), at: 0) }
        let width = lines.map { $0[0].count }.max() ?? 1
        let height = lines.count * (Self.height + Self.gap) - Self.gap
        let scale = min(columns / width, 2 * cells / height)
        guard scale > 0 else { return nil }
        for (number, line) in lines.enumerated() {
            if number > 0 { add(Array(repeating: [], count: Self.gap), width: width, scale: scale) }
            add(line, width: width, scale: scale)
        }
        if rows.count % 2 == 1 { rows.append(Array(repeating: false, count: width * scale)) }
    }

    private mutating func add(_ line: [[Bool]], width: Int, scale: Int) {
        for row in line {
            let left = (width - row.count) / 2
            let whole = (0..<width).map { $0 >= left && $0 < left + row.count && row[$0 - left] }
            let wide = whole.flatMap { Array(repeating: $0, count: scale) }
            rows.append(contentsOf: Array(repeating: wide, count: scale))
        }
    }

    /// Two points to a cell.
    var text: [String] {
        stride(from: 0, to: rows.count, by: 2).map { top in
            String(
                zip(rows[top], rows[top + 1]).map { pair -> Character in
                    switch pair {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                })
        }
    }

    private static func line(_ letters: [[UInt8]]) -> [[Bool]] {
        (0..<height).map { row in
            Array(letters.map { points($0, width: 5)[row] }.joined(separator: [false]))
        }
    }

    /// The highest of `width` bits is the left point.
    private static func points(_ bits: [UInt8], width: Int) -> [[Bool]] {
        bits.map { row in (0..<width).map { row >> (width - 1 - $0) & 1 == 1 } }
    }

    /// A tick, an arrow, an exclamation mark in a triangle, a cross, a question mark: as on the screen.
    private static func shape(_ color: ScreenColor) -> [UInt8] {
        switch color {
        case .green: [0x00, 0x01, 0x03, 0x46, 0x6C, 0x38, 0x10]
        case .blue: [0x08, 0x0C, 0x7E, 0x7F, 0x7E, 0x0C, 0x08]
        case .amber: [0x08, 0x1C, 0x14, 0x36, 0x3E, 0x77, 0x7F]
        case .red: [0x63, 0x77, 0x3E, 0x1C, 0x3E, 0x77, 0x63]
        case .grey: [0x3C, 0x66, 0x06, 0x0C, 0x18, 0x00, 0x18]
        }
    }

    /// The capitals of English, in the usual 5 by 7 points; accents are left out.
    private static let letters: [Character: [UInt8]] = [
        "A": [0x0E, 0x11, 0x11, 0x1F, 0x11, 0x11, 0x11], "B": [0x1E, 0x11, 0x11, 0x1E, 0x11, 0x11, 0x1E],
        "C": [0x0E, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0E], "D": [0x1E, 0x11, 0x11, 0x11, 0x11, 0x11, 0x1E],
        "E": [0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x1F], "F": [0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x10],
        "G": [0x0E, 0x11, 0x10, 0x17, 0x11, 0x11, 0x0F], "H": [0x11, 0x11, 0x11, 0x1F, 0x11, 0x11, 0x11],
        "I": [0x0E, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0E], "J": [0x07, 0x02, 0x02, 0x02, 0x02, 0x12, 0x0C],
        "K": [0x11, 0x12, 0x14, 0x18, 0x14, 0x12, 0x11], "L": [0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1F],
        "M": [0x11, 0x1B, 0x15, 0x15, 0x11, 0x11, 0x11], "N": [0x11, 0x11, 0x19, 0x15, 0x13, 0x11, 0x11],
        "O": [0x0E, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E], "P": [0x1E, 0x11, 0x11, 0x1E, 0x10, 0x10, 0x10],
        "Q": [0x0E, 0x11, 0x11, 0x11, 0x15, 0x12, 0x0D], "R": [0x1E, 0x11, 0x11, 0x1E, 0x14, 0x12, 0x11],
        "S": [0x0F, 0x10, 0x10, 0x0E, 0x01, 0x01, 0x1E], "T": [0x1F, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04],
        "U": [0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E], "V": [0x11, 0x11, 0x11, 0x11, 0x11, 0x0A, 0x04],
        "W": [0x11, 0x11, 0x11, 0x15, 0x15, 0x15, 0x0A], "X": [0x11, 0x11, 0x0A, 0x04, 0x0A, 0x11, 0x11],
        "Y": [0x11, 0x11, 0x11, 0x0A, 0x04, 0x04, 0x04], "Z": [0x1F, 0x01, 0x02, 0x04, 0x08, 0x10, 0x1F],
    ]
}
