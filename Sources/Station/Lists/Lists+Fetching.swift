internal import Backends
internal import Files
internal import Foundation
internal import Logging
internal import Manifests
internal import StationAPI
internal import Threads
internal import Tickets

/// Lists that the station has found or fetched by itself.
extension Lists {
    /// Installs a list, unless it is the one in force or an older one.
    func take(_ file: URL) async throws {
        try await unlessKnown { _ = try await install(file) }
    }

    /// Brings the list of an address up to date: with one small request when nothing has changed, with the changes when
    /// the server has them for the list in force, and otherwise with the whole list.
    /// - Throws: `ManifestError` for a list that is refused here; `BackendError`; `CancellationError`
    func update(from download: ListDownload) async throws {
        // To a first list, nothing leads.
        if !manifests.installed.isEmpty {
            switch try await queue.run({ try await download.look() }) {
            case .unchanged: return
            case .line(let line, let tag):
                if try await take(line, from: download) { return try download.keep(tag) }
            case .unclear: break
            }
        }
        guard case .file(let file) = try await queue.run({ try await download.fetch() }) else { return }
        try await take(file)
        try download.keep()
    }

    /// - Returns: whether the list of the line is in force now, or is not wanted. Otherwise it has to come whole.
    private func take(_ line: Data, from download: ListDownload) async throws -> Bool {
        do {
            try await unlessKnown { try await follow(line, from: download) }
            return true
        } catch let error as ManifestError where Self.needsWhole.contains(error.code) {
            logger.debug("the whole list is fetched", metadata: ["why": "\(error)"])
            return false
        } catch let error as FileError {
            logger.debug("the whole list is fetched", metadata: ["why": "\(error)"])
            return false
        }
    }

    /// What is wrong with changes. All other faults are faults of the list, which would come again with the whole of it.
    private static let needsWhole: Set<ManifestFailure> = [.badChanges, .wrongHash, .truncated, .overlong, .system]

    private func follow(_ line: Data, from download: ListDownload) async throws {
        guard let step = try await queue.run({ try manifests.step(to: line, now: clock.now()) }) else {
            throw ManifestError(.badChanges, "update", "the list", "no list of its event is in force")
        }
        var file: URL?
        if !step.hasSameBody {
            file = try await queue.run { try await download.changes(step.suffix, limit: step.maximumByteCount) }
            guard file != nil else {
                throw ManifestError(.badChanges, "update", "the list", "the server has no changes for \(step.base)")
            }
        }
        let manifest = try await queue.run { [file] in
            try manifests.install(line: line, changes: file, now: clock.now())
        }
        _ = await noteInstalled(manifest)
    }

    private func unlessKnown(_ install: () async throws -> Void) async throws {
        do {
            try await install()
        } catch let error as ManifestError where [.notNewer, .alreadyInForce].contains(error.code) {
            logger.debug("list known already", metadata: ["why": "\(error)"])
        }
    }
}
