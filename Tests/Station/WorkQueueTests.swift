import Dispatch
import Testing
import Threads

@testable import Station

@Suite struct WorkQueueTests {
    @Test(.timeLimit(.minutes(5)))
    func `work that waits on one queue leaves the others and every task going`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let blocked = (0..<8).map { WorkQueue("blocked \($0)") }
        let free = WorkQueue("free")
        await withThrowingTaskGroup { group in
            for queue in blocked { group.addTask { try await queue.run { gate.wait() } } }
            let answer = try? await free.run { 7 }
            #expect(answer == 7)
            for _ in blocked { gate.signal() }
        }
    }

    @Test func `work is done in the order it was asked for`() async throws {
        let queue = WorkQueue("one")
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in 0..<50 { queue.begin { continuation.yield(number) } }
        try await queue.run { continuation.finish() }
        #expect(await numbers.reduce(into: []) { $0.append($1) } == Array(0..<50))
    }
}
