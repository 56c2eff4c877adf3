// Manifests: builds, signs, verifies, installs and looks up the signed lists of an event's tickets.

internal import Files
public import Foundation
internal import Synchronization
public import Tickets
public import TimeZones

/// A list in a station's folder that cannot be used, and why.
public struct ManifestFault: Sendable, CustomStringConvertible {
    /// Id of the event, from the name of the file.
    public let event: String
    /// What is wrong, and what to do.
    public let error: ManifestError

    /// The sentence of the error, which names the event.
    public var description: String { error.description }
}

/// The lists in force at a station, one per event.
///
/// A list is two files of one folder: `EVENT.SEQ.sqlite`, its body, and `EVENT.line`, its signed line. The line names
/// the body. With its arrival (a rename) the list is in force; until then the complete old list is. A body that no line
/// names is deleted at the next start.
/// See docs/decisions/016-line-is-commit-point.md.
public final class ManifestStore: Sendable {
    private let folder: URL
    private let trust: TrustStore
    private let memory: any ManifestMemory
    private let freeSpaceReserve: Int64
    private let freeSpace: @Sendable (URL) throws -> Int64
    /// Held while the folder changes.
    private let changing = Mutex<Void>(())
    /// Sorted by event id. Not held during any work on files, because every scan needs it.
    private let current = Mutex<[InstalledManifest]>([])
    /// An element when a list has come into force or gone out of it; several at once may be one. For one reader.
    public let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - folder: created when it does not exist. Only this store may use it.
    ///   - trust: the keys whose lists are accepted.
    ///   - memory: what is remembered of lists that were removed.
    ///   - freeSpaceReserve: bytes of the disk that lists must leave free, for the journal.
    ///   - freeSpace: bytes that can still be written to a folder; given by tests only.
    public init(
        folder: URL, trust: TrustStore, memory: any ManifestMemory, freeSpaceReserve: Int64,
        freeSpace: (@Sendable (URL) throws -> Int64)? = nil
    ) {
        self.folder = folder
        self.trust = trust
        self.memory = memory
        self.freeSpaceReserve = freeSpaceReserve
        self.freeSpace = freeSpace ?? { try Folder.freeSpace(of: $0) }
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The lists in force, in the order of their events' ids.
    public var installed: [InstalledManifest] {
        current.withLock { $0 }
    }

    // MARK: - Start

    /// Checks every list of the folder again, its whole body included (bit rot, a swapped card), and puts the good ones
    /// in force.
    /// - Returns: what is wrong with the others, which stay in the folder.
    public func open() throws -> [ManifestFault] {
        try changing.withLock { _ in
            try Folder.create(folder)
            let keys = trust.keys().trusted.map(\.key)
            var loaded: [InstalledManifest] = []
            var faults: [ManifestFault] = []
            for event in try events() {
                do {
                    let manifest = try load(event, keys: keys, alongside: loaded)
                    loaded.append(manifest)
                    // After a crash between the two, the list is in force and not remembered yet.
                    try remember(manifest)
                } catch {
                    faults.append(ManifestFault(event: event, error: Self.explained(error, event: event)))
                }
            }
            try sweep(keeping: loaded, faulty: Set(faults.map(\.event)))
            current.withLock { [loaded] in $0 = loaded }
            return faults
        }
    }

    private func load(
        _ event: String, keys: [VerificationKey], alongside loaded: [InstalledManifest]
    ) throws -> InstalledManifest {
        let line = try ManifestLine(ManifestFile.line(of: lineFile(event)), keys: keys, subject: event)
        let claims = line.claims
        guard claims.event.id == event else {
            throw ManifestError(.badContent, "use", event, "its file holds the list of \(claims.event.id)")
        }
        let acceptance = ManifestAcceptance(
            line: line, subject: event, inForce: loaded, remembered: try memory.remembered(event: event))
        try acceptance.checkForStart()
        let body = bodyFile(event, claims.sequence)
        let measured = try ManifestFile.measure(body)
        guard measured.bytes == claims.body.bytes, measured.sha256 == claims.body.sha256 else {
            throw ManifestError(
                .wrongHash, "use", event, "its content is no longer what its organizer signed",
                hint: "Install the list again; if this comes back, the disk is failing.")
        }
        let manifest = try InstalledManifest(
            claims: claims, keyID: line.keyID, body: body, subject: event,
            largestTicketCount: LargestCount(event, in: folder).read())
        try acceptance.checkDates(of: manifest.plan)
        return manifest
    }

    /// Deletes what a crash has left.
    private func sweep(keeping loaded: [InstalledManifest], faulty: Set<String>) throws {
        let kept = Set(loaded.map { bodyFile($0.claims.event.id, $0.claims.sequence).lastPathComponent })
        for name in try Folder.names(in: folder) {
            let isForeign = Self.event(ofBody: name).map { !kept.contains(name) && !faulty.contains($0) } ?? false
            if isForeign || name.hasPrefix(PendingFile.prefix) { try Folder.remove(folder.appending(path: name)) }
        }
    }

    // MARK: - Installing

    /// Begins to install a list of which the first bytes are still to come.
    /// - Parameters:
    ///   - name: its name in errors.
    ///   - acceptingLoss: a person has confirmed that much of the list in force may be gone.
    public func beginInstallation(
        named name: String = "the list", now: Timestamp, acceptingLoss: Bool = false
    ) -> ManifestInstallation {
        ManifestInstallation(store: self, subject: name, now: now, acceptsLoss: acceptingLoss)
    }

    /// Installs the list in a file. It is in force, and survives a power cut, when the call returns.
    @discardableResult
    public func install(_ file: URL, now: Timestamp, acceptingLoss: Bool = false) throws -> InstalledManifest {
        var installation = beginInstallation(named: file.path, now: now, acceptingLoss: acceptingLoss)
        try OwnedFile(reading: file).forEachChunk { try installation.receive($0) }
        return try installation.finish()
    }

    /// What the line of a file says, if it would be accepted here. The body is not read.
    /// - Throws: ``ManifestError`` why it would not.
    public func examine(_ file: URL, now: Timestamp) throws -> ManifestClaims {
        try examine(line: ManifestFile.line(of: file), named: file.path, now: now)
    }

    func examine(line bytes: [UInt8], named name: String, now: Timestamp) throws -> ManifestClaims {
        let line = try ManifestLine(bytes, keys: trust.keys().trusted.map(\.key), subject: name)
        try acceptance(of: line, subject: name).checkForInstallation(now: now)
        return line.claims
    }

    /// A body in this folder, beside the one that an installation writes: there must be room for both.
    func rebuild(
        _ base: InstalledManifest, with changes: ListChanges, byteCount: Int64
    ) throws -> RebuiltBody {
        guard try freeSpace(folder) - freeSpaceReserve >= 2 * byteCount else {
            throw ListChanges.fault("the disk has no room for a second copy of the list")
        }
        return try RebuiltBody(in: folder, from: base.body.file, changes: changes, byteCount: byteCount)
    }

    /// All tests that need only the line.
    /// - Returns: the file for the body.
    func accept(
        _ bytes: [UInt8], subject: String, now: Timestamp
    ) throws -> (line: ManifestLine, body: IncomingBody) {
        let line = try ManifestLine(bytes, keys: trust.keys().trusted.map(\.key), subject: subject)
        let acceptance = try acceptance(of: line, subject: subject)
        try acceptance.checkForInstallation(now: now)
        try Folder.create(folder)
        let needed = line.claims.body.bytes + Int64(ManifestLine.maximumByteCount)
        guard try freeSpace(folder) - freeSpaceReserve >= needed else {
            throw ManifestError(
                .noSpace, "use", subject, "it needs \(needed) bytes of free space, which the disk does not have",
                hint: "Free some space and try again.")
        }
        return (line, try IncomingBody(line.claims, in: folder, subject: subject))
    }

    /// Puts a list in force whose body is complete.
    func commit(
        _ line: ManifestLine, _ body: IncomingBody, subject: String, now: Timestamp, acceptingLoss: Bool
    ) throws -> InstalledManifest {
        try changing.withLock { _ in
            // The key may have been withdrawn in the meantime, or another list have come.
            guard trust.keys().trusted.contains(where: { $0.id == line.keyID }) else {
                throw ManifestError(.untrustedKey, "use", subject, "its key was withdrawn just now")
            }
            let acceptance = try acceptance(of: line, subject: subject)
            try acceptance.checkForInstallation(now: now)
            let manifest = try put(line, body, subject: subject, now: now, acceptingLoss: acceptingLoss)
            let event = manifest.claims.event.id
            let old = current.withLock { installed in
                let old = installed.first { $0.claims.event.id == event }
                installed.removeAll { $0.claims.event.id == event }
                installed.append(manifest)
                installed.sort { $0.claims.event.id < $1.claims.event.id }
                return old
            }
            change.yield()
            // The list is in force whether or not it can be remembered now; the next start or removal tries again.
            try? remember(manifest)
            if let old { try? Folder.remove(bodyFile(event, old.claims.sequence)) }
            return manifest
        }
    }

    private func acceptance(of line: ManifestLine, subject: String) throws -> ManifestAcceptance {
        ManifestAcceptance(
            line: line, subject: subject, inForce: installed,
            remembered: try memory.remembered(event: line.claims.event.id))
    }

    private func put(
        _ line: ManifestLine, _ body: IncomingBody, subject: String, now: Timestamp, acceptingLoss: Bool
    ) throws -> InstalledManifest {
        let claims = line.claims
        let largest = acceptingLoss ? 0 : LargestCount(claims.event.id, in: folder).read()
        func opened(_ file: URL) throws -> InstalledManifest {
            try InstalledManifest(
                claims: claims, keyID: line.keyID, body: file, subject: subject, largestTicketCount: largest)
        }
        // Faults in the tables are found before any file is renamed.
        let next = try opened(body.file.file)
        let tickets = try TicketCount(of: next.body, signed: claims.body.tickets)
        try acceptance(of: line, subject: subject).checkDates(of: next.plan)
        let continuity = Continuity(
            current: installed.first { $0.claims.event.id == claims.event.id }, next: next,
            passages: try memory.passages(event: claims.event.id), subject: subject, now: now)
        try continuity.checkLines()
        if !acceptingLoss { try continuity.checkLoss() }
        let target = bodyFile(claims.event.id, claims.sequence)
        try body.file.commit(to: target)
        let manifest: InstalledManifest
        do {
            manifest = try opened(target)
            try Folder.synchronize(folder)
            // With the line, the list is in force.
            try tickets.check(against: claims.body.tickets, subject: subject)
            var lineFile = try PendingFile(in: folder, mode: 0o600)
            try lineFile.write(line.text + "\n")
            try lineFile.commit(to: self.lineFile(claims.event.id))
        } catch {
            try? Folder.remove(target)
            throw error
        }
        LargestCount(claims.event.id, in: folder).write(manifest.largestTicketCount)
        try Folder.synchronize(folder)
        return manifest
    }

    // MARK: - Time zones

    /// Reads the rules of the events' zones again: they change when the system's are updated.
    /// - Returns: ids of the events for which clocks are known to be changed at other times now, in order.
    public func renewZones(from folder: ZoneFolder = .system) -> [String] {
        let renewed = installed.compactMap { manifest -> InstalledManifest? in
            let old = manifest.plan.event.timeZone
            let zone = folder.zone(named: old.name)
            return zone == old ? nil : InstalledManifest(manifest, zone: zone)
        }
        guard !renewed.isEmpty else { return [] }
        let events = current.withLock { installed in
            // Unless another list has come into force meanwhile, which has them already.
            renewed.filter { manifest in
                let (id, number) = (manifest.claims.event.id, manifest.claims.sequence)
                let place = installed.firstIndex { $0.claims.event.id == id && $0.claims.sequence == number }
                guard let place else { return false }
                installed[place] = manifest
                return true
            }.map(\.claims.event.id)
        }
        change.yield()
        return events
    }

    // MARK: - Removing

    /// Takes a list out of force and deletes it. What the next list of the event is compared with is remembered.
    /// - Parameter now: by a clock that is trusted; `nil` without one.
    public func remove(event: String, now: Timestamp? = nil) throws {
        try changing.withLock { _ in try removeHeld(event, now: now) }
    }

    /// Removes the lists of events that ended longer than `span` ago. What they count as used is remembered.
    /// - Parameter now: by a clock that is trusted.
    /// - Returns: their ids.
    public func removeEnded(now: Timestamp, after span: Duration) throws -> [String] {
        try removeAll(now: now) { $0.claims.event.ends + span < now }
    }

    /// Removes the lists signed with a key that is not trusted any more.
    /// - Returns: the ids of their events.
    public func withdrawKey(_ keyID: String) throws -> [String] {
        try removeAll { $0.keyID == keyID }
    }

    private func removeAll(now: Timestamp? = nil, where condition: (InstalledManifest) -> Bool) throws -> [String] {
        try changing.withLock { _ in
            let events = installed.filter(condition).map(\.claims.event.id)
            for event in events { try removeHeld(event, now: now) }
            return events
        }
    }

    /// What the server had counted goes with the list. While the event is on, the next list counts it again; afterwards there
    /// may be none, or one that knows of nothing.
    private func rememberUses(of manifest: InstalledManifest, now: Timestamp?) throws {
        guard manifest.hasUsed, let now, manifest.claims.event.ends < now else { return }
        try memory.rememberUses(of: manifest, now: now)
    }

    private func removeHeld(_ event: String, now: Timestamp?) throws {
        guard try events().contains(event) else {
            throw ManifestError(
                .notInstalled, "remove", "event \(event.withoutControls)", "there is no list of it here",
                hint: "`usher manifest list` shows those there are.")
        }
        if let manifest = installed.first(where: { $0.claims.event.id == event }) {
            try remember(manifest)
            try rememberUses(of: manifest, now: now)
        }
        try Folder.remove(lineFile(event))
        LargestCount(event, in: folder).forget()
        try Folder.synchronize(folder)
        current.withLock { $0.removeAll { $0.claims.event.id == event } }
        change.yield()
        for name in try Folder.names(in: folder) where Self.event(ofBody: name) == event {
            try Folder.remove(folder.appending(path: name))
        }
    }

    private func remember(_ manifest: InstalledManifest) throws {
        let claims = manifest.claims
        let remembered = RememberedManifest(
            event: claims.event.id, sequence: claims.sequence, keyID: manifest.keyID, salt: claims.salt)
        guard try memory.remembered(event: claims.event.id) != remembered else { return }
        try memory.remember(remembered)
    }

    // MARK: - Names

    private func lineFile(_ event: String) -> URL {
        folder.appending(path: "\(event).line")
    }

    private func bodyFile(_ event: String, _ sequence: Int64) -> URL {
        folder.appending(path: "\(event).\(sequence).sqlite")
    }

    /// The events that have a line here.
    private func events() throws -> [String] {
        try Folder.names(in: folder).filter { $0.hasSuffix(".line") }.map { String($0.dropLast(".line".count)) }
            .filter(Event.isValidID).sorted()
    }

    private static func event(ofBody name: String) -> String? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts.last == "sqlite", Int64(parts[parts.count - 2]) != nil else { return nil }
        return parts.dropLast(2).joined(separator: ".")
    }

    private static func explained(_ error: any Error, event: String) -> ManifestError {
        error as? ManifestError ?? ManifestError(.system, "use", event, "\(error)")
    }
}
