internal import Journal
internal import Tickets

/// What speaks for and against this machine's clock, for everything here that deletes because of the time. Only what is
/// right without help deletes: a time that others have put right decides about guests.
struct ClockWitness: Sendable {
    let heard: HeardTime
    let journal: Journal

    /// - Throws: what reading the journal throws
    func evidence() throws -> ClockEvidence {
        let offsets = heard.serverOffsets.map(\.offset) + [heard.ledgerOffset].compactMap(\.self)
        return ClockEvidence(
            now: heard.machine.now(), isSynchronised: heard.machine.isSynchronised(), offsets: offsets,
            // After a start no server was heard yet: what was known last can only speak against the clock.
            lastOffset: try offsets.isEmpty ? journal.lastClockOffset() : nil,
            newest: try journal.latestSynchronisedTime())
    }

    /// Now, for deleting what is old enough.
    /// - Throws: ``StationError`` while the clock is not trusted
    func trustedTime(to operation: String, _ subject: String) throws -> Timestamp {
        let evidence = try evidence()
        guard let doubt = evidence.doubt else { return evidence.now }
        throw StationError(.refused, operation, subject, doubt.reason, hint: doubt.hint)
    }
}
