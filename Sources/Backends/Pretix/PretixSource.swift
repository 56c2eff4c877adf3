internal import Foundation
internal import Tickets
internal import TimeZones

/// Reads everything that pretix knows about one event, a whole series or one of its dates, for its organizer to sign.
struct PretixSource: TicketServer {
    private let server: PretixServer
    private let name: PretixEventName
    private let settings: BackendSettings
    private let ignoresRules: Bool
    private let terms: Set<SearchTerm>
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - ignoresRules: leaves out the rules of lists, and says so in a note.
    ///   - terms: personal data by which staff are to find tickets; none other is asked for.
    init(
        _ server: PretixServer, event name: PretixEventName, settings: BackendSettings, ignoresRules: Bool,
        finding terms: Set<SearchTerm> = [], now: @escaping @Sendable () -> Timestamp
    ) {
        self.server = server
        self.name = name
        self.settings = settings
        self.ignoresRules = ignoresRules
        self.terms = terms
        self.now = now
    }

    func pull(progress: @Sendable (Int) -> Void) async throws(BackendError) -> PulledTickets {
        let began = now()
        let event = try await server.get(name.path("")).body
        let zone = try zone(of: event)
        let locale = try await server.get(name.path("settings/")).body["locale"].text
        let lists = try await lists()
        let items = try await all("items/")
        var products = PretixProducts(items, locale: locale)
        let questions = PretixQuestions(
            try await all("questions/"), locale: locale, zone: zone)
        let (media, mediaNotes) = try await media(items: items)
        var tickets = PretixTickets(
            date: name.date, lists: lists, products: products, questions: questions, media: media)
        try await server.pages(
            of: name.path("orders/"), query: PretixTickets.fields(answers: questions.concernsDoors, finding: terms)
        ) {
            (orders) throws(BackendError) in
            for order in orders { tickets.take(order) }
            progress(tickets.rows.count)
        }
        tickets.revoke(try await revokedCodes())
        // After the orders, so that none is for a date that is not among them.
        let (described, dates) = try await dates(of: event, locale: locale)
        products = tickets.products
        let omissions = PretixOmissions(
            questions: questions, items: items, locale: locale)
        return PulledTickets(
            outline: try outline(
                event, described, zone: zone, dates: dates, locale: locale, lists: lists, products: products,
                questions: questions.asked(types: products.types) + media.questions(types: products.types),
                hasMedia: tickets.rows.contains { !$0.media.isEmpty },
                spareMedia: media.spare(beside: tickets.positions)),
            rows: tickets.rows, began: began,
            notes: notes(event, lists: lists, tickets: tickets) + omissions.notes + mediaNotes)
    }

    // MARK: - Requests

    private func all(_ path: String, query: KeyValuePairs<String, String?> = [:]) async throws(BackendError)
        -> [LenientJSON]
    {
        var found: [LenientJSON] = []
        try await server.pages(of: name.path(path), query: query) { (items) throws(BackendError) in found += items }
        return found
    }

    /// When it is, and the object that has its name and place: the event, or the only date of it that is wanted.
    private func dates(
        of event: LenientJSON, locale: String?
    ) async throws(BackendError) -> (described: LenientJSON, PretixDates) {
        guard event["has_subevents"].flag == true else { return (event, PretixDates(event, dates: [])) }
        if let number = name.date {
            let subevent = try await server.get(name.path("subevents/\(number)/")).body
            guard let date = EventDate(pretix: subevent, locale: locale) else {
                throw server.failure(.unexpected, "it does not say when the date \(number) of \(name.slug) is")
            }
            return (subevent, PretixDates(subevent, dates: [date]))
        }
        let dates = try await all("subevents/").compactMap { EventDate(pretix: $0, locale: locale) }
        guard !dates.isEmpty else {
            throw server.failure(.misconfigured, "\(name.slug) is a series without dates")
        }
        return (event, PretixDates(dates))
    }

    private func lists() async throws(BackendError) -> [PretixList] {
        let values = try await all(
            "checkinlists/", query: ["exclude": "checkin_count", "exclude": "position_count"])
        let slugs = Dictionary(settings.lists.map { ($0.value, $0.key) }) { first, _ in first }
        let lists = values.compactMap { PretixList($0, slugs: slugs) }.filter { list in
            name.date == nil || list.date == nil || list.date == name.date
        }
        let wanted = settings.onlyLists.isEmpty ? nil : Set(settings.onlyLists)
        let chosen = lists.filter { wanted?.contains(String($0.id)) ?? true }
        if let missing = wanted?.subtracting(chosen.map { String($0.id) }).min() {
            throw server.failure(.misconfigured, "\(name.slug) has no check-in list \(missing)")
        }
        guard !chosen.isEmpty else {
            throw server.failure(
                .misconfigured, "\(name.slug) has no check-in list",
                hint: "Create one in pretix: it says which tickets a door admits.")
        }
        return chosen
    }

    /// Codes that were revoked, and those of blocked tickets that are no longer in any order.
    private func revokedCodes() async throws(BackendError) -> [String] {
        let revoked = try await all("revokedsecrets/")
        let blocked = try await all("blockedsecrets/").filter { $0["blocked"].flag == true }
        return (revoked + blocked).compactMap { $0["secret"].text }
    }

    /// Those that are in use, of all events: read before the tickets, so that none stands for one that is not among them.
    private func media(items: [LenientJSON]) async throws(BackendError) -> (PretixMedia, notes: [String]) {
        var media = PretixMedia(items: items, takesNew: settings.newMedia)
        let time = now()
        do throws(BackendError) {
            try await server.pages(of: "reusablemedia/", query: ["active": "true"]) {
                (page) throws(BackendError) in
                for medium in page { media.take(medium, now: time) }
            }
        } catch {
            guard [.unauthorised, .notFound].contains(error.code) else { throw error }
            let note =
                "Reusable media (wristbands, cards) cannot be read, so their codes are not known: \(error.reason)"
            let lost =
                media.isHandedOut ? ["Guests who get one at the door cannot be given any until a pull reads them."] : []
            return (media, [note] + lost)
        }
        return (media, media.notes)
    }

    // MARK: - Answers

    private func outline(
        _ event: LenientJSON, _ described: LenientJSON, zone: Zone, dates: PretixDates, locale: String?,
        lists: [PretixList], products: PretixProducts, questions: [CheckInQuestion], hasMedia: Bool,
        spareMedia: [SpareMedium]
    ) throws(BackendError) -> EventOutline {
        let rules = try rules(of: lists, dates: dates.ruleDates)
        let keys = event["valid_keys"]["pretix_sig1"].items ?? []
        return EventOutline(
            name: described["name"].name(in: locale), timeZone: event["timezone"].text,
            doorsOpen: dates.doorsOpen, starts: dates.starts, ends: dates.ends,
            openEnds: [.start, .end],
            types: products.types,
            lists: lists.map { list in
                .init(
                    slug: list.slug, name: list.name, reentry: list.reentry, types: products.types(on: list),
                    rule: rules[list.id], asksUnpaid: list.includesPending, takesOneLine: list.matchesAddOns,
                    date: list.date.map(Int64.init),
                    everyoneOut: list.exitAll.map { DailyExit.minute(of: $0, timeZone: zone) })
            },
            gates: lists.flatMap(gates), gateNumbers: settings.gates.compactMapValues(Int64.init),
            ticketKeys: keys.compactMap { $0.text.flatMap(VerificationKey.init(pretix:)) },
            place: Self.place(described["location"].name(in: locale) ?? event["location"].name(in: locale)),
            questions: questions, dates: dates.dates, hasMedia: hasMedia,
            spareMedia: spareMedia)
    }

    /// The event's: its hours, and the times of its questions, are meant there.
    private func zone(of event: LenientJSON) throws(BackendError) -> Zone {
        guard let name = event["timezone"].text else { return .utc }
        let zone = ZoneFolder.system.zone(named: name)
        guard zone.isKnown else {
            throw server.failure(
                .misconfigured, "this machine does not know the event's time zone, \(name.withoutControls.prefix(60))",
                hint: "Update tzdata, or choose another time zone in pretix.")
        }
        return zone
    }

    /// By the number of the list.
    private func rules(of lists: [PretixList], dates: RuleDates?) throws(BackendError) -> [Int: EntryRule] {
        guard !ignoresRules else { return [:] }
        var rules: [Int: EntryRule] = [:]
        var faults: [String] = []
        for list in lists {
            do {
                rules[list.id] = try list.rule?.entryRule(dates: dates)
            } catch {
                faults.append("\(list.name.withoutControls) (\(list.id)): \(error.problem)")
            }
        }
        guard faults.isEmpty else {
            throw server.failure(
                .misconfigured, "the rules of these check-in lists cannot be used: \(faults.joined(separator: "; "))",
                hint: "Save the rules again in pretix, leave the lists out with only_lists, or ignore rules.")
        }
        return rules
    }

    /// One for the list, and one for each gate of pretix that its rule asks for.
    private func gates(of list: PretixList) -> [Gate] {
        let asked = ignoresRules ? [:] : list.rule?.gates ?? [:]
        return [Gate(slug: list.slug, name: list.name, list: list.slug)]
            + asked.sorted { $0.key < $1.key }.map { number, name in
                Gate(
                    slug: "\(list.slug)-gate-\(number)", name: "\(list.name): \(name)", list: list.slug, number: number)
            }
    }

    /// The first line of a location is the name of the place.
    private static func place(_ location: String?) -> EventPlace? {
        let lines = (location ?? "").split(whereSeparator: \.isNewline).map(String.init)
        return EventPlace(name: lines.first, address: lines.dropFirst().joined(separator: "\n"))
    }

    private func notes(_ event: LenientJSON, lists: [PretixList], tickets: PretixTickets) -> [String] {
        var notes =
            ignoresRules ? lists.filter { $0.rule != nil }.map { "List \($0.name): its rules are left out." } : []
        if event["testmode"].flag == true {
            notes.append("The shop is in test mode: orders made in it are left out.")
        }
        return notes + tickets.notes
    }
}

extension VerificationKey {
    /// The 12 bytes before the key in a SubjectPublicKeyInfo of Ed25519 (RFC 8410 section 4).
    private static let prefix = Data([0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00])

    /// A key as pretix gives it: the base64 of a PEM file.
    init?(pretix text: String) {
        guard let pem = Data(base64Encoded: text) else { return nil }
        let lines = String(decoding: pem, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let bytes = Data(base64Encoded: lines.filter { !$0.hasPrefix("-----") }.joined()),
            bytes.starts(with: Self.prefix)
        else { return nil }
        self.init(raw: Data(bytes.dropFirst(Self.prefix.count)))
    }
}
