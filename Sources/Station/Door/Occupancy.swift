internal import Manifests
internal import StationAPI
internal import Tickets

/// Whether as many people are inside as the list allows, by the signed list's own capacity. Where the venue's ledger has
/// a capacity of the list, that one counts, and the ledger enforces it.
struct Occupancy: Sendable {
    /// Entries that are new since the last scan are few; more are counted beside the door after a start.
    private static let pagesAtScan = 4

    let tallies: TallyCache
    let links: Links
    let venue: VenueLink?

    /// How many people may be inside on a list, and who counts them; `nil` for no limit.
    func capacity(of list: AdmissionList, in manifest: InstalledManifest) -> (people: Int, basis: CountBasis)? {
        if let people = venue?.ledgerJournal.capacity(of: list.slug, event: manifest.plan.event.id) {
            return (people, .venue)
        }
        guard let people = list.capacity else { return nil }
        return (people, basis(in: manifest))
    }

    /// Who counts passages where the ledger was not asked.
    func basis(in manifest: InstalledManifest) -> CountBasis {
        let hearsOthers = manifest.claims.backend.map(links.tellsOthers) ?? false
        return venue != nil || hearsOthers ? .reports : .station
    }

    /// Whether more people may be inside on a list. While earlier entries are still being counted, there is room.
    func hasRoom(for people: Int, on list: AdmissionList, in manifest: InstalledManifest, now: Timestamp) throws -> Bool
    {
        guard let (capacity, _) = capacity(of: list, in: manifest) else { return true }
        let (tally, isCounting) = try tallies.tally(of: manifest, now: now, pages: Self.pagesAtScan)
        return isCounting || tally.inside(list.slug) + people <= capacity
    }

    /// Whether the people of a scan would be more than the list allows. While earlier entries are still being counted,
    /// nobody is refused.
    func isFull(_ scanCase: ScanCase) throws -> Bool {
        guard let manifest = scanCase.manifest, let placement = scanCase.placement, placement.direction != .out,
            let (capacity, basis) = capacity(of: placement.list, in: manifest), basis != .venue
        else { return false }
        let list = placement.list
        let (tally, isCounting) = try tallies.tally(of: manifest, now: scanCase.situation.now, pages: Self.pagesAtScan)
        return !isCounting && tally.inside(list.slug) + (scanCase.scan.count ?? 1) > capacity
    }
}
