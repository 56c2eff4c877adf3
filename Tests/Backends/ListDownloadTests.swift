import Foundation
import ServerDoubles
import TestSupport
import Testing

@testable import Backends

@Suite(.timeLimit(.minutes(5)))
struct ListDownloadTests {
    private let list = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7 / 3) })
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func download(_ address: String, room: Int64 = 1 << 30) -> ListDownload {
        ListDownload(of: "\(address)/gala.usher", into: folder.url, room: { room })
    }

    private func content(_ outcome: ListDownload.Outcome) throws -> Data? {
        guard case .file(let file) = outcome else { return nil }
        return try Data(contentsOf: file)
    }

    @Test func `fetches a list, and then only another one`() async throws {
        let server = ListServer(list: list, tag: "\"one\"")
        try await server.serve { (address: String) async throws in
            let download = download(address)
            #expect(try content(await download.fetch()) == list)
            try download.keep()
            #expect(try await download.fetch() == .unchanged)
            server.replace(Data(list.reversed()), tag: "\"two\"")
            #expect(try content(await download.fetch()) == Data(list.reversed()))
        }
        #expect(server.answers == [200, 304, 200])
    }

    @Test func `goes on where it broke off`() async throws {
        let server = ListServer(list: list, tag: "\"one\"")
        try await server.serve { (address: String) async throws in
            let download = download(address)
            server.breakNext(after: 70_000)
            let trouble = await #expect(throws: BackendError.self) { try await download.fetch() }
            #expect(trouble?.code == .unreachable)
            #expect(try content(await download.fetch()) == list)
        }
        #expect(server.requests.last?.headers["range"] == "bytes=70000-")
        #expect(server.answers == [200, 206])
    }

    @Test func `begins anew when the list has become another one meanwhile`() async throws {
        let server = ListServer(list: list, tag: "\"one\"")
        try await server.serve { (address: String) async throws in
            let download = download(address)
            server.breakNext(after: 70_000)
            await #expect(throws: BackendError.self) { try await download.fetch() }
            server.replace(Data(list.reversed()), tag: "\"two\"")
            #expect(try content(await download.fetch()) == Data(list.reversed()))
        }
        #expect(server.answers == [200, 200])
    }

    @Test func `gives the same file again until somebody says what became of it`() async throws {
        let server = ListServer(list: list, tag: "\"one\"")
        try await server.serve { (address: String) async throws in
            let download = download(address)
            _ = try await download.fetch()
            #expect(try content(await download.fetch()) == list)
            download.discard()
            #expect(try content(await download.fetch()) == list)
        }
        #expect(server.answers == [200, 200])
    }

    @Test func `a part that nobody asked for is an error, not a reason to ask again`() async throws {
        let double = EventScheduleDouble()
        double.change { $0.hostility = ("/", .failing(status: 206, retryAfter: nil)) }
        try await double.serve { address in
            let trouble = await #expect(throws: BackendError.self) { try await download(address).fetch() }
            #expect(trouble?.code == .unexpected)
        }
        #expect(double.now.requests.count == 1)
    }

    @Test func `keeps nothing of what the disk has no room for`() async throws {
        let server = ListServer(list: list, tag: "\"one\"")
        try await server.serve { (address: String) async throws in
            let download = download(address, room: 100_000)
            let trouble = await #expect(throws: BackendError.self) { try await download.fetch() }
            #expect(trouble?.code == .tooLarge)
        }
        #expect(try folder.names() == [])
    }

    @Test(arguments: [
        (Hostility.captivePortal, BackendError.Code.unexpected),
        (.failing(status: 503, retryAfter: nil), .failing), (.failing(status: 404, retryAfter: nil), .notFound),
        (.failing(status: 403, retryAfter: nil), .unauthorised), (.redirect(to: "http://127.0.0.1:1"), .unexpected),
    ])
    func `says what is wrong with an answer that is no list`(
        hostility: Hostility, code: BackendError.Code
    ) async throws {
        let double = EventScheduleDouble()
        double.change { $0.hostility = ("/", hostility) }
        try await double.serve { address in
            let trouble = await #expect(throws: BackendError.self) { try await download(address).fetch() }
            #expect(trouble?.code == code)
        }
    }

    // MARK: - Its beginning, and its changes

    private func list(lineOf count: Int) -> Data {
        Data(repeating: UInt8(ascii: "a"), count: count) + Data("\n".utf8) + list
    }

    @Test(arguments: [(100, [206]), (4095, [206]), (4096, [206, 206]), (65_536, [206, 206])])
    func `the beginning of a list shows its line`(count: Int, answers: [Int]) async throws {
        let server = ListServer(list: list(lineOf: count), tag: "\"one\"")
        try await server.serve { (address: String) async throws in
            let download = download(address)
            guard case .line(let line, let tag) = try await download.look() else { return #expect(Bool(false)) }
            #expect(line == Data(repeating: UInt8(ascii: "a"), count: count))
            #expect(tag == "\"one\"")
            try download.keep(tag)
            #expect(try await download.look() == .unchanged)
            #expect(try await download.fetch() == .unchanged)
        }
        #expect(server.answers == answers + [304, 304])
    }

    @Test func `a line that never ends is not read on and on`() async throws {
        let server = ListServer(list: list(lineOf: 65_537), tag: "\"one\"")
        try await server.serve { (address: String) async throws in
            #expect(try await download(address).look() == .unclear)
        }
        #expect(server.requests.map { $0.headers["range"] } == ["bytes=0-4095", "bytes=0-65536"])
    }

    @Test func `a list that is here in part is not looked at`() async throws {
        let server = ListServer(list: list, tag: "\"one\"")
        try await server.serve { (address: String) async throws in
            let download = download(address)
            server.breakNext(after: 70_000)
            await #expect(throws: BackendError.self) { try await download.fetch() }
            #expect(try await download.look() == .unclear)
            _ = try await download.fetch()
            #expect(try await download.look() == .unclear)
        }
        #expect(server.answers == [200, 206])
    }

    @Test func `changes are beside the list, before its query`() async throws {
        let server = ListServer(list: list, tag: "\"one\"")
        server.put(Data("changes".utf8), at: "/gala.usher.1-2.changes")
        try await server.serve { (address: String) async throws in
            for (query, limit, isThere) in [("", 7, true), ("?key=1#part", 7, true), ("", 6, false)] {
                let download = ListDownload(
                    of: "\(address)/gala.usher\(query)", into: folder.url, room: { 1 << 30 })
                let file = try await download.changes(".1-2.changes", limit: Int64(limit))
                #expect(try file.map { try Data(contentsOf: $0) } == (isThere ? Data("changes".utf8) : nil))
                #expect(try await download.changes(".1-3.changes", limit: 7) == nil)
            }
            let full = ListDownload(of: "\(address)/gala.usher", into: folder.url, room: { 6 })
            #expect(try await full.changes(".1-2.changes", limit: 7) == nil)
        }
        #expect(server.requests.filter { $0.query["key"] == "1" }.count == 2)
    }

    @Test(arguments: [
        (Hostility.captivePortal, BackendError.Code.unexpected),
        (.failing(status: 503, retryAfter: nil), .failing), (.failing(status: 404, retryAfter: nil), .notFound),
    ])
    func `a beginning that is no list is an error, and changes that cannot be had are none`(
        hostility: Hostility, code: BackendError.Code
    ) async throws {
        let double = EventScheduleDouble()
        double.change { $0.hostility = ("/", hostility) }
        try await double.serve { address in
            let trouble = await #expect(throws: BackendError.self) { try await download(address).look() }
            #expect(trouble?.code == code)
        }
        #expect(try await download("http://127.0.0.1:1").changes(".1-2.changes", limit: 7) == nil)
    }
}
