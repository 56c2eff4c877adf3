import Backends
import Files
import Foundation
import Manifests
import Publishing
import ServerDoubles
import TestSupport
import Testing
import Tickets

@testable import Station

/// A list that is published again and again, and a station that fetches it.
@Suite(.timeLimit(.minutes(5))) struct ListChangesAtStationTests {
    private let fixture: StationFixture
    private let station: Station
    /// The organizer's machine.
    private let folder: TemporaryFolder
    private let server = ListServer(list: Data(), tag: "\"none\"")

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open { $0.gate = "A" }
        folder = try TemporaryFolder()
        _ = try KeyFile.generate(named: folder.file("organizer"), for: .manifest)
        try folder.write(StationFixture.galaYAML, to: "event.yaml")
        try folder.write(
            "lists: [{event: event.yaml, key: organizer.key, tickets: tickets.csv, to: gala.usher}]",
            to: "publish.yaml")
        let key = try String(contentsOf: folder.file("organizer.pub"), encoding: .utf8)
        _ = try await station.lists.trust(key)
    }

    /// Publishes a list of so many tickets, and puts it on the server with everything beside it.
    /// - Parameter renamed: so many of them have another holder each time.
    @discardableResult
    private func publish(
        _ tickets: Int, after seconds: Int, withChanges: Bool = true, renamed: Int = 0
    ) async throws -> Publisher.Result {
        let rows =
            ["code,type,holder"]
            + (0..<tickets).map { "\(code("ticket\($0)")),standard,\($0 < renamed ? "Guest \(seconds)" : "")" }
        try folder.write(rows.joined(separator: "\n"), to: "tickets.csv")
        let publication = try #require(try Publication.read(contentsOf: folder.file("publish.yaml")).first)
        let now = StationFixture.evening + .seconds(seconds)
        fixture.set(now: now)
        let result = try await Publisher(now: { now }).publish(publication) { _ in }
        server.replace(try Data(contentsOf: folder.file("gala.usher")), tag: "\"\(result.claims.sequence)\"")
        for name in try changes() where withChanges {
            server.put(try Data(contentsOf: folder.file(name)), at: "/\(name)")
        }
        return result
    }

    private func changes() throws -> [String] {
        try folder.names().filter { $0.hasSuffix(".changes") }.sorted()
    }

    /// Runs the body with a download from the server.
    private func fetching(_ body: (ListDownload) async throws -> Void) async throws {
        try await server.serve { (address: String) async throws in
            try await body(
                ListDownload(of: "\(address)/gala.usher?token=1", into: folder.url, room: { 1 << 30 }))
        }
    }

    private var installed: ManifestClaims? { station.resources.manifests.installed.first?.claims }

    /// What was asked for, and the status of the answer.
    private var talk: [String] {
        zip(server.requests, server.answers).map { request, status in
            "\(status) \(request.path.dropFirst()) \(request.headers["range"] ?? "")"
                .trimmingCharacters(in: .whitespaces)
        }
    }

    private static let look = "gala.usher bytes=0-4095"

    @Test func `a station fetches the list once, then what has changed, and nothing when nothing has`() async throws {
        let first = try await publish(500, after: 0).claims.sequence
        try await fetching { download in
            try await station.lists.update(from: download)
            #expect(installed?.sequence == first)
            try await station.lists.update(from: download)
            let second = try await publish(501, after: 10).claims
            try await station.lists.update(from: download)
            #expect(installed == second)
            try await station.lists.update(from: download)
            #expect(
                talk == [
                    "200 gala.usher", "304 \(Self.look)", "206 \(Self.look)",
                    "200 gala.usher.\(first)-\(second.sequence).changes", "304 \(Self.look)",
                ])
            #expect(server.requests.allSatisfy { $0.query["token"] == "1" })
            #expect(await station.door.show(code("ticket500")).verdict == .admitted)
            // Nothing is left but the tag of the list.
            #expect(try folder.names().filter { $0.hasSuffix(".etag") }.count == 1)
        }
    }

    @Test func `a station that was away for several lists fetches one file`() async throws {
        let first = try await publish(500, after: 0).claims.sequence
        try await fetching { download in
            try await station.lists.update(from: download)
            for round in 1...4 { try await publish(500 + round, after: 10 * round) }
            try await station.lists.update(from: download)
            let last = try #require(installed?.sequence)
            #expect(installed?.body.tickets == 504)
            #expect(
                talk.dropFirst() == ["206 \(Self.look)", "200 gala.usher.\(first)-\(last).changes"])
        }
    }

    @Test func `a list that was only signed again costs its beginning`() async throws {
        try await publish(500, after: 0)
        try await fetching { download in
            try await station.lists.update(from: download)
            // After more than half of `max_age`.
            let again = try await publish(500, after: 13 * 3600).claims
            try await station.lists.update(from: download)
            #expect(installed == again)
            #expect(talk.dropFirst() == ["206 \(Self.look)"])
        }
    }

    @Test func `without changes, or with wrong ones, the whole list comes`() async throws {
        let first = try await publish(500, after: 0).claims.sequence
        try await fetching { download in
            try await station.lists.update(from: download)
            let second = try await publish(501, after: 10, withChanges: false).claims
            try await station.lists.update(from: download)
            #expect(installed == second)
            let name = "gala.usher.\(first)-\(second.sequence).changes"
            #expect(talk.dropFirst() == ["206 \(Self.look)", "404 \(name)", "200 gala.usher"])
            let wrong = try Data(contentsOf: folder.file(name))
            let third = try await publish(502, after: 20, withChanges: false).claims
            server.put(wrong, at: "/gala.usher.\(second.sequence)-\(third.sequence).changes")
            try await station.lists.update(from: download)
            #expect(installed == third)
            // Endless ones are cut off.
            let fourth = try await publish(503, after: 30, withChanges: false).claims
            server.put(
                Data(repeating: 1, count: 1 << 20), at: "/gala.usher.\(third.sequence)-\(fourth.sequence).changes")
            try await station.lists.update(from: download)
            #expect(installed == fourth)
            // None of this was thrown, which alone is an alarm.
        }
    }

    @Test func `a server without parts sends the list once`() async throws {
        try await publish(500, after: 0)
        server.ignoreRanges()
        try await fetching { download in
            try await station.lists.update(from: download)
            let second = try await publish(501, after: 10).claims
            try await station.lists.update(from: download)
            try await station.lists.update(from: download)
            #expect(installed == second)
            #expect(talk == ["200 gala.usher", "200 \(Self.look)", "304 \(Self.look)"])
        }
    }

    @Test func `a list that is refused is refused by its line, and nothing else is fetched`() async throws {
        try await publish(500, after: 0)
        try await fetching { download in
            try await station.lists.update(from: download)
            let stranger = try StationFixture()
            let other = try await stranger.open()
            try await stranger.install(["\(code("x")),1,standard,,,,,"], in: other)
            let list = try #require(
                try Folder.names(in: stranger.folder).first { $0.hasSuffix(".usher") })
            server.replace(try Data(contentsOf: stranger.folder.appending(path: list)), tag: "\"x\"")
            let error = await #expect(throws: ManifestError.self) { try await station.lists.update(from: download) }
            #expect(error?.code == .untrustedKey)
            #expect(talk.dropFirst() == ["206 \(Self.look)"])
        }
    }

    @Test func `changes to the last two lists are kept, from sixty before`() async throws {
        let first = try await publish(500, after: 0).claims.sequence
        let second = try await publish(501, after: 10).claims.sequence
        // As if there had been seventy lists more before them.
        let file = folder.file("gala.usher.\(first)-\(second).changes")
        for number in 1...70 {
            try FileManager.default.copyItem(
                at: file, to: folder.file("gala.usher.\(first - Int64(number))-\(second).changes"))
        }
        try folder.write("", to: "ball.usher.1-2.changes")
        let third = try await publish(502, after: 20).claims.sequence
        let bases = [second] + (0..<59).map { first - $0 }
        #expect(
            try Set(changes().filter { $0.hasSuffix("-\(third).changes") })
                == Set(bases.map { "gala.usher.\($0)-\(third).changes" }))
        #expect(try changes().count == 60 + 71 + 1)
        let fourth = try await publish(503, after: 30).claims.sequence
        #expect(try changes().filter { $0.hasSuffix("-\(fourth).changes") }.count == 60)
        // Those to the second are gone, and those of another event are not touched.
        #expect(try changes().count == 60 + 60 + 1)
    }

    @Test func `all that is beside a list is no longer than two lists`() async throws {
        for round in 0..<12 { try await publish(500, after: 10 * round, renamed: 60) }
        let files = try changes()
        let bytes = try files.reduce(0) { try $0 + Data(contentsOf: folder.file($1)).count }
        let list = try Data(contentsOf: folder.file("gala.usher")).count
        #expect(bytes > list && bytes <= 2 * list)
        #expect(files.count < 22)
    }

    @Test func `nothing is beside a list of which most has changed`() async throws {
        try await publish(500, after: 0)
        try await publish(501, after: 10)
        #expect(try changes().count == 1)
        #expect(try await publish(1500, after: 20).changesByteCount == nil)
        // To the list before, for whoever has just read its line.
        #expect(try changes().count == 1)
        try await publish(1501, after: 30)
        #expect(try changes().count == 1)
    }

    @Test func `a damaged file beside a list stops nothing`() async throws {
        let first = try await publish(500, after: 0).claims.sequence
        let second = try await publish(501, after: 10).claims.sequence
        try Data("damaged".utf8).write(to: folder.file("gala.usher.\(first)-\(second).changes"))
        let third = try await publish(502, after: 20)
        #expect(try changes().filter { $0.hasSuffix("-\(third.claims.sequence).changes") }.count == 1)
        #expect(third.changesByteCount ?? .max < 1000)
    }
}
