internal import Foundation
internal import Manifests
internal import StationAPI
internal import Threads
internal import Tickets

/// The tickets of the events served here in the order of their names, for small doors, where guests say who they are.
/// Whoever may search by name may read it.
struct GuestList {
    let finder: TicketSearch

    func page(_ request: GuestsRequest, by staff: Staff) async throws -> GuestsAnswer {
        try finder.authorization.require(.search, of: staff)
        let (served, unrecorded) = await finder.door.known()
        return try await finder.searches.run {
            let guests = try sorted(guests(of: served), in: Locale(identifier: request.language))
            var letters: [GuestsAnswer.Initial] = []
            for (place, guest) in guests.enumerated() where !letters.contains(where: { $0.letter == guest.letter }) {
                letters.append(GuestsAnswer.Initial(letter: guest.letter, at: place))
            }
            let page = guests.dropFirst(request.from).prefix(GuestsRequest.pageSize)
            return GuestsAnswer(
                letters: letters, count: guests.count, from: request.from,
                hits: try page.map { try finder.hit($0.ticket, in: $0.manifest, with: unrecorded, for: staff) })
        }
    }

    private struct Guest {
        let ticket: FoundTicket
        let manifest: InstalledManifest
        /// What it is sorted by.
        let name: String
        let letter: String

        init(_ ticket: FoundTicket, in manifest: InstalledManifest) {
            let holder = ticket.holder?.name
            self.ticket = ticket
            self.manifest = manifest
            name = holder ?? ticket.line.reference ?? ""
            letter = holder.map(Holder.initial) ?? Self.nameless
        }

        static let nameless = "–"

        /// What makes the order the same each time, also of two guests with one name.
        var mark: String { "\(ticket.line.reference ?? "") \(ticket.key) \(ticket.line.number)" }
    }

    private func guests(of served: [InstalledManifest]) throws -> [Guest] {
        let count = served.reduce(0) { $0 + $1.claims.ticketCount }
        guard count <= GuestsRequest.most else {
            throw refusal(
                "\(count) tickets are too many for a guest list", hint: "Search by name, reference or code.")
        }
        return try served.flatMap { manifest in
            let event = manifest.plan.event
            guard manifest.claims.privacy == .staff else {
                throw refusal(
                    "the names of \(event.name) are sealed", hint: "Search by reference or code.")
            }
            guard let key = finder.staffKeys.key(for: event.id) else {
                throw refusal(
                    "this station does not have the staff key of \(event.name)",
                    hint: "Search by reference or code.")
            }
            return try manifest.guests(staffKey: key).map { Guest($0, in: manifest) }
        }
    }

    private func refusal(_ reason: String, hint: String) -> StationError {
        StationError(.refused, "list", "the guests", reason, hint: hint)
    }

    /// By name as the language sorts it, those without a name at the end.
    private func sorted(_ guests: [Guest], in locale: Locale) -> [Guest] {
        guests.sorted { left, right in
            let isNameless = (left.letter == Guest.nameless, right.letter == Guest.nameless)
            guard isNameless.0 == isNameless.1 else { return isNameless.1 }
            switch left.name.compare(right.name, options: [.caseInsensitive, .widthInsensitive], locale: locale) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: return left.mark < right.mark
            }
        }
    }
}
