import Foundation
import ServerDoubles
import Subprocess
import TestSupport
import Testing
import Tickets

/// The whole way with real programs: from a server's tickets to a signed list, scans without a network, check-ins back.
@Suite(.timeLimit(.minutes(5)))
struct TicketingServerTests {
    private static let tickets = 40

    @Test func `what was decided without a network is told to EventSchedule in order, once each, with our times`()
        async throws
    {
        let bench = try Bench(tickets: Self.tickets)
        let double = bench.double
        try await double.serve { address in
            try await bench.build(from: address)
            let state = try await bench.station(telling: "http://127.0.0.1:1")
            // Without a network: everybody once, every third a second time, every fourth out.
            var scans = bench.codes
            scans += bench.codes.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
            let printed = try await Programs.run(
                "usherd", ["--stdin", "--state", state, "--config", bench.path("usher.yaml")],
                input: scans.joined(separator: "\n") + "\n"
                    + bench.codes.enumerated().filter { $0.offset % 4 == 0 }.map {
                        #"{"code":"\#($0.element)","direction":"out"}"#
                    }.joined(separator: "\n") + "\n")
            #expect(printed.output.split(separator: "\n").count == scans.count + Self.tickets / 4)
            #expect(double.now.checkIns.isEmpty)
            // The network is back.
            try bench.configure(telling: address)
            try await bench.withDaemon(state) {
                try await bench.wait("the outbox empties") {
                    let outbox = try await Programs.run("usher", ["outbox", "list", "--json", "--state", state])
                    return outbox.output.contains(#""items":[]"#)
                }
            }
            let journal = try await bench.journal(state).filter { $0.verdict != "refused" }
            let told = double.now.checkIns
            #expect(journal.count == Self.tickets + Self.tickets / 4)
            #expect(told.map { $0.text("idempotency_key") } == journal.map(\.id))
            #expect(told.map { $0.text("timestamp") } == journal.map(\.at))
            #expect(told.map { $0.text("ticket_id") } == journal.map(\.ref))
            #expect(told.map { $0.text("action") } == journal.map { $0.verdict == "admitted" ? "checkin" : "checkout" })
            // A list that is built again knows of them.
            try await bench.build(from: address)
            let second = try await bench.station("second", telling: address)
            let check = try await Programs.run("usher", ["check", bench.codes[1], "--state", second])
            #expect(check.status == 1)
            #expect(check.output.contains("ALREADY SCANNED"))
        }
    }

    @Test func `a list in a folder is taken, is no fault after a restart, and a bad one is none when it is gone`()
        async throws
    {
        let bench = try Bench(tickets: 3)
        try await bench.double.serve { try await bench.build(from: $0) }
        let state = bench.path("watching")
        try FileManager.default.createDirectory(at: bench.url("lists"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: bench.url("gala.usher"), to: bench.url("lists/gala.usher"))
        try await Programs.usher("key", "trust", bench.path("organizer.pub"), "--state", state)
        try Data("manifests: {folders: [\(bench.path("lists"))]}\n".utf8).write(to: bench.url("usher.yaml"))
        @Sendable func status() async throws -> String {
            try await Programs.run("usher", ["status", "--state", state]).output
        }
        try await bench.withDaemon(state) {
            try await bench.wait("the list is installed") { try await status().contains("Winter Gala") }
        }
        try Data("no list\n".utf8).write(to: bench.url("lists/zzz.usher"))
        try await bench.withDaemon(state) {
            // The folder is read in the order of names: once the bad file was reported, the good one was read too.
            try await bench.wait("the bad one is a fault") { try await status().contains("zzz.usher") }
            #expect(try await !status().contains("gala.usher"))
            try FileManager.default.removeItem(at: bench.url("lists/zzz.usher"))
            try await bench.wait("it is none when it is gone") { try await !status().contains("zzz.usher") }
        }
    }

    @Test func `a list that a web server has is fetched, and again when it changes`() async throws {
        let bench = try Bench(tickets: 3)
        try await bench.double.serve { try await bench.build(from: $0) }
        let server = ListServer(list: try Data(contentsOf: bench.url("gala.usher")), tag: "\"one\"")
        try await server.serve { address in
            let state = bench.path("fetching")
            try await Programs.usher("key", "trust", bench.path("organizer.pub"), "--state", state)
            try Data("manifests: {urls: [\"\(address)/gala.usher\"], interval: 10s}\n".utf8).write(
                to: bench.url("usher.yaml"))
            try await bench.withDaemon(state) {
                try await bench.wait("the list is installed") {
                    try await Programs.run("usher", ["manifest", "list", "--state", state]).output.contains(
                        "Winter Gala")
                }
            }
            // After a restart it asks whether the list has changed, and the server answers that it has not.
            let before = server.answers
            try await bench.withDaemon(state) {
                try await bench.wait("the server is asked again") { server.answers.count > before.count }
            }
            #expect(server.answers.dropFirst(before.count).first == 304)
        }
    }

    @Test func `an event that its server has lost is cancelled when its organizer says so, and not before`()
        async throws
    {
        let bench = try Bench(tickets: 3)
        try await bench.double.serve { address in
            try await bench.build(from: address)
            let publishing = """
                lists:
                  - event: event.yaml
                    key: organizer.key
                    from: {kind: eventschedule, url: "\(address)", event: "7", credential: key}
                    to: gala.usher

                """
            try Data(publishing.utf8).write(to: bench.url("publish.yaml"))
            func publish(_ options: String...) async throws -> (status: Int32, said: String) {
                let run = try await Programs.run("usher", ["publish", bench.path("publish.yaml")] + options)
                return (run.status, run.output + run.errors)
            }
            let list = { try Data(contentsOf: bench.url("gala.usher")) }
            let before = try list()
            bench.double.change { $0.events = [] }
            let refused = try await publish()
            #expect(refused.status == 1)
            #expect(refused.said.contains("People are let in with the last list."))
            #expect(try list() == before)

            #expect(try await publish("--accept-loss").status == 1)
            #expect(try await publish("--cancel", "other").status == 1)
            #expect(try list() == before)
            let closed = try await publish("--cancel", "gala")
            #expect(closed.status == 0 && closed.said.contains("changed: event"), "\(closed.said)")
            let state = try await bench.station(telling: address)
            let check = try await Programs.run("usher", ["check", bench.codes[0], "--state", state])
            #expect(check.output.contains("CANCELLED"))
            let after = try list()
            let again = try await publish()
            #expect(again.status == 0 && again.said.contains("its list says that it is cancelled"))
            #expect(try list() == after)
        }
    }
}
