import Testing

@testable import Threads

@Suite struct HandoffTests {
    private struct Spoilt: Error {}

    @Test func `passes everything on in its order`() async throws {
        let handoff = Handoff<Int>()
        let given = Task {
            try await onOwnThread {
                let isTaken = (0..<10_000).allSatisfy { handoff.give($0) }
                handoff.end()
                return isTaken
            }
        }
        var received: [Int] = []
        while let number = try await handoff.next() { received.append(number) }
        #expect(received == Array(0..<10_000))
        #expect(try await given.value)
    }

    @Test func `an element counts as used when the next is asked for`() async throws {
        let handoff = Handoff<Int>()
        let (steps, log) = AsyncStream.makeStream(of: String.self)
        startOwnThread {
            _ = handoff.give(1)
            let isUsed = handoff.waitUntilAsked()
            log.yield("used \(isUsed)")
            handoff.end()
        }
        #expect(try await handoff.next() == 1)
        log.yield("received")
        #expect(try await handoff.next() == nil)
        log.finish()
        #expect(await steps.reduce(into: []) { $0.append($1) } == ["received", "used true"])
    }

    @Test func `a reader that goes away frees the thread`() async throws {
        let handoff = Handoff<Int>()
        let given = Task {
            try await onOwnThread {
                var count = 0
                while handoff.give(count) { count += 1 }
                return handoff.waitUntilAsked()
            }
        }
        #expect(try await handoff.next() == 0)
        handoff.abandon()
        #expect(try await given.value == false)
        #expect(handoff.isAbandoned)
        await #expect(throws: CancellationError.self) { try await handoff.next() }
    }

    @Test func `a cancelled task is not kept waiting`() async throws {
        let handoff = Handoff<Int>()
        let reader = Task { try await handoff.next() }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(!handoff.give(1))
    }

    @Test func `an error of the thread comes after its last element`() async throws {
        let handoff = Handoff<Int>()
        startOwnThread {
            _ = handoff.give(1)
            handoff.end(Spoilt())
        }
        #expect(try await handoff.next() == 1)
        await #expect(throws: Spoilt.self) { try await handoff.next() }
        #expect(try await handoff.next() == nil)
    }
}
