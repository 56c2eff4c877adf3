import ServiceLifecycle
import TestSupport
import Testing

@testable import Station

@Suite(.timeLimit(.minutes(1))) struct StopBudgetTests {
    /// Goes on until it is cancelled.
    private struct Deaf: Service {
        let running: AsyncStream<Void>.Continuation
        /// Is told at the end whether it was cancelled.
        let ending: AsyncStream<Bool>.Continuation

        func run() async throws {
            running.finish()
            let (nothing, end) = AsyncStream.makeStream(of: Void.self)
            for await _ in nothing {}
            end.finish()
            ending.yield(Task.isCancelled)
        }
    }

    @Test func `a service that ignores a graceful stop is cancelled`() async throws {
        let (stream, running) = AsyncStream.makeStream(of: Void.self)
        let (endings, ending) = AsyncStream.makeStream(of: Bool.self)
        let group = ServiceGroup(
            configuration: .station(
                [.init(service: Deaf(running: running, ending: ending))], stoppingWithin: .milliseconds(20),
                logger: .quiet))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try? await group.run() }
            for await _ in stream {}
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        let wasCancelled = await endings.first { _ in true }
        #expect(wasCancelled == true)
    }
}
