import Files
import Foundation
import Subprocess
import Testing
import Tickets

@testable import Manifests

/// A real file system without room: a tmpfs of half a megabyte in a mount namespace of its own.
@Suite struct FullDiskTests {
    /// Whether this machine lets us have one.
    private static func canMount() async -> Bool {
        let result = try? await run(
            .name("unshare"), arguments: ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], output: .discarded)
        return result?.terminationStatus.isSuccess ?? false
    }

    @Test(.enabled("mount namespaces are not allowed here") { await canMount() })
    func `a disk that fills up while installing is left as it was`() async throws {
        let workshop = try Workshop()
        let rows = (0..<10_000).map { TicketRow(code: "\(Workshop.codes[0])\($0)") }
        let large = try workshop.manifest("large.usher", rows: rows)
        let trust = try workshop.trustStore([workshop.organizer])

        // The mount lives as long as `cat` waits for its input to end.
        let script = "mount -t tmpfs -o size=512k tmpfs /mnt && echo mounted && exec cat"
        _ = try await run(
            .name("unshare"), arguments: ["-rm", "sh", "-c", script], input: .inputWriter, output: .sequence,
            error: .discarded
        ) { child in
            var lines = child.standardOutput.strings().makeAsyncIterator()
            #expect(try await lines.next()?.trimmingCharacters(in: .newlines) == "mounted")
            let folder = URL(filePath: "/proc/\(child.processIdentifier)/root/mnt/manifests")
            func store(_ freeSpace: (@Sendable (URL) throws -> Int64)? = nil) -> ManifestStore {
                ManifestStore(
                    folder: folder, trust: trust, memory: TestMemory(), freeSpaceReserve: 0, freeSpace: freeSpace)
            }
            // Asked for its free space, the disk says no before anything is written; else while it is.
            for (store, number) in [(store(), nil), (store { _ in .max }, ENOSPC)] {
                let error = #expect(throws: (any Error).self) { try store.install(large, now: Workshop.now) }
                #expect((error as? ManifestError)?.code == .noSpace || (error as? FileError)?.code == .noSpace)
                #expect((error as? any ExplainedError)?.errno == number)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
            }
            try await child.standardInputWriter.finish()
        }
    }
}
