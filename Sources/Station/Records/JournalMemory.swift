internal import Foundation
internal import Journal
internal import Manifests
internal import Tickets

/// What must be known of a list after it is gone is kept in the journal, which outlives every list.
struct JournalMemory: ManifestMemory {
    let journal: Journal

    func passages(event: String) throws -> RecordedPassages {
        RecordedPassages(lists: try journal.listsPassed(event: event)) { [journal] in
            Set(try journal.linesPassed(event: event).map { RecordedPassages.Line(key: $0.key, number: $0.line) })
        }
    }

    func remembered(event: String) throws -> RememberedManifest? {
        try journal.rememberedManifest(event: event)
    }

    func remember(_ manifest: RememberedManifest) throws {
        try journal.remember(manifest)
    }

    func rememberUses(of manifest: InstalledManifest, now: Timestamp) throws {
        var counts: [(key: TicketKey, count: TicketRecord.UsedCount)] = []
        try manifest.forEachUsed { key, count in counts.append((key, count)) }
        try journal.rememberUses(counts, of: manifest.claims.event.id, issued: manifest.claims.issued, now: now)
    }
}
