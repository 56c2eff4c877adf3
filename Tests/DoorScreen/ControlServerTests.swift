import Backends
import Foundation
import ServiceLifecycle
import Subprocess
import Synchronization
import TestSupport
import Testing
import Tickets
import Web

@testable import DoorScreen
@testable import StationAPI

@Suite(.timeLimit(.minutes(5)))
struct ControlServerTests {
    private let folder: TemporaryFolder
    /// Where a server may make its socket.
    private var path: String { folder.file("usher.sock").path }

    init() throws {
        folder = try TemporaryFolder()
    }

    // MARK: - Its place

    @Test func `is open to its user and its group only, and gone after the stop`() async throws {
        try await withServer(at: path) { _, _ in
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o660)
            #expect(attributes[.type] as? FileAttributeType == .typeSocket)
            #expect(try folder.names() == ["usher.sock"])
        }
        #expect(try folder.names() == [])
    }

    @Test(
        .enabled(if: getuid() == 0, "only root may give a file to any group"),
        arguments: [("daemon", true), ("no-such", false)])
    func `belongs to the group if the system has it`(group: String, isKnown: Bool) async throws {
        try await withServer(at: path, group: group) { _, _ in
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.groupOwnerAccountName] as? String == group) == isKnown)
            #expect(attributes[.posixPermissions] as? Int == 0o660)
        }
    }

    @Test func `takes the place of a socket nobody listens on`() async throws {
        let stale = try boundSocket(path)
        close(stale)
        try await withServer(at: path) { socket, _ in
            let answer = try await socket.ask(ControlRequest("GET", "status"))
            #expect(answer.status == 200)
        }
    }

    @Test func `leaves a socket alone that another program listens on`() async throws {
        let other = try boundSocket(path)
        defer { close(other) }
        try #require(listen(other, 1) == 0)
        let error = await #expect(throws: ControlError.self) { try await withServer(at: path) { _, _ in } }
        #expect(error?.reason == "another program listens on it")
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func `leaves a file alone that is no socket`() async throws {
        try Data("precious".utf8).write(to: URL(filePath: path))
        let error = await #expect(throws: ControlError.self) { try await withServer(at: path) { _, _ in } }
        #expect(error?.reason == "there is something else than a socket at this path")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }

    @Test func `takes a path of 107 bytes and refuses one of 108`() async throws {
        let room = 107 - (folder.path + "//usher.sock").utf8.count
        let fits = folder.file(String(repeating: "x", count: room)).path
        let tooLong = fits + "x"
        for path in [fits, tooLong] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try await withServer(at: fits + "/usher.sock") { socket, _ in
            #expect(socket.path.utf8.count == 107)
            let answer = try await socket.ask(ControlRequest("GET", "status"))
            #expect(answer.status == 200)
        }
        let error = await #expect(throws: ControlError.self) {
            try await withServer(at: tooLong + "/usher.sock") { _, _ in }
        }
        #expect(error?.reason == "the path has 108 bytes, and a unix socket's has at most 107")
    }

    @Test func `says which folder is missing`() async throws {
        let path = folder.file("nowhere/usher.sock").path
        let error = await #expect(throws: ControlError.self) { try await withServer(at: path) { _, _ in } }
        #expect(error?.description == "cannot open \(path): no such file or directory")
        #expect(error?.errno == ENOENT)
    }

    private func boundSocket(_ path: String) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        return descriptor
    }

    // MARK: - Who asks

    /// Connects as user 65534 and asks to undo.
    private static let undoAsNobody = """
        import os, socket, sys
        os.setgroups([])
        os.setresuid(65534, 65534, 65534)
        s = socket.socket(socket.AF_UNIX)
        s.connect(sys.argv[1])
        s.sendall(b"POST /v1/undo HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\nContent-Length: 0\\r\\n\\r\\n")
        while s.recv(4096): pass
        """

    @Test(.enabled(if: getuid() == 0, "only root can become somebody else"))
    func `knows the user at the other end of the socket`() async throws {
        let station = FakeStation()
        try await withServer(station, at: path) { socket, _ in
            _ = try await run(
                .name("python3"), arguments: ["-c", Self.undoAsNobody, socket.path], output: .discarded,
                error: .discarded)
        }
        #expect(await station.calls == [#"undo by uid:65534 {"operator":"uid:65534"}"#])
    }

    // MARK: - Event streams

    @Test func `streams verdicts and hints, and ends the stream at a graceful stop`() async throws {
        let station = FakeStation()
        let report = try VerdictReport.sample
        // A busy machine may need longer than a station waits before it cuts a connection off.
        let events = try await withServer(station, stop: .seconds(60)) { socket, services in
            let stream = try await socket.open(ControlRequest("GET", "verdicts"))
            #expect(stream.headers.first("content-type") == "text/event-stream")
            await station.announce(.verdict(report))
            await station.announce(.hint(.sample))
            var parser = ServerSentEvents()
            var events: [ServerSentEvent] = []
            for try await piece in stream.pieces {
                events += parser.receive(piece)
                if events.count == 2 { await services.triggerGracefulShutdown() }
            }
            return events
        }
        #expect(
            events == [
                ServerSentEvent(name: "verdict", data: VerdictReport.sampleText),
                ServerSentEvent(name: "hint", data: ScanHint.sample.json.text),
            ])
    }

    @Test func `sends a comment now and then`() async throws {
        try await withServer(heartbeat: .milliseconds(1)) { socket, _ in
            let stream = try await socket.open(ControlRequest("GET", "verdicts"))
            var text = ""
            for try await piece in stream.pieces {
                text += String(decoding: piece, as: UTF8.self)
                if text.utf8.count > 6 { break }
            }
            #expect(text.hasPrefix(":\n\n:\n\n"))
        }
    }

    @Test func `notices at once when a reader has gone`() async throws {
        let station = FakeStation()
        try await withServer(station) { socket, _ in
            do { _ = try await socket.open(ControlRequest("GET", "verdicts")) }
            let wentByItself = await station.listenerGone.first { _ in true }
            #expect(wentByItself == true)
        }
    }

    @Test func `keeps only the newest for a reader that falls behind`() async throws {
        let station = FakeStation()
        let report = try VerdictReport.sample
        let number = Mutex<Int64>(0)
        let (allGiven, signal) = AsyncStream<Void>.makeStream()
        let showings = AsyncStream<DisplayEvent> {
            var next = report
            next.sequence = number.withLock { number in
                number += 1
                return number
            }
            guard next.sequence != 1001 else {
                signal.finish()
                return nil
            }
            return DisplayEvent(.verdict(next), reader: nil)
        }
        await station.tell(showings)
        let response = await ControlAPI(station: station.control, logger: .quiet).respond(
            to: ControlRequest("GET", "verdicts"))
        for await _ in allGiven {}
        var pieces: [String] = []
        for try await piece in response.body.pieces { pieces.append(String(decoding: piece, as: UTF8.self)) }
        // 256, and the few that were on their way.
        #expect((256..<266).contains(pieces.count))
        #expect(pieces.last?.contains(#""seq":1000,"#) == true)
    }

    // MARK: - Large things

    @Test func `takes a manifest of 200 MB no faster than the station reads it`() async throws {
        let station = FakeStation()
        let piece = [UInt8](repeating: 7, count: 64 * 1024)
        let made = Mutex(0)
        let taken = Mutex(0)
        let pieces = AsyncThrowingStream<[UInt8], any Error> {
            made.withLock { bytes in
                guard bytes < 3200 * piece.count else { return nil }
                bytes += piece.count
                return piece
            }
        }
        await station.onInstall { pieces in
            // Whatever could run ahead has its chance to.
            for _ in 0..<2000 { await Task.yield() }
            for try await piece in pieces {
                let ahead = made.withLock { $0 } - taken.withLock { $0 }
                #expect(ahead < 6_400_000, "bytes on their way that the station has not read")
                taken.withLock { $0 += piece.count }
            }
        }
        let answer = try await Way.socket.ask(ControlRequest("PUT", "manifests", body: .stream(pieces)), station)
        #expect(answer.status == 200)
        #expect(taken.withLock { $0 } == 3200 * piece.count)
    }

    @Test func `tells the station when an upload breaks off`() async throws {
        let station = FakeStation()
        let (failed, signal) = AsyncStream<any Error>.makeStream()
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        await station.onInstall { pieces in
            do {
                for try await _ in pieces { beginning.finish() }
            } catch {
                signal.yield(error)
            }
            signal.finish()
        }
        try await withServer(station) { socket, _ in
            let (pieces, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            continuation.yield([1])
            let upload = Task { try await socket.ask(ControlRequest("PUT", "manifests", body: .stream(pieces))) }
            for await _ in begun {}
            upload.cancel()
            _ = await upload.result
            var errors: [any Error] = []
            for await error in failed { errors.append(error) }
            #expect(errors.count == 1)
            #expect((errors.first as? WebError)?.reason == "the connection ended before it did")
        }
    }

    // MARK: - Graceful stop

    @Test func `does not wait at a graceful stop for the rest of an upload`() async throws {
        let station = FakeStation()
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let endings = Mutex<[String?]>([])
        await station.onInstall { pieces in
            do {
                for try await _ in pieces { beginning.finish() }
            } catch {
                endings.withLock { $0.append((error as? WebError)?.reason) }
                throw error
            }
        }
        let upload = try await withServer(station) { socket, services in
            let (pieces, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            continuation.yield([1])
            let upload = Task { try await socket.ask(ControlRequest("PUT", "manifests", body: .stream(pieces))) }
            for await _ in begun {}
            await services.triggerGracefulShutdown()
            return upload
        }
        // The server has stopped before the rest has come, and the station knows that it will not.
        #expect(endings.withLock { $0 } == ["the connection ended before it did"])
        upload.cancel()
        _ = await upload.result
    }

    @Test func `does not wait at a graceful stop for a reader that reads no more, and does not call the export whole`()
        async throws
    {
        let station = FakeStation()
        let line = [UInt8](repeating: 120, count: 64 * 1024)
        await station.exporting(AsyncThrowingStream { line })
        let stream = try await withServer(station) { socket, _ in
            try await socket.open(ControlRequest("GET", "journal", "export"))
        }
        await #expect(throws: HTTPError.self) { for try await _ in stream.pieces {} }
    }

    @Test func `breaks off an export that the station cannot finish`() async throws {
        let station = FakeStation()
        let lines = Mutex(["one\n"])
        await station.exporting(
            AsyncThrowingStream {
                guard let line = lines.withLock({ $0.popLast() }) else { throw CocoaError(.fileReadCorruptFile) }
                return Array(line.utf8)
            })
        await #expect(throws: HTTPError.self) {
            try await Way.socket.ask(ControlRequest("GET", "journal", "export"), station)
        }
    }
}
