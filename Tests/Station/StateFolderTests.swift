import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import Station

@Suite struct StateFolderTests {
    private let home: TemporaryFolder
    private let folder: StateFolder

    init() throws {
        home = try TemporaryFolder()
        folder = StateFolder(home.file("state"))
    }

    /// What the lock's file says.
    private func owner() throws -> StateFolder.Owner {
        try JSONDecoder().decode(StateFolder.Owner.self, from: Data(contentsOf: folder.url.appending(path: "lock")))
    }

    @Test func `has one owner at a time`() async throws {
        let lock = try await folder.lock(socket: nil)
        let error = await #expect(throws: StationError.self) {
            try await folder.lock(socket: nil, timeout: .zero)
        }
        #expect(error?.code == .stateInUse)
        #expect(error?.reason.contains("\(getpid())") == true)
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock that is held for a moment is not taken for the daemon before`() async throws {
        _ = try await folder.lock(socket: nil)
        let lock = try #require(try StateLock(path: folder.url.appending(path: "lock").path))
        try lock.write(JSONEncoder().encode(StateFolder.Owner(pid: .max, socket: "/run/gone.sock")))
        let error = await #expect(throws: StationError.self) {
            try await folder.lock(socket: nil, timeout: .zero)
        }
        #expect(error?.reason.contains("unknown") == true)
        withExtendedLifetime(lock) {}
    }

    @Test func `whoever takes it clears away what a power cut left half written`() async throws {
        _ = try await folder.lock(socket: nil)
        let (half, own) = (".pending-1234", "places.json")
        let folders = [folder.url, folder.enrolledCredentials]
        for each in folders { for name in [half, own] { try Data("x".utf8).write(to: each.appending(path: name)) } }
        let lock = try await folder.lock(socket: nil, timeout: .zero)
        for each in folders {
            let names = try FileManager.default.contentsOfDirectory(atPath: each.path)
            #expect(!names.contains(half) && names.contains(own))
        }
        withExtendedLifetime(lock) {}
    }

    @Test func `is free again when its owner is gone`() async throws {
        _ = try await folder.lock(socket: "/run/usher.sock")
        #expect(try owner().socket == "/run/usher.sock")
        let lock = try await folder.lock(socket: nil, timeout: .zero)
        #expect(try owner().socket == nil)
        withExtendedLifetime(lock) {}
    }

    @Test func `waits for an owner that the lock file takes for a daemon and that answers nobody`() async throws {
        let isFree = Mutex(false)
        var first: StateLock? = try await folder.lock(socket: folder.url.appending(path: "gone.sock").path)
        let second = Task {
            _ = try await folder.lock(socket: nil)
            return isFree.withLock { $0 }
        }
        await Task.yield()
        isFree.withLock { $0 = true }
        withExtendedLifetime(first) {}
        first = nil
        #expect(try await second.value, "it was given away while it was held")
    }
}
