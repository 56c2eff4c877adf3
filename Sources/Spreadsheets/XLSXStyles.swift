/// What a number's format makes of it.
enum NumberKind: Hashable, Sendable {
    /// With at least so many digits.
    case number(digits: Int)
    case date(hasTime: Bool)
    /// Without a date: a time of day.
    case time

    /// Reads a format code (ECMA-376 part 1, 18.8.31).
    init(formatCode: String) {
        var letters = ""
        var isQuoted = false
        var isSkipped = false
        var bracket: String?
        for character in formatCode {
            if isSkipped {
                isSkipped = false
            } else if isQuoted {
                isQuoted = character != "\""
            } else if bracket != nil {
                bracket?.append(character)
                guard character == "]" else { continue }
                // [h] counts hours; the others are colours, languages and conditions.
                let inside = bracket?.dropLast().lowercased() ?? ""
                if !inside.isEmpty, inside.allSatisfy({ "hms".contains($0) }) { letters += inside }
                bracket = nil
            } else if character == ";" {
                break
            } else {
                switch character {
                case "\"": isQuoted = true
                case "\\", "_", "*": isSkipped = true
                case "[": bracket = ""
                default: letters.append(character)
                }
            }
        }
        let plain = letters.lowercased()
        if plain.hasPrefix("general") || plain.contains("#") || plain.contains("0") || plain.contains("@") {
            let digits = letters.allSatisfy { $0 == "0" } ? letters.count : 0
            self =
                plain.contains("h") && plain.contains("0") && plain.contains(":")
                ? Self.dated(plain) : .number(digits: min(digits, 15))
        } else {
            self = Self.dated(plain)
        }
    }

    private static func dated(_ letters: String) -> NumberKind {
        let hasTime = letters.contains("h") || letters.contains("s")
        // m is a month, unless there are hours or seconds and nothing else of a date.
        let hasDate = letters.contains("y") || letters.contains("d") || (letters.contains("m") && !hasTime)
        return hasDate ? .date(hasTime: hasTime) : hasTime ? .time : .number(digits: 0)
    }

    /// Of a format that every program knows by its number (ECMA-376 part 1, 18.8.30); `nil` for one of the file.
    init?(formatID: Int) {
        switch formatID {
        case 14...17, 27...31, 36, 50...54, 57, 58: self = .date(hasTime: false)
        case 22: self = .date(hasTime: true)
        case 18...21, 32...35, 45...47, 55, 56: self = .time
        case 0...163: self = .number(digits: 0)
        default: return nil
        }
    }
}

/// The formats of a workbook, by the numbers that cells name (ECMA-376 part 1, 18.8).
final class StylesHandler: XMLHandler {
    private(set) var kinds: [NumberKind] = []
    private var codes: [Int: NumberKind] = [:]
    private var isCellFormats = false

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
        switch name.local {
        case "numFmt" where codes.count < Limits.cellCount:
            codes[id] = NumberKind(formatCode: attributes["formatCode"] ?? "")
        case "cellXfs": isCellFormats = true
        case "xf" where isCellFormats && kinds.count < Limits.cellCount:
            kinds.append(codes[id] ?? NumberKind(formatID: id) ?? .number(digits: 0))
        default: break
        }
    }

    func text(_ text: String) {}

    func end(_ name: XMLName) {
        if name.local == "cellXfs" { isCellFormats = false }
    }
}
