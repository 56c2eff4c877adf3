internal import Backends
internal import Files
internal import Foundation
internal import Journal
internal import ServiceLifecycle
internal import Threads
internal import Tickets

/// Gets rosters by itself: from the addresses and folders from which lists come, and from every stick that is plugged in.
/// A signature decides, and no person has to: a new kiosk has nobody who could.
struct RosterService: Service {
    private static let folderInterval = Duration.seconds(5)
    /// When a file that was refused is tried again: the clock may be right by then.
    private static let folderPause = Duration.seconds(60)
    /// In one folder or stick: nobody has more, and a stick with thousands is a stranger's.
    private static let mostFiles = 20
    /// What a download must leave free on the disk.
    private static let reservedBytes: Int64 = 64 << 20

    let settings: ListSettings
    let rosters: Rosters
    let journal: Journal
    let credentials: Credentials
    /// Where downloads are stored.
    let folder: URL
    /// Where USB sticks are mounted, each in a folder of its own.
    let sticks: URL
    /// For what may hang: a stick that is broken, or was pulled out.
    private let queue = WorkQueue("rosters")

    init(
        settings: ListSettings, rosters: Rosters, journal: Journal, credentials: Credentials, folder: URL, sticks: URL
    ) {
        self.settings = settings
        self.rosters = rosters
        self.journal = journal
        self.credentials = credentials
        self.folder = folder
        self.sticks = sticks
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                for url in settings.rosterURLs { group.addTask { await follow(url) } }
                group.addTask { await watch() }
            }
        }
    }

    private func follow(_ url: ServerAddress) async {
        let name = settings.name(of: url)
        let download = ListDownload(
            of: url, network: settings.network, credential: settings.credential.flatMap(credentials.text),
            into: folder, limit: Int64(Rosters.longestFile),
            room: { [journal] in journal.health.freeBytes - Self.reservedBytes })
        while !Task.isCancelled {
            do {
                if rosters.issued == nil { try download.forget() }
                if case .file(let file) = try await download.fetch() {
                    defer { download.discard() }
                    try await take(file)
                    try download.keep()
                }
                rosters.clear(name)
            } catch is CancellationError {
                return
            } catch {
                rosters.report(error, from: name)
            }
            // Never in step with the other stations.
            try? await Task.sleep(for: settings.interval * Double.random(in: 0.9...1.1))
        }
    }

    // MARK: - Folders and sticks

    private struct Attempt {
        let version: ListFolder.Version
        /// `nil` when it was taken.
        let nextTry: ContinuousClock.Instant?
    }

    private func watch() async {
        var seen: [URL: Attempt] = [:]
        while !Task.isCancelled {
            // Again, if it failed at the start, as on a full disk.
            await rosters.begin()
            let files = await (try? queue.run { self.files() }) ?? []
            for (file, version) in files {
                if let attempt = seen[file], attempt.version == version, attempt.nextTry.map({ $0 > .now }) ?? true {
                    continue
                }
                do {
                    try await take(file)
                    rosters.clear(file.path)
                    seen[file] = Attempt(version: version, nextTry: nil)
                } catch {
                    rosters.report(error, from: file.path)
                    seen[file] = Attempt(version: version, nextTry: .now + Self.folderPause)
                }
            }
            // What is no longer there is no longer a fault.
            for file in Set(seen.keys).subtracting(files.map(\.file)) {
                seen[file] = nil
                rosters.clear(file.path)
            }
            try? await Task.sleep(for: Self.folderInterval)
        }
    }

    /// What a folder cannot be read for is told by the service for lists.
    private func files() -> [(file: URL, version: ListFolder.Version)] {
        let plugged = (try? FileManager.default.contentsOfDirectory(atPath: sticks.path)) ?? []
        let folders = settings.folders.map { URL(filePath: $0) } + plugged.sorted().map { sticks.appending(path: $0) }
        return folders.flatMap { folder in
            ((try? ListFolder(url: folder, ending: Rosters.fileEnding).files()) ?? []).prefix(Self.mostFiles)
        }
    }

    private func take(_ file: URL) async throws {
        let bytes = try await queue.run {
            let handle: FileHandle
            do {
                handle = try FileHandle(forReadingFrom: file)
            } catch {
                throw StationError(
                    .unavailable, "read", file.path, FileError.system("read", file.path, because: error).reason,
                    hint: "Let the user of usherd read it: chmod 644.")
            }
            defer { try? handle.close() }
            // One byte more than is taken: what is longer is refused, and not cut.
            return try handle.read(upToCount: Rosters.longestFile + 1) ?? Data()
        }
        _ = try await rosters.install(String(decoding: bytes, as: UTF8.self))
    }
}
