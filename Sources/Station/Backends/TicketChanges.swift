internal import Journal
internal import Manifests
internal import Tickets

/// Which of the tickets that a server reports are kept: it reports each ticket whose order was touched, by a check-in for
/// example, and few of them have changed.
struct TicketChanges {
    let backend: String
    let journal: Journal
    let manifests: ManifestStore

    /// The lists of this backend's events: no server speaks for another's tickets.
    var own: [InstalledManifest] { manifests.installed.filter { $0.claims.backend == backend } }

    /// Those of the list's event that were changed after it was made.
    func later(_ reported: [ReportedTicket], than manifest: InstalledManifest, now: Timestamp) -> [ChangedTicket] {
        let event = manifest.plan.event.id
        // A clock that is behind the list must not hide what came after it.
        let now = max(now, manifest.claims.issued + .milliseconds(1))
        return reported.lazy.filter { ($0.event ?? event) == event }.map {
            ChangedTicket($0, event: event, keys: manifest.keys(of: $0.codes), now: now)
        }.filter { $0.isNewer(than: manifest.claims.issued) }
    }

    /// Those that differ from their lines in the list, or did before; and those that it does not have, which may come with
    /// the next one.
    /// - Parameter lines: of the list, by reference.
    func different(
        _ changes: [ChangedTicket], from lines: [String?: [FoundTicket]], in manifest: InstalledManifest
    ) throws -> [ChangedTicket] {
        let known = try journal.changedTickets(
            of: manifest.plan.event.id, backend: backend, references: Set(changes.map(\.reference)))
        return changes.filter { change in
            let listed = lines[change.reference] ?? []
            return known[change.reference] != nil || listed.isEmpty
                || listed.contains { ticket in
                    let record = TicketRecord(key: ticket.key, lines: [ticket.line])
                    return record.updated(by: [change.reference: change], in: manifest.plan, isByCode: true) != record
                }
        }
    }

    /// Those of events that have no list here. The keys of their codes are not known.
    func unlisted(_ reported: [ReportedTicket], now: Timestamp) -> [ChangedTicket] {
        let known = Set(manifests.installed.map(\.plan.event.id))
        return reported.compactMap { ticket in
            guard let event = ticket.event, !known.contains(event) else { return nil }
            return ChangedTicket(ticket, event: event, keys: [], now: now)
        }
    }

    /// A new list has all that was changed before it was made.
    func forgetListed() throws {
        for manifest in own {
            try journal.forgetChanges(
                of: manifest.plan.event.id, backend: backend,
                before: manifest.claims.issued - ChangedTicket.clockTolerance)
        }
    }
}

extension InstalledManifest {
    /// Of codes as a server has them; empty when one of them cannot be a ticket's: then none is known for sure.
    fileprivate func keys(of codes: [String]) -> [TicketKey] {
        let texts = codes.compactMap { code -> String? in
            guard case .ticket(let code) = ScannedText(parsing: code) else { return nil }
            return code.text
        }
        return texts.count == codes.count ? texts.map(key) : []
    }
}
