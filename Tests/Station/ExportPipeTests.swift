import StationAPI
import Testing
import Threads
import Tickets

@testable import Station

@Suite struct ExportPipeTests {
    private let thread = WorkQueue("export")

    @Test func `the writer is done when the reader has taken everything, and not before`() async throws {
        let (pipe, pieces) = ExportPipe.open()
        let (done, isDone) = AsyncStream.makeStream(of: Int.self)
        thread.begin {
            do {
                isDone.yield(
                    try pipe.fill { take in
                        for number in 0..<100_000 { try take("line \(number)\n") }
                        return 100_000
                    })
                pipe.close()
            } catch {
                pipe.close(error)
            }
            isDone.finish()
        }
        var length = 0
        for try await piece in pieces { length += piece.count }
        #expect(length == (0..<100_000).map { "line \($0)\n".utf8.count }.reduce(0, +))
        #expect(await done.first { _ in true } == 100_000)
    }

    @Test func `a reader that goes away stops the writer`() async throws {
        let (stopped, hasStopped) = AsyncStream.makeStream(of: Bool.self)
        do {
            let (pipe, pieces) = ExportPipe.open()
            thread.begin {
                do {
                    try pipe.fill { take in while true { try take("one more line\n") } }
                } catch {
                    hasStopped.yield(error is CancellationError)
                }
                hasStopped.finish()
            }
            var iterator = pieces.makeAsyncIterator()
            #expect(try await iterator.next() != nil)
        }
        #expect(await stopped.first { _ in true } == true)
    }

    @Test func `a journal counts as exported when all of it was read`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        _ = await station.door.show(code("a"))
        fixture.set(now: StationFixture.evening + .seconds(90 * 86_400))
        do {
            let pieces = try await station.records.export(.csv)
            var iterator = pieces.makeAsyncIterator()
            #expect(String(decoding: try await iterator.next() ?? [], as: UTF8.self).contains("R1"))
        }
        #expect(try await station.records.purge().removed == 0)
        var bytes: [UInt8] = []
        for try await piece in try await station.records.export(.csv) { bytes += piece }
        #expect(String(decoding: bytes, as: UTF8.self).contains("R1"))
        #expect(try await station.records.purge().removed == 1)
    }
}
