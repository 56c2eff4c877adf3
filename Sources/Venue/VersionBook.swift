/// The version of each ticket up to which this station knows everything.
///
/// It may lag behind what is known, never run ahead of it: a version too low costs a round trip that brings what is known
/// already, one too high would hide another gate's entry. So it begins empty after each start.
struct VersionBook: Sendable {
    private var versions: [LedgerTicket: Int64] = [:]

    subscript(ticket: LedgerTicket) -> Int64 { versions[ticket] ?? 0 }

    /// An entry that is known here now. Entries of several stations come in any order: one that is not the next waits
    /// for a claim to ask for those before it.
    mutating func note(_ entry: LedgerEntry) {
        guard let version = entry.version, version == self[entry.ticket] + 1 else { return }
        versions[entry.ticket] = version
    }

    /// Everything up to this version is known here now, because the ledger has just said so. It may be lower than
    /// before: a ledger that was played back from a backup counts from there again.
    mutating func set(_ ticket: LedgerTicket, to version: Int64) {
        versions[ticket] = version
    }
}
