internal import Foundation
internal import Journal
internal import Manifests
internal import StationAPI
internal import Threads
internal import Tickets

/// Finds tickets by reference, code, order or name. Not on the door's queue, because a search by name opens every
/// sealed name of a list.
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

    /// Tickets by reference or code; by order and name when the person's role, the event's privacy and this station's
    /// credentials allow it.
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
        var found = try manifest.find(reference: query)
        if found.isEmpty, case .ticket(let code) = ScannedText(parsing: query),
            let record = try manifest.lookUp(code.text)
        {
            found = record.lines.map { FoundTicket(key: record.key, line: $0, holder: nil) }
        }
        switch StaffAct.search.obstacle(for: staff.role, with: authorization.permissions) {
        case nil:
            if query.count >= SearchRequest.fewestLetters {
                found += try manifest.find(order: query, limit: Self.searchLimit + 1)
            }
            found += try names(query, in: manifest, &answer)
        case .role: answer.note = "Only a supervisor may search by name or order: give the whole reference."
        case .permission: answer.note = "This station may not tell names: give the whole reference."
        }
        var known: Set<String> = []
        return found.filter { known.insert("\($0.key) \($0.line.number)").inserted }
    }

    private func names(
        _ query: String, in manifest: InstalledManifest, _ answer: inout SearchAnswer
    ) throws -> [FoundTicket] {
        let event = manifest.plan.event
        guard manifest.claims.privacy == .staff else {
            answer.note = "Names of \(event.name) are sealed: a name opens only with its ticket's code."
            return []
        }
        guard let staffKey = staffKeys.key(for: event.id) else {
            answer.note = "Names of \(event.name) need its staff key, which this station does not have."
            return []
        }
        guard query.count(where: \.isLetter) >= SearchRequest.fewestLetters else {
            answer.note = "A name is searched for from three letters on."
            return []
        }
        return try manifest.search(name: query, staffKey: staffKey, limit: Self.searchLimit + 1)
    }

    /// - Parameter unrecorded: decisions that are in memory only; they count like those on the disk.
    private func hit(
        _ ticket: FoundTicket, in manifest: InstalledManifest, with unrecorded: UnrecordedQueue, for staff: Staff
    ) throws -> SearchAnswer.Hit {
        let history = try door.settings.placement(in: manifest.plan).map { placement in
            let line = ListedLine(
                event: manifest.plan.event.id, list: placement.list.slug, key: ticket.key, line: ticket.line.number)
            return try journal.look { look in
                try LineHistories(unrecorded: unrecorded, now: door.clock.now()).history(
                    of: line, used: manifest.used(on: line), in: manifest, journal: look)
            }
        }
        let showsBasics = authorization.permissions.contains(.basicAttendee)
        let clock = DoorClock(zone: manifest.plan.event.timeZone, now: door.clock.now())
        let status = ChangedTickets(journal: journal).status(of: ticket, in: manifest)
        return SearchAnswer.Hit(
            event: manifest.plan.event.id, ref: ticket.line.reference, ticket: ticket.key.description,
            line: ticket.line.number, type: showsBasics ? ticket.line.type.name : nil,
            status: status.word, seat: showsBasics ? ticket.line.seat : nil,
            date: showsBasics ? ticket.line.date.map { TicketDate($0, clock: clock) } : nil,
            holder: try holder(of: ticket, in: manifest), admits: showsBasics ? ticket.line.admits : nil,
            inside: history?.inside ?? 0,
            entries: showsBasics ? history?.ins ?? 0 : nil, passages: try passages(of: ticket, in: manifest, for: staff)
        )
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
            return try newest.compactMap { passage in
                try passage.id.map { id in
                    SearchAnswer.Passage(
                        entry: id, seq: try look.entry(id: id)?.checkIn.sequence, at: passage.at,
                        verdict: passage.verdict.word, count: passage.count, gate: passage.gate,
                        station: passage.station, operator: passage.operator)
                }
            }
        }
    }

    /// The name on the ticket, also when it was found by its reference; `nil` when the station may not show it.
    private func holder(of ticket: FoundTicket, in manifest: InstalledManifest) throws -> String? {
        guard authorization.permissions.contains(.detailedAttendee) else { return nil }
        if let holder = ticket.holder { return holder.name }
        guard manifest.claims.privacy == .staff, let staffKey = staffKeys.key(for: manifest.plan.event.id),
            case .holder(let holder) = try manifest.holder(
                of: ticket.line.number, code: nil, key: ticket.key, staffKey: staffKey)
        else { return nil }
        return holder.name
    }
}
