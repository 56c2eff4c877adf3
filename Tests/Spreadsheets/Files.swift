import Foundation
import Publishing
import Spreadsheets

/// The files in `files`, as programs wrote them.
enum Files {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "files")

    static func workbook(_ name: String) throws -> Workbook {
        try Workbook(contentsOf: folder.appending(path: name))
    }

    /// As `usher ticket import` reads it, without a question.
    static func reading(
        _ name: String, sheet: String? = nil, dates: DateOrder? = nil, maps: [String] = [], event: String? = nil
    ) throws -> TicketReading {
        try reading(of: workbook(name), name, sheet: sheet, dates: dates, maps: maps, event: event)
    }

    static func reading(
        of workbook: Workbook, _ name: String = "guests", sheet: String? = nil, dates: DateOrder? = nil,
        maps: [String] = [], values: [String] = [], only: [String] = [], acceptsSigns: Bool = false,
        event: String? = nil
    ) throws -> TicketReading {
        var settings = ImportSettings()
        settings.acceptsSigns = acceptsSigns
        settings.sheet = sheet
        settings.dates = dates
        for map in maps { _ = settings.map(map) }
        for value in values { _ = settings.mapValue(value) }
        for text in only { _ = settings.choose(text) }
        let chosen = try workbook.sheetWithTickets(settings, file: name)
        let table = try ImportTable(chosen, settings, guessing: false, in: name)
        let definition = try event.map { try EventDefinition(yaml: $0, named: "event.yaml", folder: folder) }
        return TicketReading(table, of: workbook, settings, event: definition)
    }

    /// As above, of a CSV.
    static func reading(
        csv text: String, dates: DateOrder? = nil, maps: [String] = [], values: [String] = [], only: [String] = [],
        acceptsSigns: Bool = false, event: String? = nil
    ) throws -> TicketReading {
        try reading(
            of: Workbook(Data(text.utf8), named: "guests.csv"), dates: dates, maps: maps, values: values, only: only,
            acceptsSigns: acceptsSigns, event: event)
    }
}
