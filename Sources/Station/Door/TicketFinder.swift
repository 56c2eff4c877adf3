internal import Manifests
internal import Tickets

/// What the installed lists know of a code, before any rule is applied.
/// See docs/decisions/027-unreadable-list-reason.md.
enum Finding {
    case ticket(InstalledManifest, TicketRecord)
    /// It belongs to an event that is not served here.
    case otherEvent(name: String)
    /// It is in no list, but names an event that is not served here.
    case hinted(name: String)
    /// The list that might have it cannot be read.
    case unreadable
    case nothing
    /// The same, where a wristband or card is waited for.
    case noMedium

    var manifest: InstalledManifest? {
        guard case .ticket(let manifest, _) = self else { return nil }
        return manifest
    }

    var key: TicketKey? {
        guard case .ticket(_, let record) = self else { return nil }
        return record.key
    }
}

/// Looks up a code: in the events served here; then in the other installed events, only to say "wrong event".
/// See docs/decisions/010-hint-never-hides-a-ticket.md.
struct TicketFinder {
    let served: [InstalledManifest]
    let others: [InstalledManifest]
    /// What is known of a ticket that is in no list.
    let late: (TicketKey, InstalledManifest) throws -> TicketRecord?
    /// The key of the ticket to which a medium with this key was linked here.
    let linked: (TicketKey, InstalledManifest) throws -> TicketKey?
    /// What is known of tickets that were sold at a door.
    let sold: SoldTickets
    /// What servers have changed since the lists were made.
    let changed: ChangedTickets

    /// - Returns: one for each event served here that has the code; without any, what else is known of it.
    func findings(of code: TicketCode) throws -> [Finding] {
        try listed(code).map { finding in
            guard case .ticket(let manifest, let record) = finding else { return finding }
            return .ticket(manifest, changed.current(record, in: manifest, isByCode: !record.isByMedium))
        }
    }

    /// As the lists, or late answers, have it.
    private func listed(_ code: TicketCode) throws -> [Finding] {
        let found = try served.compactMap { manifest in
            try manifest.lookUp(code.text).map { Finding.ticket(manifest, $0) }
        }
        guard found.isEmpty else { return found }
        let media = try served.flatMap { manifest in try tickets(ofMedium: code.text, in: manifest) }
        guard media.isEmpty else { return media }
        let known = try served.compactMap { manifest in
            try late(manifest.key(of: code.text), manifest).map { Finding.ticket(manifest, $0) }
        }
        return known.isEmpty ? [try finding(outsideLists: code)] : known
    }

    private func tickets(ofMedium code: String, in manifest: InstalledManifest) throws -> [Finding] {
        // What was done here is newer than the list.
        let here = try linked(manifest.key(of: code), manifest).flatMap(manifest.record(ofMedium:))
        return try (here.map { [$0] } ?? manifest.tickets(ofMedium: code)).map { .ticket(manifest, $0) }
    }

    private func finding(outsideLists code: TicketCode) throws -> Finding {
        for manifest in others where try manifest.lookUp(code.text) != nil {
            return .otherEvent(name: manifest.plan.event.name)
        }
        if case .signed(let signed) = code.dialect { return try finding(of: signed, text: code.text) }
        return finding(ofHint: code.eventHint)
    }

    /// A signed code that is in no list was sold after the list was made. Its signature proves it.
    private func finding(of signed: SignedCode, text: String) throws -> Finding {
        // Lists of single dates of a series have one key: the date decides.
        func knows(_ manifest: InstalledManifest) -> Bool {
            manifest.plan.knows(date: signed.subevent) && manifest.signs(signed)
        }
        if let manifest = served.first(where: knows) { return try finding(of: signed, text: text, in: manifest) }
        if let manifest = others.first(where: knows) { return .otherEvent(name: manifest.plan.event.name) }
        // A date that is in no list.
        if let manifest = served.first(where: { $0.signs(signed) }) {
            return try finding(of: signed, text: text, in: manifest)
        }
        if let manifest = others.first(where: { $0.signs(signed) }) {
            return .otherEvent(name: manifest.plan.event.name)
        }
        return .nothing
    }

    private func finding(
        of signed: SignedCode, text: String, in manifest: InstalledManifest
    ) throws -> Finding {
        let key = manifest.key(of: text)
        let sold = try sold.state(of: signed, key, in: manifest)
        let line = TicketLine(
            signed: signed, plan: manifest.plan, isNumberedByType: manifest.isNumberedByType,
            reference: sold.reference, status: sold.isRefunded ? .refunded : .valid)
        return .ticket(manifest, TicketRecord(key: key, lines: line.map { [$0] } ?? []))
    }

    /// A code of a known dialect that names its event in clear text. Anybody can write that, so it is used only to word
    /// a refusal.
    private func finding(ofHint hint: String?) -> Finding {
        guard let hint, !served.contains(where: { $0.plan.event.isNamed(hint) }) else { return .nothing }
        let known = others.first { $0.plan.event.isNamed(hint) }
        return .hinted(name: known?.plan.event.name ?? hint)
    }
}

extension InstalledManifest {
    fileprivate func signs(_ code: SignedCode) -> Bool {
        claims.ticketKeys.contains { code.isSigned(by: $0) }
    }
}

extension Event {
    /// Ids that are UUIDs may be written in upper or lower case.
    fileprivate func isNamed(_ hint: String) -> Bool {
        id.lowercased() == hint.lowercased()
    }
}
