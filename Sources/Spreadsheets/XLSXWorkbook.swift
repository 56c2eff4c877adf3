internal import Foundation
internal import Tickets

/// A workbook of Excel 2007 and later, and of all who write such files (ECMA-376, transitional and strict).
enum XLSXWorkbook {
    static func read(_ archive: borrowing ZipArchive) throws -> Workbook {
        let budget = Budget(of: archive.name)
        let start = try Relationships(of: "", in: archive)
        guard let path = start.first(ofType: "officeDocument") else {
            throw archive.damaged("_rels/.rels", "names no workbook")
        }
        let parts = try Relationships(of: path, in: archive)
        let book = BookHandler()
        try archive.parse(path, book)
        let texts = SharedTextsHandler(budget)
        if let part = parts.first(ofType: "sharedStrings") { try archive.parse(part, texts) }
        let styles = StylesHandler()
        if let part = parts.first(ofType: "styles") { try archive.parse(part, styles) }
        let context = SheetContext(texts: texts.texts, styles: styles.kinds, from1904: book.countsFrom1904)
        var sheets: [Sheet] = []
        for entry in book.sheets {
            // A chart has a tab, too.
            guard let part = parts.target(of: entry.relationship, type: "worksheet") else { continue }
            let handler = SheetHandler(
                SheetBuilder(Sheet(name: entry.name, isHidden: entry.isHidden), budget: budget), context)
            try archive.parse(part, handler)
            sheets.append(handler.builder.finish())
        }
        guard !sheets.isEmpty else { throw archive.damaged(path, "has no sheet") }
        return Workbook(format: .xlsx, sheets: sheets, countsFrom1904: book.countsFrom1904)
    }
}

/// The parts that a part names (ECMA-376 part 2, 9.3).
private struct Relationships {
    private struct Entry {
        let id: String
        let type: String
        let target: String
    }

    private var entries: [Entry] = []

    /// - Parameter part: path of the part; empty for the archive itself.
    init(of part: String, in archive: borrowing ZipArchive) throws {
        let folder = part.split(separator: "/").dropLast()
        let name = part.split(separator: "/").last ?? ""
        let path = (folder + ["_rels", "\(name).rels"]).joined(separator: "/")
        let handler = Handler()
        try archive.parse(path, handler)
        entries = handler.entries.map { entry in
            // Relative to the folder of the part, or from the top.
            let all =
                (entry.target.hasPrefix("/") ? [] : folder.map(String.init))
                + entry.target.split(separator: "/").map(String.init)
            var steps: [String] = []
            for step in all where step != "." {
                if step == ".." { _ = steps.popLast() } else { steps.append(step) }
            }
            return Entry(id: entry.id, type: entry.type, target: steps.joined(separator: "/"))
        }
    }

    /// - Parameter type: the last word of its type.
    func first(ofType type: String) -> String? {
        entries.first { $0.type == type }?.target
    }

    func target(of id: String, type: String) -> String? {
        entries.first { $0.id == id && $0.type == type }?.target
    }

    private final class Handler: XMLHandler {
        var entries: [Entry] = []

        func start(_ name: XMLName, _ attributes: XMLAttributes) {
            guard name.local == "Relationship", entries.count < Limits.sheetCount * 2,
                let id = attributes["Id"], let type = attributes["Type"]?.split(separator: "/").last,
                let target = attributes["Target"], attributes["TargetMode"] != "External"
            else { return }
            entries.append(Entry(id: id, type: String(type), target: target))
        }

        func text(_ text: String) {}
        func end(_ name: XMLName) {}
    }
}

/// The workbook's own part: its sheets (ECMA-376 part 1, 18.2).
private final class BookHandler: XMLHandler {
    struct Entry {
        let name: String
        let isHidden: Bool
        let relationship: String
    }

    private(set) var sheets: [Entry] = []
    private(set) var countsFrom1904 = false

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        switch name.local {
        case "workbookPr": countsFrom1904 = attributes.flag("date1904")
        case "sheet" where sheets.count < Limits.sheetCount:
            let state = attributes["state"] ?? "visible"
            sheets.append(
                Entry(
                    name: attributes["name"]?.withoutControls ?? "", isHidden: state != "visible",
                    relationship: attributes[.other, "id"] ?? ""))
        default: break
        }
    }

    func text(_ text: String) {}
    func end(_ name: XMLName) {}
}

/// The texts that cells name by their number (ECMA-376 part 1, 18.4).
private final class SharedTextsHandler: XMLHandler {
    private(set) var texts: [String] = []
    private let budget: Budget
    private var current = RichText()

    init(_ budget: Budget) {
        self.budget = budget
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if name.local == "si" { current = RichText() }
        current.start(name)
    }

    func text(_ text: String) throws {
        try budget.take(text: current.add(text))
    }

    func end(_ name: XMLName) throws {
        current.end(name)
        guard name.local == "si" else { return }
        try budget.take(text: 16)
        texts.append(current.plain)
    }
}

/// A text in one piece or in pieces with fonts of their own; how it is pronounced is left out.
struct RichText {
    private var written = ""
    private var isText = false
    private var isPhonetic = false

    mutating func start(_ name: XMLName) {
        if name.local == "rPh" { isPhonetic = true }
        if name.local == "t" { isText = !isPhonetic }
    }

    mutating func end(_ name: XMLName) {
        if name.local == "rPh" { isPhonetic = false }
        if name.local == "t" { isText = false }
    }

    /// - Returns: how many bytes it has kept.
    mutating func add(_ text: String) -> Int {
        guard isText else { return 0 }
        written += text
        return text.utf8.count
    }

    /// With the characters that are written as `_x000D_` (ECMA-376 part 1, 22.9.2.19).
    var plain: String {
        guard written.contains("_x") else { return written }
        return written.replacing(/_x([0-9A-Fa-f]{4})_/) { match in
            UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? String(match.0)
        }
    }
}
