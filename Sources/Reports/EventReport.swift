internal import Foundation
public import StationAPI
public import Tickets

/// One event in numbers, for those who have to account for it. No holder's name is in it.
public struct EventReport {
    /// A check-in that a ticketing server refused.
    public struct ServerRefusal {
        let at: Timestamp
        let list: String?
        let gate: String?
        let reference: String?
        let backend: String
        let reason: String?

        /// - Parameters:
        ///   - at: when the ticket was scanned, by the station's clock.
        ///   - list: slug of the admission list.
        ///   - gate: slug.
        ///   - reference: the server's own id of the ticket.
        ///   - backend: its name in usher.yaml.
        ///   - reason: the server's.
        public init(
            at: Timestamp, list: String?, gate: String?, reference: String?, backend: String, reason: String?
        ) {
            self.at = at
            self.list = list
            self.gate = gate
            self.reference = reference
            self.backend = backend
            self.reason = reason
        }
    }

    let figures: EventFigures
    let tally: EventTally
    let plan: EventPlan
    let organizer: String
    let conflicts: [DoubleEntryItem]
    let serverRefusals: [ServerRefusal]
    let sales: [SalesSum]

    /// - Parameters:
    ///   - tally: what the figures are made of, with the refusals by gate and what staff did by hand.
    ///   - conflicts: tickets of this event that two gates let in.
    ///   - serverRefusals: check-ins of this event.
    ///   - sales: at this station, of this event.
    public init(
        figures: EventFigures, tally: EventTally, plan: EventPlan, organizer: String, conflicts: [DoubleEntryItem],
        serverRefusals: [ServerRefusal], sales: [SalesSum]
    ) {
        self.sales = sales
        self.figures = figures
        self.tally = tally
        self.plan = plan
        self.organizer = organizer
        self.conflicts = conflicts
        self.serverRefusals = serverRefusals
    }

    /// As a PDF file of A4 pages.
    /// - Throws: `PictureError`
    public func pdfFile() throws -> [UInt8] { try ReportDocument(self).pdfFile() }

    var zone: TimeZone { TimeZone(identifier: figures.timeZone) ?? .gmt }

    /// How often codes were refused for a reason at a gate, the most frequent first.
    var refusals: [(reason: Reason, gate: String?, codes: Int)] {
        tally.refusals.map { ($0.key.reason, $0.key.gate, $0.value) }.sorted {
            ($1.2, $0.0.rawValue, $0.1 ?? "") < ($0.2, $1.0.rawValue, $1.1 ?? "")
        }
    }

    /// Name and slug of the type of a sale.
    func type(of sale: SalesSum) -> (name: String, slug: String) {
        plan.types.first { $0.lineNumber == sale.line }.map { ($0.name, $0.slug) }
            ?? ("Not in the list", "not in the list")
    }

    /// What was taken, by how it was paid and in which currency, without refunds.
    var revenues: [(payment: String?, currency: String, amount: Amount)] {
        let amounts = sales.compactMap { sale in
            sale.revenue.map { ([sale.terms.currency ?? "", sale.terms.payment ?? ""], $0) }
        }
        let sums = Dictionary(amounts, uniquingKeysWith: +)
        return sums.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, amount in
            (key[1].isEmpty ? nil : key[1], key[0], amount)
        }
    }

    /// `2026-12-05 19:00` in the time zone of the event; with seconds for acts, which may follow each other quickly.
    func wallTime(_ time: Timestamp, seconds: Bool = false) -> String {
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(time.seconds)))
        let text = (time + .seconds(offset)).description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(seconds ? 8 : 5))"
    }

    /// `5 December 2026`
    func day(_ time: Timestamp) -> String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let parts = wallTime(time).prefix(10).split(separator: "-").compactMap { Int($0) }
        return parts.count == 3 && months.indices.contains(parts[1] - 1)
            ? "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])" : wallTime(time)
    }

    /// `19:00`
    func clock(_ time: Timestamp) -> String { String(wallTime(time).suffix(5)) }
}

extension EventReport {
    private static let header = ["section", "list", "gate", "type", "key", "at", "reference", "operator", "value"]

    /// One number in each row, so that a spreadsheet can arrange them; docs/SCREEN.md explains the sections.
    public var csv: String {
        var rows = [Self.header]
        func add(
            _ section: String, list: String? = nil, gate: String? = nil, type: String? = nil, _ key: String,
            at: Timestamp? = nil, reference: String? = nil, by operator: String? = nil, _ value: Any
        ) {
            rows.append(
                [
                    section, list ?? "", gate ?? "", type ?? "", key, at.map { wallTime($0, seconds: true) } ?? "",
                    reference ?? "", `operator` ?? "", "\(value)",
                ].map(\.withoutControls))
        }
        add("event", "id", figures.event)
        add("event", "name", figures.name)
        add("event", "organizer", organizer)
        add("event", "timezone", figures.timeZone)
        for (key, time) in [("doors_open", figures.doorsOpen), ("starts", figures.starts), ("ends", figures.ends)] {
            add("event", key, at: time, "")
        }
        add("event", "station", figures.station)
        add("event", "made", at: figures.now, "")
        for list in figures.lists {
            add("total", list: list.slug, "tickets", list.tickets)
            add("total", list: list.slug, "admitted_here", list.admitted)
            add("total", list: list.slug, "admitted_elsewhere", list.elsewhere)
            add("total", list: list.slug, "admitted_known_from_list", list.listed)
            add("total", list: list.slug, "checked_out", list.checkedOut)
            add("total", list: list.slug, list.isEstimate ? "inside_estimate" : "inside", list.inside)
            if let peak = list.peak { add("total", list: list.slug, "peak_minute", at: peak.at, peak.people) }
            for type in list.types {
                let slug = type.slug ?? "not in the list"
                add("type", list: list.slug, type: slug, "tickets", type.tickets)
                add("type", list: list.slug, type: slug, "admitted", type.admitted)
            }
            for gate in list.gates {
                let slug = gate.slug ?? "unknown"
                add("gate", list: list.slug, gate: slug, "admitted_here", gate.admitted)
                add("gate", list: list.slug, gate: slug, "admitted_elsewhere", gate.elsewhere)
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
            let (key, type) = (sale.terms.payment ?? (sale.terms.price == nil ? "given_away" : ""), type(of: sale).slug)
            add("sold", type: type, key, by: sale.operator, sale.sold)
            if sale.refunded > 0 { add("taken_back", type: type, key, by: sale.operator, sale.refunded) }
            if let revenue = sale.revenue {
                add("revenue", type: type, key, reference: sale.terms.currency, by: sale.operator, revenue)
            }
        }
        add("records", "unsent", figures.unsent)
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
        return rows.map(CSVText.row).joined()
    }
}
