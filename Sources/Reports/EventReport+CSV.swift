internal import Foundation
internal import StationAPI
public import Tickets

extension EventReport {
    /// The names of the columns, of which the last one has the numbers.
    public static let columns = ["section", "list", "gate", "type", "key", "at", "reference", "operator", "value"]

    /// For programs: UTF-8, separated by commas.
    public var csv: String { ([Self.columns] + table).map { CSVText.row($0) }.joined() }

    /// For an Excel of a language with decimal commas: it takes semicolons for separators then, and UTF-8 only with a byte
    /// order mark.
    public var excelCSV: String {
        let rows = ([Self.columns] + table).map { row in
            row.map { $0.wholeMatch(of: /\d+\.\d+/) == nil ? $0 : $0.replacing(".", with: ",") }
        }
        return "\u{FEFF}" + rows.map { CSVText.row($0, separator: ";") }.joined()
    }

    /// The same as an array of objects; cells that are empty are left out.
    public var json: JSONValue {
        .array(
            table.map { row in
                .object(
                    zip(Self.columns, row).filter { !$1.isEmpty }.map { column, cell in
                        let number = column == Self.columns.last && row[0] != "event" ? Int64(cell) : nil
                        return (name: column, value: number.map(JSONValue.integer) ?? .string(cell))
                    })
            })
    }

    /// One number in each row, so that a spreadsheet can arrange them; docs/SCREEN.md explains the sections.
    public var table: [[String]] {
        var rows: [[String]] = []
        func add(
            _ section: String, list: String? = nil, gate: String? = nil, type: String? = nil, _ key: String,
            at: Timestamp? = nil, reference: String? = nil, by operator: String? = nil, _ value: Any
        ) {
            let time: String = at.map { wallTime($0, seconds: true) } ?? ""
            let cells: [String] = [
                section, list ?? "", gate ?? "", type ?? "", key, time, reference ?? "", `operator` ?? "", "\(value)",
            ]
            rows.append(cells.map(\.withoutControls))
        }
        add("event", "id", figures.event)
        add("event", "name", figures.name)
        add("event", "organizer", organizer)
        add("event", "timezone", figures.timeZone)
        for (key, time) in [("doors_open", figures.doorsOpen), ("starts", figures.starts), ("ends", figures.ends)] {
            add("event", key, at: time, "")
        }
        if let joined {
            for journal in joined.journals {
                add(
                    journal.isWhole ? "journal" : "doubtful_journal", journal.station, at: journal.last,
                    reference: journal.key, journal.entries)
            }
            for doubt in joined.doubts { add("doubt", "attention", doubt) }
        } else {
            add("event", "station", figures.station)
        }
        add("event", "made", at: figures.now, "")
        for list in figures.lists {
            add("total", list: list.slug, "tickets", list.tickets)
            if joined == nil {
                add("total", list: list.slug, "admitted_here", list.admitted)
                add("total", list: list.slug, "admitted_elsewhere", list.elsewhere)
            } else {
                add("total", list: list.slug, "admitted", list.admitted)
            }
            add("total", list: list.slug, "admitted_known_from_list", list.listed)
            add("total", list: list.slug, "checked_out", list.checkedOut)
            add("total", list: list.slug, list.isEstimate ? "inside_estimate" : "inside", list.inside)
            if let attendance = joined?.attendance[list.slug] {
                add("total", list: list.slug, "came", attendance.came)
                add("total", list: list.slug, "not_come", attendance.notCome)
                add("total", list: list.slug, "entered_again", attendance.again)
            }
            if let peak = list.peak { add("total", list: list.slug, "peak_minute", at: peak.at, peak.people) }
            for type in list.types {
                let slug = type.slug ?? "not in the list"
                add("type", list: list.slug, type: slug, "tickets", type.tickets)
                add("type", list: list.slug, type: slug, "admitted", type.admitted)
            }
            for gate in list.gates {
                let slug = gate.slug ?? "unknown"
                if joined == nil {
                    add("gate", list: list.slug, gate: slug, "admitted_here", gate.admitted)
                    add("gate", list: list.slug, gate: slug, "admitted_elsewhere", gate.elsewhere)
                } else {
                    add("gate", list: list.slug, gate: slug, "admitted", gate.admitted)
                }
                add("gate", list: list.slug, gate: slug, "checked_out", gate.checkedOut)
            }
            if let series = list.course {
                for step in series.entered.indices {
                    let at = series.start + .seconds(step * series.stepMinutes * 60)
                    // Most steps of a long evening are empty.
                    for (key, people) in [("entered", series.entered[step]), ("left", series.left[step])]
                    where people > 0 {
                        add("course", list: list.slug, key, at: at, people)
                    }
                }
            }
        }
        for (reason, gate, codes) in refusals { add("refusal", gate: gate, reason.rawValue, codes) }
        for sale in sales {
            let key = sale.terms.payment ?? (sale.terms.price == nil ? "given_away" : "")
            let type = type(of: sale)?.slug ?? "not in the list"
            add("sold", type: type, key, by: sale.operator, sale.sold)
            if sale.refunded > 0 { add("taken_back", type: type, key, by: sale.operator, sale.refunded) }
            if let revenue = sale.revenue {
                add("revenue", type: type, key, reference: sale.terms.currency, by: sale.operator, revenue)
            }
        }
        for absent in joined?.notCome ?? [] {
            add(
                "not_come", list: absent.list, type: absent.type, "people", reference: absent.reference, absent.people)
        }
        // Journals do not tell what a server has received.
        if joined == nil { add("records", "unsent", figures.unsent) }
        add("records", "conflicts", figures.conflicts)
        for found in conflicts {
            for passage in found.passages {
                add(
                    "conflict", list: found.list, gate: passage.gate,
                    passage.isSurplus ? "too_many" : passage.verdict, at: passage.at, reference: found.ref,
                    by: passage.operator, passage.count)
            }
        }
        for refusal in serverRefusals {
            add(
                "conflict", list: refusal.list, gate: refusal.gate, "refused_by_server", at: refusal.at,
                reference: refusal.reference, refusal.reason ?? refusal.backend)
        }
        for act in tally.acts {
            add(
                "act", gate: act.gate, act.kind.rawValue, at: act.at, reference: act.reference, by: act.operator,
                act.people)
        }
        if tally.actsLeftOut > 0 { add("act", "left_out", tally.actsLeftOut) }
        return rows
    }
}
