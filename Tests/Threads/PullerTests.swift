import Testing

@testable import Threads

@Suite struct PullerTests {
    private struct Spoilt: Error {}

    @Test func `a thread gets everything in its order`() async throws {
        let (numbers, source) = AsyncThrowingStream<Int, any Error>.makeStream()
        for number in 0..<10_000 { source.yield(number) }
        source.finish()
        let puller = Puller(numbers)
        let received = try await onOwnThread {
            var received: [Int] = []
            while let number = try puller.next() { received.append(number) }
            // Once more, after the end.
            #expect(try puller.next() == nil)
            return received
        }
        #expect(received == Array(0..<10_000))
    }

    @Test func `takes one element ahead and no more`() async throws {
        let (asked, counter) = AsyncStream.makeStream(of: Int.self)
        let endless = AsyncThrowingStream<Int, any Error> {
            counter.yield(0)
            return 0
        }
        let puller = Puller(endless)
        _ = try await onOwnThread { try puller.next() }
        puller.cancel()
        await #expect(throws: CancellationError.self) { try await onOwnThread { try puller.next() } }
        counter.finish()
        // The one that was taken, and at most one ahead.
        #expect(await asked.reduce(0) { count, _ in count + 1 } <= 2)
    }

    @Test func `an error of the sequence reaches the thread after what came before it`() async throws {
        let (numbers, source) = AsyncThrowingStream<Int, any Error>.makeStream()
        source.yield(1)
        source.finish(throwing: Spoilt())
        let puller = Puller(numbers)
        #expect(try await onOwnThread { try puller.next() } == 1)
        await #expect(throws: Spoilt.self) { try await onOwnThread { try puller.next() } }
    }

    @Test func `a thread that waits is freed, and the sequence is left`() async throws {
        let (left, hasLeft) = AsyncStream.makeStream(of: Void.self)
        let (numbers, source) = AsyncThrowingStream<Int, any Error>.makeStream()
        source.onTermination = { _ in hasLeft.finish() }
        let puller = Puller(numbers)
        let thread = Task { try await onOwnThread { try puller.next() } }
        source.yield(1)
        #expect(try await thread.value == 1)
        let waiting = Task { try await onOwnThread { try puller.next() } }
        puller.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        for await _ in left {}
    }
}
