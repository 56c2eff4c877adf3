internal import Foundation
public import Spreadsheets
internal import Tickets

/// An event.yaml that is begun, with what nobody can leave out.
public struct EventDraft: Sendable {
    /// For people; empty when it is to be filled in, as all others.
    public var name = ""
    public var organizer = ""
    /// An IANA zone.
    public var timezone = ""
    public var doorsOpen: SheetDate?
    public var starts: SheetDate?

    public init() {}

    /// Nothing is missing.
    public var isComplete: Bool {
        !name.isEmpty && !organizer.isEmpty && !timezone.isEmpty && doorsOpen != nil && starts != nil
    }

    /// Reads a time with a time of day; of `5/12/2026`, the day is first.
    public static func time(_ text: String) -> SheetDate? {
        guard case .date(let date)? = ImportTime(text, order: .dayFirst), date.time != nil else { return nil }
        return date
    }

    /// Whether an event can be there.
    public static func isZone(_ name: String) -> Bool { EventZone.zone(name) != nil }

    /// The zone that a person means: by its name, the city at the end of it, if only one has that, or the name that
    /// Windows has for it.
    public static func zone(_ text: String) -> String? { EventZone.meant(by: text)?.name }

    /// The file's text. What is not known has no value, and `usher manifest build` says so.
    public var yaml: String {
        func quoted(_ text: String) -> String { text.isEmpty ? "" : JSONValue.string(text).text }
        let lines = [
            "# Every key is described in docs/EVENT.md." + (isComplete ? "" : " Fill in what is empty."),
            "id: \(id)",
            "name: \(quoted(name))",
            "organizer: \(quoted(organizer))",
            "timezone: \(timezone)" + (timezone.isEmpty ? "   # like Africa/Kampala" : ""),
            "doors_open: \(doorsOpen?.description ?? "   # like 2026-12-05 17:00")",
            "starts: \(starts?.description ?? "   # like 2026-12-05 19:00")",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Of the letters and digits of the name, and the year.
    private var id: String {
        let plain = name.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        let words = plain.split { !$0.isASCII || !($0.properties.isAlphabetic || $0.properties.numericType != nil) }
        let text = words.filter { !$0.isEmpty }.map { String($0) }.joined(separator: "-").prefix(80)
        let year = starts.map { String($0.year) }.flatMap {
            text.split(separator: "-").contains(Substring($0)) ? nil : $0
        }
        return (text.isEmpty ? "event" : String(text)) + (year.map { "-\($0)" } ?? "")
    }
}
