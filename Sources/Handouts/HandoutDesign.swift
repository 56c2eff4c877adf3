internal import CheckedYAML
public import Foundation
internal import Messages
internal import Pictures
public import Tickets

// Handouts: tickets for guests: drawn on paper, and sent by e-mail.

/// Why tickets could not be drawn or sent. Holds no code, and no guest's name or address.
public typealias HandoutError = Fault<Uncoded>

/// How tickets look: design.yaml (docs/EVENT.md). All of it may be left out.
public struct HandoutDesign {
    let logo: Logo?
    /// Of the band; that of the ticket's type unless given.
    let colour: Colour?
    let terms: String?
    let words: Messages
    let labels: LabelSheet

    /// A design that nobody has changed.
    public init() {
        logo = nil
        colour = nil
        terms = nil
        words = .english
        labels = LabelSheet()
    }

    /// - Throws: `YAMLFaults` with every fault of the file, or `PictureError` of the logo.
    public init(contentsOf file: URL) throws {
        self = try CheckedYAML.read(contentsOf: file) { root in
            try HandoutDesign(root, folder: file.deletingLastPathComponent())
        }
    }

    private init(_ root: YAMLMapping, folder: URL) throws {
        let path = root.optionalString("logo")
        colour = root.optionalValue("color", "a colour like \"#2563eb\"") { Colour(hex: $0) }
        terms = root.optionalString("terms", maximumByteCount: 4000)
        words = Messages.in(
            root.optionalValue("language", "one of \(MessageFile.languages.joined(separator: ", "))") {
                MessageFile.languages.contains($0) ? $0 : nil
            } ?? "en")
        labels = LabelSheet(root.mapping("labels"))
        logo = try path.map { path in
            let file = URL(filePath: path, below: folder).path
            return try Logo(decodingPNG: PictureFile.read(file), named: file)
        }
    }
}

/// A sheet of paper, in points of 1/72 inch.
enum Paper {
    case a4, letter

    /// Points in a millimetre.
    static let millimetre = 72 / 25.4

    var width: Double { self == .a4 ? 210 * Self.millimetre : 8.5 * 72 }
    var height: Double { self == .a4 ? 297 * Self.millimetre : 11 * 72 }
}

/// How labels lie on a sheet. The margins are the same left and right, and top and bottom. Lengths are in points.
struct LabelSheet {
    /// A label must have room for a code that a camera can read.
    static let smallestSide = 20 * Paper.millimetre

    let paper: Paper
    let columns: Int
    let rows: Int
    let marginX: Double
    let marginY: Double
    let gapX: Double
    let gapY: Double

    var width: Double {
        (paper.width - 2 * marginX - Double(columns - 1) * gapX) / Double(columns)
    }

    var height: Double {
        (paper.height - 2 * marginY - Double(rows - 1) * gapY) / Double(rows)
    }

    /// Three by four on A4: the code of each is 45 mm wide.
    init() {
        (paper, columns, rows) = (.a4, 3, 4)
        (marginX, marginY) = (8 * Paper.millimetre, 8 * Paper.millimetre)
        (gapX, gapY) = (0, 0)
    }

    init(_ mapping: YAMLMapping) {
        let plain = LabelSheet()
        func length(_ key: String, default fallback: Double) -> Double {
            let millimetres = mapping.optionalValue(key, "millimetres from 0 to 100, like 12.9") { text in
                Double(text).flatMap { (0...100).contains($0) ? $0 : nil }
            }
            return millimetres.map { $0 * Paper.millimetre } ?? fallback
        }
        paper = mapping.word("paper", of: ["a4": .a4, "letter": .letter], default: .a4)
        columns = mapping.integer("columns", in: 1...20, default: plain.columns)
        rows = mapping.integer("rows", in: 1...40, default: plain.rows)
        marginX = length("margin_x", default: plain.marginX)
        marginY = length("margin_y", default: plain.marginY)
        gapX = length("gap_x", default: plain.gapX)
        gapY = length("gap_y", default: plain.gapY)
        if min(width, height) < Self.smallestSide { mapping.fault(nil, "has labels under 20 mm: no code fits") }
    }
}
