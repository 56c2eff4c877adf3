import Devices
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DeviceWatcherTests {
    /// The threads of this process that watch devices; proc(5).
    private func watchingThreads() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "devices\n"
        }
    }

    @Test func `its thread ends when nobody reads the changes any more`() async throws {
        let changes = try DeviceWatcher().changes()
        let reading = Task { for await _ in changes {} }
        while try watchingThreads() == 0 { try await nextTurn() }
        reading.cancel()
        await reading.value
        while try watchingThreads() > 0 { try await nextTurn() }
    }

    /// - Throws: when the time limit of the suite is over.
    private func nextTurn() async throws {
        try Task.checkCancellation()
        await Task.yield()
    }
}
