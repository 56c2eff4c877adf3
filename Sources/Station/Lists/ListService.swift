internal import Backends
internal import Foundation
internal import Journal
internal import Logging
internal import Manifests
internal import ServiceLifecycle
internal import Threads
internal import Tickets

/// Gets lists by itself from the addresses and folders of the configuration. Only a list without a fault is installed;
/// until one comes, the last good one stays in force.
struct ListService: Service {
    /// How often folders are searched.
    private static let folderInterval = Duration.seconds(5)
    /// When a file that was refused is tried again: its key may be trusted by then.
    private static let folderPause = Duration.seconds(60)
    /// When a list that was refused is fetched again, at the earliest.
    private static let refusedPause = Duration.seconds(1800)

    /// What a download must leave free on the disk: several times what the journal needs.
    private static let reservedBytes: Int64 = 64 << 20

    let settings: ListSettings
    let lists: Lists
    let journal: Journal
    let credentials: Credentials
    /// Where downloads are stored.
    let folder: URL

    func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                for url in settings.listURLs { group.addTask { await follow(url) } }
                if !settings.folders.isEmpty {
                    group.addTask { await watch(settings.folders.map { URL(filePath: $0) }) }
                }
            }
            // Without a source there is nothing to do, and no reason to stop the others.
            try? await gracefulShutdown()
        }
    }

    // MARK: - Addresses

    private func follow(_ url: ServerAddress) async {
        let name = settings.name(of: url)
        let credential = settings.credential.flatMap(credentials.text)
        let download = ListDownload(
            of: url, network: settings.network, credential: credential, into: folder,
            room: { [journal] in journal.health.freeBytes - Self.reservedBytes })
        while !Task.isCancelled {
            var pause = settings.interval
            do {
                try await lists.update(from: download)
                lists.conditions.clearListSource(name)
            } catch is CancellationError {
                return
            } catch let error as ManifestError {
                download.discard()
                report(name, error)
                pause = max(pause, Self.refusedPause)
            } catch {
                report(name, error)
            }
            // Never in step with the other stations.
            try? await Task.sleep(for: pause * Double.random(in: 0.9...1.1))
        }
    }

    private func report(_ source: String, _ error: any Error) {
        if lists.conditions.reportListSource(source, error) {
            lists.logger.error("no list", metadata: ["why": "\(error)"])
        }
    }

    // MARK: - Folders

    private func watch(_ folders: [URL]) async {
        var seen: [URL: FileAttempt] = [:]
        while !Task.isCancelled {
            var present: Set<URL> = []
            for folder in folders {
                do {
                    for (file, version) in try ListFolder(url: folder).files() {
                        present.insert(file)
                        if let attempt = seen[file], attempt.version == version, !attempt.isDue { continue }
                        let isTaken = await offer(file)
                        seen[file] = FileAttempt(version: version, nextTry: isTaken ? nil : .now + Self.folderPause)
                    }
                    lists.conditions.clearListSource(folder.path)
                } catch {
                    report(folder.path, error)
                }
            }
            // What is no longer there is no longer a fault.
            for file in Set(seen.keys).subtracting(present) {
                seen[file] = nil
                lists.conditions.clearListSource(file.path)
            }
            try? await Task.sleep(for: Self.folderInterval)
        }
    }

    /// What happened to a file in a folder.
    private struct FileAttempt {
        let version: ListFolder.Version
        /// `nil` when it was installed, or was known already.
        let nextTry: ContinuousClock.Instant?

        var isDue: Bool { nextTry.map { $0 <= .now } ?? false }
    }

    /// - Returns: whether it was installed, or was known already.
    private func offer(_ file: URL) async -> Bool {
        do {
            try await lists.take(file)
            lists.conditions.clearListSource(file.path)
            return true
        } catch {
            report(file.path, error)
            return false
        }
    }
}
