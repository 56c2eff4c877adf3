public import DoorScreen
internal import Foundation
internal import Journal
internal import Manifests
internal import Tickets

/// Whose ticket is this? Beside the door and not in its line: a name is looked for under every seal of a list.
extension Station {
    private static let searchLimit = 50

    /// Tickets by reference; by name where the event's privacy and this station's credentials allow it.
    public func search(_ request: SearchRequest) async throws -> SearchAnswer {
        let served = await door.circumstances().served.filter {
            request.event == nil || $0.plan.event.id == request.event
        }
        if let event = request.event, served.isEmpty {
            throw StationError(
                .notFound, operation: "search", subject: "event \(event.withoutControls)",
                reason: "no list of it is served here", hint: "Look with usher status.")
        }
        return try await lists.run {
            var answer = SearchAnswer(hits: [], isCut: false)
            for manifest in served {
                let found = try manifest.find(reference: request.query) + names(request.query, in: manifest, &answer)
                let room = Self.searchLimit - answer.hits.count
                if found.count > room { answer.isCut = true }
                for ticket in found.prefix(room) { answer.hits.append(try hit(ticket, in: manifest)) }
            }
            return answer
        }
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
        return try manifest.search(name: query, staffKey: staffKey, limit: Self.searchLimit + 1)
    }

    private func hit(_ ticket: FoundTicket, in manifest: InstalledManifest) throws -> SearchAnswer.Hit {
        let history = try door.settings.placement(in: manifest.plan).map { placement in
            let list = placement.list.slug
            let used = try manifest.record(of: ticket.key)?.used
                .first { $0.line == ticket.line.number && $0.list == list }
            let known = try journal.transaction { transaction in
                try transaction.history(
                    event: manifest.plan.event.id, list: list, key: ticket.key, line: ticket.line.number,
                    alreadyIn: manifest.claims.issued, usedUntil: used.map { $0.until ?? manifest.claims.issued })
            }
            return used.map { $0.history + known } ?? known
        }
        return SearchAnswer.Hit(
            event: manifest.plan.event.id, ref: ticket.line.reference, line: ticket.line.number,
            type: ticket.line.type.name, status: ticket.line.status.word, seat: ticket.line.seat,
            holder: ticket.holder?.name, admits: ticket.line.admits, inside: history?.inside ?? 0,
            entries: history?.ins ?? 0)
    }
}
