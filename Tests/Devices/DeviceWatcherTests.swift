import Devices
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DeviceWatcherTests {
    /// The threads of this process that watch devices; proc(5).
    private func watchingThreads() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "devices\n"
        }
    }

    @Test func `its thread ends when nobody reads the changes any more`() async throws {
        let changes = try DeviceWatcher().changes()
        let reading = Task { for await _ in changes {} }
        try await waitUntil { try !watchingThreads().isEmpty }
        #expect(try watchingThreads().count == 1)
        reading.cancel()
        await reading.value
        // It is told to end; nobody is told when it has.
        try await waitUntil { try watchingThreads().isEmpty }
        #expect(try watchingThreads() == [])
    }
}
