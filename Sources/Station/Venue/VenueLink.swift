internal import Journal
internal import Logging
internal import Synchronization
internal import Tickets
package import Venue

/// What the door asks of the venue's ledger, on the calling thread. `timeLeft` is for all questions of one scan
/// together: the time that the ledger took is subtracted from it.
protocol DoorLedger: Sendable {
    func version(of ticket: LedgerTicket) -> Int64
    func claim(_ entry: LedgerEntry, decidedOn version: Int64, timeLeft: inout Duration) -> ClaimOutcome
    func look(at ticket: LedgerTicket, decidedOn version: Int64, timeLeft: inout Duration) -> LedgerLookup?
    func finished()
    func withdraw(_ id: String, timeLeft: inout Duration)
    func nudge()
    var condition: LedgerCondition { get }
}

extension Ledger: DoorLedger {}

/// The station's link to the venue's ledger.
/// See docs/decisions/089-wait-for-ledger-at-start.md.
package final class VenueLink: Sendable {
    let settings: VenueSettings
    let ledgerJournal: StationLedgerJournal
    /// `nil` when its address or its credential cannot be used. Then every decision is the station's own, and its
    /// entries wait.
    let ledger: (any DoorLedger)?
    /// The same ledger, to be run; `nil` also when somebody else runs it.
    package let runner: Ledger?
    /// Why ``ledger`` is `nil`.
    let ledgerError: VenueError?
    /// `nil` when the station uploads for itself.
    let uploads: VenueUploads?
    /// Why it uploads for itself although one station should upload for all; `nil` when it does not.
    let uploadsError: VenueError?

    init(_ settings: VenueSettings, station: String, ledgerJournal: StationLedgerJournal, credentials: Credentials) {
        self.settings = settings
        self.ledgerJournal = ledgerJournal
        do throws(VenueError) {
            let address = try LedgerAddress(
                url: settings.url, password: try Self.password(settings, credentials))
            let ledger = try Ledger(address, station: station, limit: settings.limit, journal: ledgerJournal)
            (self.ledger, runner, ledgerError) = (ledger, ledger, nil)
        } catch {
            (ledger, runner, ledgerError) = (nil, nil, error)
        }
        do throws(VenueError) {
            uploads = try Self.uploads(settings, credentials, runner)
            uploadsError = nil
        } catch {
            (uploads, uploadsError) = (nil, error)
        }
    }

    private static func uploads(
        _ settings: VenueSettings, _ credentials: Credentials, _ ledger: Ledger?
    ) throws(VenueError) -> VenueUploads? {
        guard let name = settings.uploadsCredential, let ledger else { return nil }
        guard let text = credentials.text(name) else { throw .missing(credential: name) }
        guard let key = UploadsKey(text: text) else { throw .noUploadsKey(in: name) }
        return VenueUploads(ledger: SealedUploads(ledger, group: key.group), key: key)
    }

    /// With a ledger that somebody else runs.
    init(_ settings: VenueSettings, ledgerJournal: StationLedgerJournal, ledger: any DoorLedger) {
        self.settings = settings
        self.ledgerJournal = ledgerJournal
        self.ledger = ledger
        (runner, ledgerError, uploads, uploadsError) = (nil, nil, nil, nil)
    }

    private static func password(
        _ settings: VenueSettings, _ credentials: Credentials
    ) throws(VenueError) -> String? {
        guard let name = settings.credential else { return credentials.text(VenueSettings.defaultCredential) }
        guard let password = credentials.text(name) else {
            throw .missing(credential: name)
        }
        return password
    }

    var condition: LedgerCondition { ledgerError.map { .alone($0) } ?? ledger?.condition ?? .alone(nil) }

    /// Says that entries wait to be delivered. Not while the ledger is being reconnected: its pauses must not be cut
    /// short by every scan.
    func nudge() {
        guard let ledger else { return }
        switch ledger.condition {
        case .connected, .healing: ledger.nudge()
        case .alone: break
        }
    }

    /// Returns once the ledger has been tried, or after `timeLeft`. Without it, a station that was just started would
    /// decide alone for the first moments although the ledger is there.
    func waitUntilTried(atMost limit: Duration = .seconds(3)) async {
        guard runner != nil else { return }
        await withTaskGroup { group in
            group.addTask { [tried = ledgerJournal.tried] in for await _ in tried {} }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}
