/// The version of each ticket up to which this station knows everything.
///
/// It may be too low but never too high: too low costs a round trip that brings what is known already; too high would
/// hide another gate's entry. So it is empty after each start.
/// See docs/decisions/081-version-before-history.md.
struct KnownVersions: Sendable {
    private var versions: [LedgerTicket: Int64] = [:]

    subscript(ticket: LedgerTicket) -> Int64 { versions[ticket] ?? 0 }

    /// Call when an entry has been stored. Entries of several stations come in any order: if one is not the next
    /// version, a claim will ask for those before it.
    mutating func note(_ entry: LedgerEntry) {
        guard let version = entry.version, version == self[entry.ticket] + 1 else { return }
        versions[entry.ticket] = version
    }

    /// Sets the version that the ledger has just confirmed. It may be lower than before: a ledger that was restored
    /// from a backup counts from there again.
    mutating func set(_ ticket: LedgerTicket, to version: Int64) {
        versions[ticket] = version
    }
}
