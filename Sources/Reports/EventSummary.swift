public import Foundation
public import Tickets

/// Why a report of an earlier event cannot be used.
public typealias ReportError = Fault<Uncoded>

/// The numbers by which one event is compared with another, from the rows of its joined report.
public struct EventSummary: Hashable, Sendable {
    /// Of the event, for people.
    public let name: String
    /// On which it starts, by the clocks there: `2026-12-05`.
    public let day: String
    /// People on tickets, over all admission lists, as all numbers below.
    public let tickets: Int
    /// Different people who came, as far as their tickets tell.
    public let came: Int
    /// People on valid tickets who did not come.
    public let notCome: Int
    /// Entries on tickets beyond ``came``.
    public let again: Int
    /// The most people who entered one list in a minute.
    public let busiest: Int
    /// How many minutes before the start half of the entries were made; below 0 after it; `nil` without entries.
    public let halfBeforeStart: Int?
    /// Refused codes.
    public let refused: Int
    /// Tickets that two gates let in more often than they are for.
    public let conflicts: Int
    /// What staff decided by hand.
    public let acts: Int

    /// Reads the JSON that `usher evening join` wrote.
    /// - Throws: ``ReportError``
    public init(json: Data, named file: String) throws {
        guard let rows = try? JSONDecoder().decode([Row].self, from: json) else {
            throw Self.refusal(file, "it is no JSON of a report")
        }
        self.init(rows)
        guard !name.isEmpty, rows.contains(where: { $0.section == "total" && $0.key == "came" }) else {
            throw Self.refusal(file, "it is no report on all stations of an event")
        }
    }

    init(_ report: EventReport) {
        self.init(
            report.table.map { cells in
                Row(section: cells[0], key: cells[4], at: cells[5], value: cells[8])
            })
    }

    private static func refusal(_ file: String, _ reason: String) -> ReportError {
        ReportError(
            "compare with", file, reason, hint: "Give the file that usher evening join --out NAME.json wrote.")
    }

    private init(_ rows: [Row]) {
        func sum(_ section: String, _ key: String? = nil) -> Int {
            rows.filter { $0.section == section && key ?? $0.key == $0.key }.reduce(0) { $0 + $1.number }
        }
        name = rows.first { $0.section == "event" && $0.key == "name" }?.value ?? ""
        day = String((rows.first { $0.section == "event" && $0.key == "starts" }?.at ?? "").prefix(10))
        tickets = sum("total", "tickets")
        came = sum("total", "came")
        notCome = sum("total", "not_come")
        again = sum("total", "entered_again")
        busiest = rows.filter { $0.section == "total" && $0.key == "peak_minute" }.map(\.number).max() ?? 0
        let starts = rows.first { $0.section == "event" && $0.key == "starts" }?.minute
        halfBeforeStart = starts.flatMap { starts in Self.half(of: rows).map { starts - $0 } }
        refused = sum("refusal")
        conflicts = sum("records", "conflicts")
        acts = rows.count { $0.section == "act" && $0.key != "left_out" } + sum("act", "left_out")
    }

    /// The minute in which half of all had entered.
    private static func half(of rows: [Row]) -> Int? {
        let steps = rows.filter { $0.section == "course" && $0.key == "entered" }.compactMap { row in
            row.minute.map { ($0, row.number) }
        }.sorted { $0.0 < $1.0 }
        let all = steps.reduce(0) { $0 + $1.1 }
        var entered = 0
        return steps.first { step in
            entered += step.1
            return 2 * entered >= all
        }?.0
    }
}

/// A row of a report, as its JSON has it: what is empty is left out, and values are numbers or texts.
private struct Row: Decodable {
    let section: String
    let key: String?
    let at: String?
    let value: String

    private enum CodingKeys: CodingKey {
        case section, key, at, value
    }

    init(section: String, key: String, at: String, value: String) {
        (self.section, self.key, self.at, self.value) = (section, key, at, value)
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        section = try members.decode(String.self, forKey: .section)
        key = try members.decodeIfPresent(String.self, forKey: .key)
        at = try members.decodeIfPresent(String.self, forKey: .at)
        if let number = try? members.decode(Int.self, forKey: .value) {
            value = String(number)
        } else {
            value = try members.decodeIfPresent(String.self, forKey: .value) ?? ""
        }
    }

    /// 0 for a text, and for what no event has.
    var number: Int { Int(value).flatMap { (0...10_000_000_000).contains($0) ? $0 : nil } ?? 0 }

    /// Of the local time, counted as if it were UTC; `nil` without one.
    var minute: Int? {
        at.flatMap { Timestamp(rfc3339: $0.replacing(" ", with: "T") + "Z") }.map { Int($0.seconds / 60) }
    }
}
