internal import Journal
internal import Tickets

/// What speaks for and against this station's clock, for everything here that deletes because of the time.
struct ClockWitness: Sendable {
    let clock: StationClock
    let links: Links
    let venue: VenueLink?
    let journal: Journal

    /// - Throws: what reading the journal throws
    func evidence() throws -> ClockEvidence {
        let heard = links.clockOffsets + [venue?.ledgerJournal.clockOffset].compactMap(\.self)
        // Of a command that runs without usherd, no server has heard anything: the newest entry says what was known last.
        let offsets = try heard.isEmpty ? [journal.lastClockOffset()].compactMap(\.self) : heard
        return ClockEvidence(
            now: clock.now(), isSynchronised: clock.isSynchronised(), offsets: offsets,
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
