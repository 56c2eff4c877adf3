import Foundation
import Testing

@testable import Station

@Suite struct LineReaderTests {
    /// A pipe with `text` in it, read to its end.
    private func lines(_ bytes: [UInt8], limit: Int = 100) async throws -> [[UInt8]] {
        let pipe = Pipe()
        let writing = Task.detached {
            try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
            try pipe.fileHandleForWriting.close()
        }
        let reader = try LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
        var lines: [[UInt8]] = []
        while let line = try await reader.next(limit: limit) { lines.append(line) }
        try await writing.value
        return lines
    }

    @Test func `gives lines one by one, the last without its end too`() async throws {
        let read = try await lines(Array("one\ntwo\n\nthree".utf8))
        #expect(read == ["one", "two", "", "three"].map { Array($0.utf8) })
    }

    @Test func `cuts a line of ten megabytes and goes on with the next`() async throws {
        let long = [UInt8](repeating: 120, count: 10 << 20)
        let read = try await lines(long + Array("\nnext\n".utf8), limit: 2000)
        #expect(read.map(\.count) == [2000, 4])
    }

    @Test func `gives nothing more once it is stopped, neither what it has read nor half a line`() async throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("one\ntwo\nthr".utf8))
        let reader = try LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
        #expect(try await reader.next(limit: 10) == Array("one".utf8))
        reader.stop()
        #expect(try await reader.next(limit: 10) == nil)
        try pipe.fileHandleForWriting.close()
    }

    @Test func `ends when it is stopped while it waits`() async throws {
        let pipe = Pipe()
        let reader = try LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
        async let line = reader.next(limit: 10)
        reader.stop()
        #expect(try await line == nil)
        try pipe.fileHandleForWriting.close()
    }
}
