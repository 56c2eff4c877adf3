import Backends
import Foundation
import Publishing
import Tickets

/// What the sample's server knows: an event, its tickets, and the check-ins that it took. In memory only.
struct SampleBook {
    /// Some of a list, and the number of what comes after it.
    struct Page {
        var items: [JSONValue]
        var next: Int
        var isMore: Bool
    }

    /// What is said of one check-in (docs/webhook.openapi.yaml, `Result`).
    struct Result {
        var id: String?
        var status = "accepted"
        var message: String?

        var json: JSONValue {
            .object([("id", .init(id)), ("status", .string(status)), ("message", .init(message))])
        }
    }

    static let pageLength = 500

    let event: EventPlan
    private let rows: [String: TicketRow]
    /// References of tickets, each where it was changed last, too.
    private var changes: [String]
    private var lastChange: [String: Int]
    private var checkIns: [CheckInMessage] = []
    private var results: [String: (message: CheckInMessage, result: Result)] = [:]

    /// Reads a sample's event.yaml and tickets.csv.
    /// - Throws: what is wrong with them
    init(folder: URL) throws {
        let definition = try EventDefinition(contentsOf: folder.appending(path: "event.yaml"))
        event = try definition.plan(ticketTypes: [])
        var tickets = try TicketCSV(folder.appending(path: "tickets.csv"), zone: definition.zone)
        (rows, changes) = try Self.read(&tickets)
        lastChange = Dictionary(uniqueKeysWithValues: changes.enumerated().map { ($1, $0) })
    }

    private static func read(_ tickets: inout TicketCSV) throws -> (rows: [String: TicketRow], order: [String]) {
        var (rows, order) = ([String: TicketRow](), [String]())
        while let next = try tickets.next() {
            let row = try next.row.get()
            guard let reference = row.reference, rows.updateValue(row, forKey: reference) == nil else {
                throw CommandError(
                    "serve", tickets.name, "line \(next.place) has no `ref`, or one that is there twice")
            }
            order.append(reference)
        }
        return (rows, order)
    }

    // MARK: - Check-ins

    /// Takes a check-in; the same one again changes nothing.
    mutating func take(_ message: CheckInMessage) -> Result {
        let checkIn = message.checkIn
        if let known = results[checkIn.id] {
            guard known.message.checkIn != checkIn else { return known.result }
            return Result(id: checkIn.id, status: "contradicted", message: "another entry has this id")
        }
        let undone = checkIn.undoes.flatMap { results[$0]?.message.checkIn }
        if let undone, checkIn.kind == .undo, undone.station != checkIn.station {
            return Result(id: checkIn.id, status: "rejected", message: "it undoes the entry of another station")
        }
        checkIns.append(message)
        var result = Result(id: checkIn.id)
        if let reference = (undone ?? checkIn).reference, rows[reference] != nil {
            lastChange[reference] = changes.count
            changes.append(reference)
            if checkIn.verdict == .admitted, undone == nil, let message = overuse(of: reference, on: checkIn.list) {
                (result.status, result.message) = ("contradicted", message)
            }
        }
        results[checkIn.id] = (message, result)
        return result
    }

    /// A sentence when more people are in than the ticket admits: two gates did not know of each other.
    private func overuse(of reference: String, on list: String?) -> String? {
        guard let row = rows[reference], let list = event.lists.first(where: { $0.slug == list }),
            list.reentry != .unlimited
        else { return nil }
        let history = histories(of: reference)[list.slug] ?? History()
        let people = list.reentry == .none ? history.ins : history.inside
        return people > row.admits ? "\(people) people are in with this ticket, which admits \(row.admits)" : nil
    }

    /// By admission list.
    private func histories(of reference: String) -> [String: History] {
        let undone = Set(checkIns.compactMap(\.checkIn.undoes))
        let passages = checkIns.map(\.checkIn).filter { checkIn in
            guard checkIn.reference == reference, checkIn.event == event.event.id else { return false }
            return checkIn.count > 0 && checkIn.direction != .look && !undone.contains(checkIn.id)
        }
        return Dictionary(grouping: passages) { $0.list ?? "" }.mapValues { checkIns in
            History(listed: nil, passages: checkIns.map { Passage($0) })
        }
    }

    // MARK: - What it tells

    /// - Returns: `nil` when there was no such place.
    func checkIns(after place: Int) -> Page? {
        guard 0...checkIns.count ~= place else { return nil }
        let page = checkIns[place...].prefix(Self.pageLength)
        return Page(items: page.map(\.json), next: page.endIndex, isMore: page.endIndex < checkIns.count)
    }

    /// Each ticket at its last change only.
    /// - Returns: `nil` when there was no such place.
    func tickets(after place: Int) -> Page? {
        guard 0...changes.count ~= place else { return nil }
        let newest = (place..<changes.count).filter { lastChange[changes[$0]] == $0 }
        let page = newest.prefix(Self.pageLength)
        let isMore = page.count < newest.count
        return Page(
            items: page.compactMap { ticket(changes[$0]) },
            next: isMore ? (page.last ?? place) + 1 : changes.count, isMore: isMore)
    }

    /// Those with a code.
    func tickets(withCode code: String) -> [JSONValue] {
        changes.indices.filter { lastChange[changes[$0]] == $0 && rows[changes[$0]]?.code == code }
            .compactMap { ticket(changes[$0]) }
    }

    /// As `Ticket` of docs/webhook.openapi.yaml.
    private func ticket(_ reference: String) -> JSONValue? {
        guard var row = rows[reference] else { return nil }
        row.used = histories(of: reference).sorted { $0.key < $1.key }.map { list, history in
            TicketRow.Used(
                list: list.isEmpty ? nil : list, ins: history.ins, outs: history.outs, firstAt: history.first?.at)
        }
        guard case .object(let members) = row.jsonWithoutSecrets else { return nil }
        return .object(
            members + [
                .init("code", .string(row.code)), .init("holder", .init(row.holder)), .init("notes", .init(row.notes)),
            ])
    }

    /// As `Event` of docs/webhook.openapi.yaml, which knows no rules and no questions.
    var eventJSON: JSONValue {
        let about = event.event
        let types = event.types.map { type in
            JSONValue.object([
                ("id", .string(type.slug)), ("name", .string(type.name)), ("color", .init(type.color)),
                ("attention", .init(type.attention)), ("age_limit", .init(type.minimumAge.map(Int64.init))),
            ])
        }
        let lists = event.lists.map { list in
            JSONValue.object([
                ("id", .string(list.slug)), ("name", .string(list.name)),
                ("types", .array(list.types.sorted().map(JSONValue.string))), ("reentry", .string(list.reentry.word)),
                ("capacity", .init(list.capacity.map(Int64.init))),
            ])
        }
        let gates = event.gates.map { gate in
            JSONValue.object([
                ("id", .string(gate.slug)), ("name", .string(gate.name)), ("list", .string(gate.list)),
            ])
        }
        return .object([
            ("id", .string(about.id)), ("name", .string(about.name)), ("timezone", .string(about.timeZone.name)),
            ("doors_open", .string(about.doorsOpen.description)), ("starts", .string(about.starts.description)),
            ("ends", .string(about.ends.description)), ("status", .string(about.status.rawValue)),
            ("types", .array(types)), ("lists", .array(lists)), ("gates", .array(gates)),
        ])
    }
}
