internal import CheckedYAML
internal import Foundation
internal import Manifests
internal import Tickets
internal import TimeZones

// Reading continues after every fault with placeholders, which the caller throws away.
extension EventDefinition {
    /// The length of an event for which only the start is known.
    private static let defaultLength = Duration.seconds(12 * 3600)
    private static let defaultExpiryAfterEnd = Duration.seconds(48 * 3600)

    init(_ root: YAMLMapping, folder: URL, outline: EventOutline) {
        let zone = Self.zone(root, served: outline.timeZone)
        let event = Self.event(root, zone: zone, outline: outline)
        let expires = root.time("expires", zone, .end, default: event.ends + Self.defaultExpiryAfterEnd)
        if expires < event.ends { root.fault("expires", "is before the event ends") }
        let types = Self.types(root) ?? outline.types
        let age = root.optionalInteger("age", in: TicketType.ages) ?? outline.minimumAge
        let asksAge = root.bool("ask_age", default: false)
        if asksAge, age == nil, types?.allSatisfy({ $0.minimumAge == nil }) ?? true {
            root.fault("ask_age", "has no effect: neither the event nor a type has an age")
        }
        let lists = Self.lists(root, types: types, outline: outline)
        let gates = Self.gates(root, lists: lists, outline: outline)
        let boxOffice = BoxOffice(root, folder: folder, types: types)
        if boxOffice != nil, !outline.dates.isEmpty { root.fault("box_office", "is not possible for a series") }
        var ticketKeys = Self.ticketKeys(root, folder: folder, and: outline.ticketKeys)
        if let key = boxOffice?.key, !ticketKeys.contains(key) { ticketKeys.append(key) }
        if ticketKeys.count > ManifestClaims.maximumTicketKeyCount {
            root.fault("ticket_keys", "and box_office have more than \(ManifestClaims.maximumTicketKeyCount) keys")
        }
        self.init(
            event: event,
            organizer: root.text("organizer", maximumByteCount: 200)?.withoutControls ?? "",
            privacy: root.word("privacy", of: ["sealed": .sealed, "staff": .staff], default: .sealed),
            maxAge: root.duration("max_age", in: .seconds(60) ... .seconds(3650 * 86_400), default: .seconds(86_400)),
            expires: expires,
            types: types, lists: lists, gates: gates,
            assignments: Self.assignments(root, gates: gates),
            ticketKeys: ticketKeys,
            backend: root.optionalSlug("backend"),
            age: age, asksAge: asksAge,
            openEnds: outline.openEnds.filter { root.shape(of: $0 == .start ? "doors_open" : "ends") == nil },
            questions: outline.questions, dates: Dictionary(outline.dates.map { ($0.id, $0) }) { first, _ in first },
            slots: Self.slots(root, outline: outline),
            hasMedia: outline.hasMedia || outline.questions.contains { $0.kind == .medium },
            spareMedia: outline.spareMedia, findBy: Self.findBy(root),
            boxOffice: boxOffice, walkInList: Self.walkInList(root, lists: lists),
            symbologies: root.words("symbologies", of: Symbology.allCases) ?? [])
    }

    private static func walkInList(_ root: YAMLMapping, lists: [DeclaredList]) -> String? {
        guard let id = root.optionalSlug("walk_ins") else { return nil }
        root.checkReference("walk_ins", id, to: lists.map(\.id), called: "list")
        return lists.first { $0.id == id }?.slug
    }

    /// What event.yaml has tickets found by: known before the tickets are pulled, so that nothing else is asked for. The
    /// file is not checked.
    static func findBy(in file: URL) -> Set<SearchTerm> {
        var terms: Set<SearchTerm> = []
        try? CheckedYAML.read(contentsOf: file) { terms = findBy($0) }
        return terms
    }

    private static func findBy(_ root: YAMLMapping) -> Set<SearchTerm> {
        root.words("find_by", of: SearchTerm.optional) ?? []
    }

    private static func event(_ root: YAMLMapping, zone: Zone, outline: EventOutline) -> Event {
        let doorsOpen = root.time("doors_open", zone, .start, default: outline.doorsOpen)
        let starts = root.time("starts", zone, .start, default: outline.starts)
        let ends = root.time("ends", zone, .end, default: outline.ends ?? starts + defaultLength)
        if ends <= starts { root.fault("ends", "is not after starts") }
        if doorsOpen > starts, starts != YAMLMapping.noTime { root.fault("doors_open", "is after starts") }
        return Event(
            id: root.slug("id"),
            name: root.text("name", maximumByteCount: 500, orElse: outline.name?.withoutControls)?.withoutControls
                ?? "",
            timeZone: zone,
            doorsOpen: doorsOpen, starts: starts, ends: ends,
            status: root.word(
                "status", of: ["on": .on, "cancelled": .cancelled, "postponed": .postponed],
                default: outline.status ?? .on),
            place: place(root, outline.place))
    }

    private static func place(_ root: YAMLMapping, _ fallback: EventPlace?) -> EventPlace? {
        let place = root.mapping("place")
        let name = place.text("name", maximumByteCount: 200, default: fallback?.name)
        let address = place.text("address", maximumByteCount: 500, default: nil)
        let movedFrom = place.text("moved_from", maximumByteCount: 200, default: nil)
        guard let name else {
            if address != nil || movedFrom != nil { place.fault("name", "is missing") }
            return nil
        }
        // The address of the server's place is not that of another one.
        return EventPlace(
            name: name, address: address ?? (name == fallback?.name ? fallback?.address : nil), movedFrom: movedFrom)
    }

    /// - Returns: `nil` when event.yaml does not have them.
    private static func slots(_ root: YAMLMapping, outline: EventOutline) -> SlotTolerance? {
        guard root.shape(of: "slots") != nil else { return nil }
        let slots = root.mapping("slots")
        if outline.dates.isEmpty { root.fault("slots", "has no effect: the event is not a series of dates") }
        return SlotTolerance(
            early: slots.duration("early", in: SlotTolerance.earliness, default: .zero),
            late: slots.duration("late", in: SlotTolerance.lateness))
    }

    /// - Parameter served: what the server says, which may be anything.
    private static func zone(_ root: YAMLMapping, served: String?) -> Zone {
        let zone = root.optionalValue(
            "timezone", "an IANA time zone like Africa/Kampala", suggestion: EventZone.suggestion,
            parse: EventZone.zone)
        if let zone { return zone }
        guard root.shape(of: "timezone") == nil else { return .utc }
        guard let served else {
            root.fault("timezone", "is missing")
            return .utc
        }
        if let zone = EventZone.zone(served) { return zone }
        root.fault(
            "timezone",
            "is missing, and the server's \"\(served.withoutControls.prefix(60))\" is not an IANA time zone like "
                + "Africa/Kampala\(EventZone.suggestion(for: served))")
        return .utc
    }

    private static func types(_ root: YAMLMapping) -> [TicketType]? {
        let types = root.mappings("types")?.map { item in
            let slug = item.text("id", maximumByteCount: 100) ?? ""
            return TicketType(
                id: TicketType.number(of: slug), slug: slug,
                name: item.text("name", maximumByteCount: 200, default: slug) ?? slug,
                color: item.optionalValue("color", "a colour like \"#2563eb\"") { isColor($0) ? $0 : nil },
                attention: item.text("attention", maximumByteCount: 1000, default: nil),
                minimumAge: item.optionalInteger("age", in: TicketType.ages))
        }
        root.checkUnique("types", types?.map(\.slug), limit: BodySchema.maximumTypeCount)
        var spellings: Set<String> = []
        for (index, type) in (types ?? []).enumerated()
        where !type.slug.isEmpty && !spellings.insert(type.slug.comparableSpelling).inserted
            && types?.prefix(index).contains(where: { $0.slug == type.slug }) == false
        {
            root.fault("types", item: index, "has an id that differs from one before only in case or white space")
        }
        return types
    }

    private static func isColor(_ text: String) -> Bool {
        text.hasPrefix("#") && Data(hex: String(text.dropFirst()))?.count == 3
    }

    /// `03:00`.
    private static func minuteOfDay(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /(\d{2}):(\d{2})/), let hour = Int(match.output.1), hour < 24,
            let minute = Int(match.output.2), minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    private static func lists(
        _ root: YAMLMapping, types: [TicketType]?, outline: EventOutline
    ) -> [DeclaredList] {
        let reentries: KeyValuePairs<String, Reentry> = [
            Reentry.none.word: .none, Reentry.afterExit.word: .afterExit, Reentry.unlimited.word: .unlimited,
        ]
        let lists = root.mappings("lists")?.map { item in
            let slug = item.slug("id")
            let names = item.strings("types")
            if names?.isEmpty == true { item.fault("types", "is empty, so the list admits nobody") }
            for (index, name) in (names ?? []).enumerated() {
                item.checkReference("types", item: index, name, to: types?.map(\.slug), called: "type")
            }
            let replaced = item.optionalSlug("replaces") ?? slug
            let (rule, limitsEntries) = EntryRule.rules(item)
            let known = outline.lists?.first { $0.slug == replaced || $0.slug == slug }
            return DeclaredList(
                id: slug, slug: replaced, name: item.text("name", maximumByteCount: 200, default: slug) ?? slug,
                // Rules that count entries say how often somebody may enter.
                reentry: item.word("reentry", of: reentries, default: limitsEntries ? .unlimited : Reentry.none),
                types: names, capacity: item.optionalInteger("capacity", in: AdmissionList.capacities),
                rule: rule ?? known?.rule,
                asksUnpaid: item.word(
                    "unpaid", of: ["ask": true, "refuse": false], default: known?.asksUnpaid ?? false),
                takesOneLine: known?.takesOneLine ?? false, date: known?.date,
                everyoneOut: item.optionalValue("everyone_out", "a time of day like 03:00", parse: minuteOfDay)
                    ?? known?.everyoneOut)
        }
        root.checkUnique("lists", lists?.map(\.id), limit: BodySchema.maximumListCount)
        for (index, list) in (lists ?? []).enumerated()
        where list.slug != list.id && lists?.contains(where: { $0.slug == list.slug && $0 != list }) == true {
            root.fault("lists", item: index, "replaces a list that is still there, or that another one replaces")
        }
        let fallback = outline.lists?.map {
            DeclaredList(
                id: $0.slug, slug: $0.slug, name: $0.name, reentry: $0.reentry, types: $0.types, capacity: $0.capacity,
                rule: $0.rule, asksUnpaid: $0.asksUnpaid, takesOneLine: $0.takesOneLine, date: $0.date,
                everyoneOut: $0.everyoneOut)
        }
        return lists ?? fallback ?? [.only(capacity: outline.capacity)]
    }

    private static func gates(_ root: YAMLMapping, lists: [DeclaredList], outline: EventOutline) -> [Gate] {
        let known = outline.gates?.compactMap { gate in
            lists.first { $0.slug == gate.list || $0.id == gate.list }.map {
                Gate(slug: gate.slug, name: gate.name, list: $0.slug, number: gate.number)
            }
        }
        let gates = root.mappings("gates")?.map { item in
            let slug = item.slug("id")
            let list =
                lists.count == 1
                ? item.text("list", maximumByteCount: 100, default: lists[0].id) ?? ""
                : item.text("list", maximumByteCount: 100) ?? ""
            item.checkReference("list", list, to: lists.map(\.id), called: "list")
            return Gate(
                slug: slug, name: item.text("name", maximumByteCount: 200, default: slug) ?? slug,
                list: lists.first { $0.id == list }?.slug ?? list,
                number: outline.gateNumbers[slug])
        }
        root.checkUnique("gates", gates?.map(\.slug), limit: BodySchema.maximumGateCount)
        if let known, gates == nil, !known.isEmpty { return known }
        if gates == nil, lists.count > 1 {
            root.fault("gates", "is missing: with more than one list, each door must say which one is its own")
        }
        return gates ?? [Gate(slug: "main", name: "Main", list: lists.first?.slug ?? "")]
    }

    private static func assignments(_ root: YAMLMapping, gates: [Gate]) -> [Assignment] {
        let assignments = root.namedMappings("assignments")?.map { station, item in
            let gate = item.text("gate", maximumByteCount: 100) ?? ""
            item.checkReference("gate", gate, to: gates.map(\.slug), called: "gate")
            if !Event.isValidID(station) { item.fault(nil, "is not a name a station can have") }
            return Assignment(
                station: station, gate: gate,
                direction: item.word("direction", of: ["in": .in, "out": .out, "look": .look], default: .in))
        }
        if (assignments?.count ?? 0) > BodySchema.maximumAssignmentCount {
            root.fault("assignments", "has more than \(BodySchema.maximumAssignmentCount) entries")
        }
        return assignments ?? []
    }

    private static func ticketKeys(
        _ root: YAMLMapping, folder: URL, and known: [VerificationKey]
    ) -> [VerificationKey] {
        var keys = known
        for (index, path) in (root.strings("ticket_keys") ?? []).enumerated() where !path.isEmpty {
            do {
                let key = try KeyFile.verificationKey(at: URL(filePath: path, below: folder), for: .tickets)
                if keys.contains(key) { root.fault("ticket_keys", item: index, "holds a key that is listed already") }
                keys.append(key)
            } catch {
                root.fault("ticket_keys", item: index, "\(error)")
            }
        }
        return keys
    }
}

extension EventDefinition.DeclaredList {
    /// For an event that names none.
    fileprivate static func only(capacity: Int?) -> Self {
        let slug = AdmissionList.onlySlug
        return Self(
            id: slug, slug: slug, name: "Main", reentry: .none, types: nil, capacity: capacity, rule: nil,
            asksUnpaid: false, takesOneLine: false, date: nil, everyoneOut: nil)
    }
}

extension YAMLMapping {
    /// A text for people, without control characters; `nil` when it is a fault. Must be there.
    fileprivate func text(_ key: String, maximumByteCount: Int) -> String? {
        let text = string(key, maximumByteCount: maximumByteCount).withoutControls
        return text.isEmpty ? nil : text
    }

    /// As ``text(_:maximumByteCount:)``, but it may be left out where a server's value is known.
    fileprivate func text(_ key: String, maximumByteCount: Int, orElse known: String?) -> String? {
        guard let known else { return text(key, maximumByteCount: maximumByteCount) }
        return text(key, maximumByteCount: maximumByteCount, default: known)
    }

    fileprivate func text(_ key: String, maximumByteCount: Int, default fallback: String?) -> String? {
        optionalString(key, maximumByteCount: maximumByteCount)?.withoutControls ?? fallback
    }

    /// An id, which is also used in file names, flags and URLs.
    fileprivate func slug(_ key: String) -> String {
        value(key, Self.slugExpectation) { Event.isValidID($0) ? $0 : nil } ?? ""
    }

    fileprivate func optionalSlug(_ key: String) -> String? {
        optionalValue(key, Self.slugExpectation) { Event.isValidID($0) ? $0 : nil }
    }

    private static var slugExpectation: String {
        "1 to 100 letters, digits, dots, dashes or underscores, beginning with a letter or digit"
    }

    fileprivate func time(
        _ key: String, _ zone: Zone, _ side: WallTime.Side, default fallback: Timestamp? = nil
    ) -> Timestamp {
        func parse(_ text: String) -> WallTime.Reading? {
            let reading = WallTime.read(text, in: zone, as: side)
            return reading == .malformed ? nil : reading
        }
        let expectation = "a time like 2026-12-05 19:00"
        let reading =
            fallback == nil
            ? value(key, expectation, parse: parse) : optionalValue(key, expectation, parse: parse)
        switch reading {
        case .instant(let instant): return instant
        case .skipped:
            fault(key, "does not exist in \(zone.name): the clocks go forward and skip it")
        case nil, .malformed: break
        }
        return fallback ?? Self.noTime
    }

    /// Placeholder for a time that is a fault.
    fileprivate static var noTime: Timestamp { Timestamp(seconds: 0) }

    /// Notes a fault for ids that are there twice, and for too many or no entries.
    fileprivate func checkUnique(_ key: String, _ slugs: [String]?, limit: Int) {
        guard let slugs else { return }
        if slugs.isEmpty { fault(key, "is empty") }
        if slugs.count > limit { fault(key, "has more than \(limit) entries") }
        var seen: Set<String> = []
        for (index, slug) in slugs.enumerated() where !slug.isEmpty && !seen.insert(slug).inserted {
            fault(key, item: index, "has an id that was used before")
        }
    }

    /// Notes a fault for a name that nothing has.
    /// - Parameter known: `nil` when any name is allowed.
    fileprivate func checkReference(
        _ key: String, item: Int? = nil, _ name: String, to known: [String]?, called kind: String
    ) {
        guard let known, !name.isEmpty, !known.contains(name) else { return }
        let suggestion = Spelling.suggestion(for: name, among: known)
        fault(key, item: item, "there is no \(kind) \"\(String(name.prefix(60)).withoutControls)\"\(suggestion)")
    }
}
