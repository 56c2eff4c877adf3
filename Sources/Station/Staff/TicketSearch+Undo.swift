internal import Manifests
internal import StationAPI
internal import Tickets

extension TicketSearch {
    /// A passage as staff see it who may undo it: with the name that a search shows of its ticket.
    func item(_ checkIn: CheckIn) throws -> PassageItem {
        let manifest = door.manifests.installed.first { $0.plan.event.id == checkIn.event }
        let ticket = try manifest.flatMap { try self.ticket(of: checkIn, in: $0) }
        let showsBasics = authorization.permissions.contains(.basicAttendee)
        return PassageItem(
            seq: checkIn.sequence, event: checkIn.event, timeZone: manifest?.plan.event.timeZone.name,
            utcOffsets: manifest?.plan.event.utcOffsets(at: checkIn.at),
            at: checkIn.at, verdict: checkIn.verdict.word, ref: checkIn.reference,
            type: showsBasics ? ticket?.line.type.name : nil,
            holder: try manifest.flatMap { manifest in try ticket.flatMap { try holder(of: $0, in: manifest) } },
            count: checkIn.count, gate: checkIn.gate,
            gateName: checkIn.gate.flatMap { manifest?.plan.gate($0)?.name }, operator: checkIn.operator)
    }

    /// `nil` when neither the list nor this station's sales have it any more.
    private func ticket(of checkIn: CheckIn, in manifest: InstalledManifest) throws -> FoundTicket? {
        guard let key = checkIn.key, let number = checkIn.line else { return nil }
        let line =
            try manifest.line(number, of: key)
            ?? SoldTickets(journal: journal).record(of: key, in: manifest)?.lines.first
        return line.map { FoundTicket(key: key, line: $0, holder: nil) }
    }
}
