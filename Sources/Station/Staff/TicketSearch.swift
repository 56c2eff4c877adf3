internal import Foundation
internal import Journal
internal import Manifests
internal import StationAPI
internal import Threads
internal import Tickets

/// Finds tickets by reference, code, name, or what else the list has (``SearchTerm``). Not on the door's queue,
/// because a search by name opens every sealed name of a list.
/// See docs/decisions/059-name-search-by-walk.md.
struct TicketSearch {
    let door: Door
    let journal: Journal
    let staffKeys: StaffKeys
    let authorization: StaffAuthorization
    /// For going through whole lists, so that nothing else waits for that.
    let searches = WorkQueue("searches")

    private static let searchLimit = 50
    /// In characters: no name is longer.
    private static let longestQuery = 200

    /// Tickets by reference or code; by the rest as the person's role, the event's privacy and this station's credentials
    /// allow it.
    func search(_ request: SearchRequest, by staff: Staff) async throws -> SearchAnswer {
        let query = String(request.query.trimmingPrefix { $0.isWhitespace }.prefix(Self.longestQuery))
        let (everything, unrecorded) = await door.known()
        let served = everything.filter { request.event == nil || $0.plan.event.id == request.event }
        if let event = request.event, served.isEmpty {
            throw StationError(
                .notFound, "search", "event \(event.withoutControls)",
                "no list of it is served here", hint: "Look with usher status.")
        }
        return try await searches.run {
            var answer = SearchAnswer(hits: [], isCut: false)
            for manifest in served {
                let found = try tickets(query, in: manifest, for: staff, &answer)
                let room = Self.searchLimit - answer.hits.count
                if found.count > room { answer.isCut = true }
                for ticket in found.prefix(room) {
                    answer.hits.append(try hit(ticket, in: manifest, with: unrecorded, for: staff))
                }
            }
            return answer
        }
    }

    /// Exact matches come first; each ticket comes once.
    private func tickets(
        _ query: String, in manifest: InstalledManifest, for staff: Staff, _ answer: inout SearchAnswer
    ) throws -> [FoundTicket] {
        guard !query.isEmpty else { return [] }
        let limit = Self.searchLimit + 1
        var found: [FoundTicket] = []
        if case .ticket(let code) = ScannedText(parsing: query), let record = try manifest.lookUp(code.text) {
            found = record.lines.map { FoundTicket(key: record.key, line: $0, holder: nil) }
        }
        if let reference = ReferenceQuery(query) {
            found += try manifest.find(reference, limit: limit)
            found += try SoldTickets(journal: journal).records(matching: reference, in: manifest, limit: limit)
                .flatMap { sold in sold.lines.map { FoundTicket(key: sold.key, line: $0, holder: nil) } }
        }
        let terms = terms(of: manifest, for: staff)
        if let note = note(on: query, in: manifest, for: staff, terms, hasFound: !found.isEmpty) { answer.note = note }
        // Whoever searches by nothing else has the reference or code, or what can be read of the code.
        if maySearch(staff) || found.isEmpty {
            found += try manifest.search(
                query, by: terms, staffKey: staffKeys.key(for: manifest.plan.event.id), limit: limit)
        }
        var known: Set<String> = []
        return found.filter { known.insert("\($0.key) \($0.line.number)").inserted }
    }

    private func maySearch(_ staff: Staff) -> Bool { authorization.allows(.search, to: staff) }

    /// What a person finds tickets by on the lists that are served, besides reference and whole code.
    func terms(for staff: Staff) async -> Set<SearchTerm> {
        guard authorization.allows(.lookUp, to: staff) else { return [] }
        return await door.known().served.reduce(into: []) { $0.formUnion(terms(of: $1, for: staff)) }
    }

    private func terms(of manifest: InstalledManifest, for staff: Staff) -> Set<SearchTerm> {
        let own = maySearch(staff) ? Set(SearchTerm.allCases) : [.code]
        return own.intersection(manifest.searchTerms(hasStaffKey: staffKeys.key(for: manifest.plan.event.id) != nil))
    }

    /// What stands in the way of finding more.
    private func note(
        on query: String, in manifest: InstalledManifest, for staff: Staff, _ terms: Set<SearchTerm>, hasFound: Bool
    ) -> String? {
        switch StaffAct.search.obstacle(for: staff.role, with: authorization.permissions) {
        case .role: return hasFound ? nil : "Only a supervisor may search by name: type the beginning of the reference."
        case .permission: return "This station may not show names: type the beginning of the reference."
        case nil: break
        }
        let event = manifest.plan.event.name
        if manifest.claims.privacy == .sealed {
            let others = terms.intersection([.company, .email])
            return "Names of \(event) are sealed: a name opens only with its ticket's code."
                + (others.isEmpty ? "" : " A company or an e-mail address must be whole.")
        }
        guard terms.contains(.name) else {
            return "Names of \(event) need its staff key, which this station does not have."
        }
        return hasFound || SearchTerm.isEnoughOfName(query) ? nil : "Type at least three letters of the name."
    }

    /// A line as staff see it.
    /// - Parameter unrecorded: decisions that are in memory only; they count like those on the disk.
    func hit(
        _ ticket: FoundTicket, in manifest: InstalledManifest, with unrecorded: UnrecordedQueue, for staff: Staff
    ) throws -> SearchAnswer.Hit {
        let (history, since) = try known(of: ticket, in: manifest, with: unrecorded)
        let showsBasics = authorization.permissions.contains(.basicAttendee)
        let clock = DoorClock(zone: manifest.plan.event.timeZone, now: door.clock.now())
        let status = ChangedTickets(journal: journal).status(of: ticket, in: manifest)
        return SearchAnswer.Hit(
            event: manifest.plan.event.id, ref: ticket.line.reference, ticket: ticket.key.description,
            line: ticket.line.number, type: showsBasics ? ticket.line.type.name : nil,
            status: status.word, seat: showsBasics ? ticket.line.seat : nil,
            date: showsBasics ? ticket.line.date.map { TicketDate($0, clock: clock) } : nil,
            holder: try holder(of: ticket, in: manifest), admits: showsBasics ? ticket.line.admits : nil,
            inside: history.inside, since: since, entries: showsBasics ? history.ins : nil,
            passages: try passages(of: ticket, in: manifest, for: staff))
    }

    /// What happened on this station's admission list.
    private func known(
        of ticket: FoundTicket, in manifest: InstalledManifest, with unrecorded: UnrecordedQueue
    ) throws -> (History, since: SearchAnswer.Since?) {
        guard let placement = door.settings.placement(in: manifest.plan) else { return (History(), nil) }
        let line = ListedLine(
            event: manifest.plan.event.id, list: placement.list.slug, key: ticket.key, line: ticket.line.number)
        let used = try manifest.used(on: line)
        return try journal.look { look in
            let history = try LineHistories(unrecorded: unrecorded).history(
                of: line, used: used, in: manifest, journal: look)
            let passages = try look.passages(of: line) + unrecorded.passages(of: line)
            return (history, SearchAnswer.Since(history, passages, gates: manifest.plan))
        }
    }

    /// More than a person reads.
    private static let mostPassages = 20

    /// The newest passages on this station's admission list; `nil` for staff who may not undo those of other stations.
    private func passages(
        of ticket: FoundTicket, in manifest: InstalledManifest, for staff: Staff
    ) throws -> [SearchAnswer.Passage]? {
        guard StaffAct.undoElsewhere.obstacle(for: staff.role, with: authorization.permissions) == nil,
            let list = door.settings.placement(in: manifest.plan)?.list.slug
        else { return nil }
        let line = ListedLine(
            event: manifest.plan.event.id, list: list, key: ticket.key, line: ticket.line.number)
        return try journal.look { look in
            let newest = try look.passages(of: line).sorted { $0.at < $1.at }.suffix(Self.mostPassages)
            return try newest.map { passage in
                SearchAnswer.Passage(
                    entry: passage.id, seq: try look.entry(id: passage.id)?.checkIn.sequence, at: passage.at,
                    verdict: passage.verdict.word, count: passage.count, gate: passage.gate,
                    gateName: passage.gate.flatMap { manifest.plan.gate($0)?.name }, station: passage.station,
                    operator: passage.operator)
            }
        }
    }

    /// The name on the ticket, also when it was found by its reference; `nil` when the station may not show it.
    func holder(of ticket: FoundTicket, in manifest: InstalledManifest) throws -> String? {
        guard authorization.permissions.contains(.detailedAttendee) else { return nil }
        if let holder = ticket.holder { return holder.name }
        guard manifest.claims.privacy == .staff, let staffKey = staffKeys.key(for: manifest.plan.event.id),
            case .holder(let holder) = try manifest.holder(
                of: ticket.line.number, code: nil, key: ticket.key, staffKey: staffKey)
        else { return nil }
        return holder.name
    }
}

extension SearchAnswer.Since {
    /// - Parameter passages: of the line, in any order.
    fileprivate init?(_ history: History, _ passages: [Passage], gates plan: EventPlan) {
        let passage: Passage?
        if history.inside > 0 {
            passage = passages.filter { $0.verdict == .admitted }.max { $0.at < $1.at }
        } else {
            passage = passages.max { $0.at < $1.at }.flatMap { $0.verdict == .checkedOut ? $0 : nil }
        }
        // The list alone knows when, and not where.
        guard let at = passage?.at ?? (history.inside > 0 ? history.entries.last : nil) else { return nil }
        self.init(
            at: at, gate: passage?.gate, gateName: passage?.gate.map { slug in plan.gate(slug)?.name ?? slug })
    }
}
