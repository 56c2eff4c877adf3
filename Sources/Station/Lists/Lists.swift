internal import Backends
internal import Foundation
internal import Logging
internal import Manifests
internal import Messages
package import StationAPI
internal import Threads
package import Tickets

/// Signed lists, and the keys that the station trusts.
/// See docs/decisions/028-deletion-remembers.md.
package struct Lists: ListControl {
    let manifests: ManifestStore
    let trusted: TrustStore
    let usbLists: UsbLists
    let door: Door
    let uploads: Uploads
    let conditions: ReportedConditions
    let clock: StationClock
    let witness: ClockWitness
    /// How long a list stays after its event.
    let keptFor: Duration
    let logger: Logger
    /// Where lists are downloaded.
    let downloads: URL
    /// For reading and writing lists and keys.
    let queue: WorkQueue

    package func all() async throws -> [ManifestSummary] {
        let served = await door.situation().served.map(\.plan.event.id)
        return manifests.installed.map { summary(of: $0, isServed: served.contains($0.plan.event.id)) }
    }

    package func install(
        _ pieces: ByteStream, acceptingLoss: Bool
    ) async throws -> ManifestSummary {
        let manifest = try await queue.run {
            var installation = manifests.beginInstallation(now: clock.now(), acceptingLoss: acceptingLoss)
            for try await piece in pieces { try installation.receive(Data(piece)) }
            // A stream of a cancelled task ends as if it were whole.
            try Task.checkCancellation()
            return try installation.finish()
        }
        return await noteInstalled(manifest)
    }

    /// Installs a file that the station has found or fetched by itself.
    func install(_ file: URL, acceptingLoss: Bool = false) async throws -> ManifestSummary {
        await noteInstalled(
            try await queue.run { try manifests.install(file, now: clock.now(), acceptingLoss: acceptingLoss) })
    }

    package func offers() async throws -> [ListOffer] {
        try await queue.run { usbLists.offers(now: clock.now()) }
    }

    package func accept(_ request: AcceptRequest) async throws -> ManifestSummary {
        guard let file = usbLists.file(named: request.file) else {
            throw StationError(
                .notFound, "install", request.file.withoutControls,
                "no stick that is plugged in has this list", hint: "Look with usher manifest offers.")
        }
        return try await install(file, acceptingLoss: request.acceptsLoss ?? false)
    }

    func noteInstalled(_ manifest: InstalledManifest) async -> ManifestSummary {
        conditions.clearList(of: manifest.plan.event.id)
        logger.notice(
            "list installed",
            metadata: ["event": "\(manifest.plan.event.id)", "seq": "\(manifest.claims.sequence)"])
        await uploads.matchUpdates(of: manifest.claims.backend)
        let served = await door.situation().served.map(\.plan.event.id)
        return summary(of: manifest, isServed: served.contains(manifest.plan.event.id))
    }

    package func remove(event: String) async throws {
        try await queue.run {
            let evidence = try witness.evidence()
            try manifests.remove(event: event, now: evidence.doubt == nil ? evidence.now : nil)
        }
        conditions.clearList(of: event)
    }

    private func summary(of manifest: InstalledManifest, isServed: Bool) -> ManifestSummary {
        let claims = manifest.claims
        return ManifestSummary(
            event: claims.event.id, name: claims.event.name, organizer: claims.organizer, seq: claims.sequence,
            kid: manifest.keyID, tickets: claims.ticketCount, issued: claims.issued, expires: claims.expires,
            isTest: claims.isTest, isServed: isServed)
    }

    // MARK: - Keys

    package func keys() async throws -> [KeySummary] {
        try await queue.run { trusted.keys().trusted.map(summary) }
    }

    package func trust(_ file: String) async throws -> KeySummary {
        try await queue.run { summary(of: try trusted.trust(contents: file, named: "the key file")) }
    }

    package func removeKey(id: String) async throws -> KeyRemoval {
        try await queue.run {
            try trusted.remove(id)
            let events = try manifests.withdrawKey(id)
            if !events.isEmpty { try ListDownload.forgetAll(in: downloads) }
            for event in events { conditions.clearList(of: event) }
            return KeyRemoval(events: events)
        }
    }

    private func summary(of key: TrustedKey) -> KeySummary {
        KeySummary(kid: key.id, file: key.file.path)
    }

    /// What an update of tzdata has brought counts from then on.
    func renewZones() {
        for event in manifests.renewZones() {
            logger.notice("the rules of the event's time zone have changed", metadata: ["event": "\(event)"])
        }
    }

    /// Removes the lists of events that ended long enough ago, while the clock is trusted: another one may be years ahead.
    func tidyUp() {
        let now = clock.now()
        guard manifests.installed.contains(where: { $0.claims.event.ends + keptFor < now }) else {
            return conditions.clear(.endedListsKept)
        }
        do {
            let evidence = try witness.evidence()
            guard evidence.doubt == nil else { return }
            for event in try manifests.removeEnded(now: evidence.now, after: keptFor) {
                conditions.clearList(of: event)
                logger.notice("list removed after its event", metadata: ["event": "\(event)"])
            }
            conditions.clear(.endedListsKept)
        } catch {
            conditions.report(Condition(.endedListsKept, because: error))
        }
    }
}
