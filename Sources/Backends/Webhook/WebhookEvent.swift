internal import Foundation
internal import Tickets

/// An event as a server of the open contract describes it (docs/webhook.openapi.yaml, `Event`).
struct WebhookEvent {
    /// The longest texts that a list accepts, in bytes.
    private static let longestName = 500
    private static let longestPartName = 200
    private static let longestAttention = 1000

    let outline: EventOutline

    /// - Throws: ``RowFault``: which part cannot be read
    init(_ event: LenientJSON) throws(RowFault) {
        let types = try Self.parts("types", event, Self.type)
        let lists = try Self.parts("lists", event, Self.list)
        let gates = try Self.parts("gates", event) { (item, id) throws(RowFault) in
            try Self.gate(item, id: id, lists: lists ?? [])
        }
        if let types {
            let known = Set(types.map(\.slug))
            for list in lists ?? [] {
                guard let unknown = list.types?.first(where: { !known.contains($0) }) else { continue }
                throw RowFault("list \(list.slug) names the type \(unknown.quoted), which is not among `types`")
            }
        }
        outline = EventOutline(
            name: event["name"].text?.cut(to: Self.longestName), timeZone: event["timezone"].text,
            doorsOpen: try event.instant("doors_open"), starts: try event.instant("starts"),
            ends: try event.instant("ends"), status: try Self.status(event["status"]), types: types, lists: lists,
            capacity: lists == nil ? try event.capacity(of: "it") : nil, gates: gates,
            place: EventPlace(event["venue"]), minimumAge: try event.minimumAge(of: "it"))
    }

    private static func status(_ word: LenientJSON) throws(RowFault) -> Event.Status? {
        guard !word.isNull else { return nil }
        guard let status = word.text.flatMap(Event.Status.init(rawValue:)) else {
            throw RowFault("status must be on, cancelled or postponed")
        }
        return status
    }

    /// The parts of one kind, each with an id of its own; `nil` when the server has none.
    private static func parts<Part>(
        _ name: String, _ event: LenientJSON, _ read: (LenientJSON, String) throws(RowFault) -> Part
    ) throws(RowFault) -> [Part]? {
        guard !event[name].isNull else { return nil }
        guard let items = event[name].items else { throw RowFault("\(name) is not a list") }
        var seen: Set<String> = []
        var parts: [Part] = []
        for (place, item) in items.enumerated() {
            guard let id = item["id"].text else { throw RowFault("\(name)[\(place)] has no id") }
            guard seen.insert(id).inserted else { throw RowFault("\(name) has the id \(id.quoted) twice") }
            parts.append(try read(item, id))
        }
        return parts.isEmpty ? nil : parts
    }

    private static func type(_ item: LenientJSON, id: String) throws(RowFault) -> TicketType {
        guard id.utf8.count <= 100 else { throw RowFault("types has an id that is longer than 100 bytes") }
        let color = item["color"].text
        return TicketType(
            id: TicketType.number(of: id), slug: id, name: name(of: item, id),
            // Colours in other forms are left out: no ticket depends on them.
            color: color.flatMap { $0.hasPrefix("#") && Data(hex: String($0.dropFirst()))?.count == 3 ? $0 : nil },
            attention: item["attention"].text?.cut(to: longestAttention),
            minimumAge: try item.minimumAge(of: "type \(id)"))
    }

    private static func list(_ item: LenientJSON, id: String) throws(RowFault) -> EventOutline.List {
        try check(id, of: "lists")
        let word = item["reentry"].text ?? Reentry.none.word
        guard let reentry = Reentry(word: word) else {
            throw RowFault("the reentry of list \(id) must be none, after_exit or unlimited")
        }
        guard item["types"].isNull || item["types"].items != nil else {
            throw RowFault("list \(id) has `types` that are not a list")
        }
        return EventOutline.List(
            slug: id, name: name(of: item, id), reentry: reentry, types: item["types"].items?.compactMap(\.text),
            capacity: try item.capacity(of: "list \(id)"))
    }

    private static func gate(_ item: LenientJSON, id: String, lists: [EventOutline.List]) throws(RowFault) -> Gate {
        try check(id, of: "gates")
        let own = item["list"].text ?? (lists.count == 1 ? lists[0].slug : nil)
        if let own, !lists.isEmpty, !lists.contains(where: { $0.slug == own }) {
            throw RowFault("gate \(id) names the list \(own.quoted), which is not among `lists`")
        }
        guard let list = own ?? (lists.isEmpty ? AdmissionList.onlySlug : nil) else {
            throw RowFault("gate \(id) does not say which of the lists is its own")
        }
        return Gate(slug: id, name: name(of: item, id), list: list)
    }

    private static func name(of item: LenientJSON, _ id: String) -> String {
        (item["name"].text?.withoutControls ?? id).cut(to: longestPartName)
    }

    private static func check(_ id: String, of name: String) throws(RowFault) {
        guard Event.isValidID(id) else {
            throw RowFault(
                "\(name) has the id \(id.quoted), which is not 1 to 100 letters, digits, dots, dashes or underscores")
        }
    }
}

extension LenientJSON {
    /// How many people may be inside at once; `nil` for no limit.
    /// - Parameter name: whose capacity it is, for the error.
    /// - Throws: ``RowFault``: a limit that cannot be read must not become none
    func capacity(of name: String) throws(RowFault) -> Int? {
        guard !self["capacity"].isNull else { return nil }
        guard let capacity = self["capacity"].integer(in: AdmissionList.capacities) else {
            throw RowFault("\(name) has a capacity that is not a whole number from 1 on")
        }
        return capacity
    }

    /// Age in years that guests must have reached; `nil` for no limit.
    /// - Parameter name: whose limit it is, for the error.
    /// - Throws: ``RowFault``: a limit that cannot be read must not become none
    fileprivate func minimumAge(of name: String) throws(RowFault) -> Int? {
        guard !self["age_limit"].isNull else { return nil }
        guard let age = self["age_limit"].integer(in: TicketType.ages) else {
            throw RowFault("\(name) has an age_limit that is not a whole number of years from 1 to 120")
        }
        return age
    }

    /// An instant, or `nil` when it is missing.
    /// - Throws: ``RowFault`` for what is no time: left out, it would be another one.
    func instant(_ name: String) throws(RowFault) -> Timestamp? {
        guard !self[name].isNull else { return nil }
        guard let time = self[name].time else {
            throw RowFault("\(name) is not a time with an offset, like 2026-12-05T19:00:00+03:00")
        }
        return time
    }
}

extension String {
    /// For a message: short, in quotation marks, without control characters.
    fileprivate var quoted: String { "\"\(withoutControls.prefix(60))\"" }
}
