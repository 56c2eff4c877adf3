import Foundation
import ServerDoubles
import Subprocess
import TestSupport
import Testing
import Tickets

/// An event with tickets on a server, its key, and stations.
final class Bench: Sendable {
    private let folder: TemporaryFolder
    let double: EventScheduleDouble
    let codes: [String]

    init(_ dialect: EventScheduleDouble.Dialect = .documented, tickets: Int) throws {
        double = EventScheduleDouble(dialect)
        folder = try TemporaryFolder()
        codes = (0..<tickets).map { _ in UUID().uuidString.replacing("-", with: "").lowercased() }
        let starts = Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000)) + .seconds(3600)
        fill(starts: starts)
        // The open source server takes no check-ins.
        let backend = dialect == .upstream ? "" : "backend: box\n"
        try folder.write("id: gala\norganizer: Gala Ltd\n\(backend)", to: "event.yaml")
        try secret("key", double.key)
    }

    /// Gives the server an event and its tickets, in its own names.
    private func fill(starts: Timestamp) {
        let utc = starts.description.replacing("T", with: " ").prefix(19)
        // Kampala is three hours ahead.
        let day = (starts + .seconds(3 * 3600)).description.prefix(10)
        double.change { state in
            var event: EventScheduleDouble.Object = [
                "id": .integer(7), "name": "Winter Gala", "starts_at": .string(starts.description),
                "duration": .integer(5), "timezone": "Africa/Kampala", "status": "published",
            ]
            if double.dialect == .upstream {
                event["starts_at"] = .string(String(utc))
                event["schedules"] = .array([.object([("subdomain", "hall")])])
                event["timezone"] = nil
                state.schedules = [["subdomain": "hall", "timezone": "Africa/Kampala"]]
            }
            state.events = [event]
            for (number, code) in codes.enumerated() {
                let (id, type) = (JSONValue.integer(Int64(100 + number)), number % 5 == 0 ? "VIP" : "Standard")
                state.tickets.append([
                    "id": id, "event_id": .integer(7), "code": .string(code), "type": .string(type),
                    "status": "valid", "holder": "Ada",
                ])
                guard double.dialect == .upstream else { continue }
                let line = JSONValue.object([
                    ("ticket_id", .integer(1)), ("type", .string(type)), ("quantity", .integer(1)),
                    ("is_addon", .bool(false)), ("is_pass", .bool(false)),
                ])
                state.sales.append([
                    "id": id, "event_id": .integer(7), "name": "Ada", "event_date": .string(String(day)),
                    "status": "paid", "secret": .string(code), "tickets": .array([line]),
                ])
            }
        }
    }

    func url(_ name: String) -> URL { folder.file(name) }
    func path(_ name: String) -> String { url(name).path }

    private func secret(_ name: String, _ text: String) throws {
        try folder.write(text, to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(name))
    }

    func build(from address: String) async throws {
        try folder.write(
            "kind: eventschedule\nurl: \(address)\nevent: \"7\"\ncredential: key\n", to: "source.yaml")
        if !FileManager.default.fileExists(atPath: path("organizer.key")) {
            try await Programs.usher("key", "generate", "--out", path("organizer"))
        }
        try await Programs.usher(
            "manifest", "build", "--source", path("source.yaml"), "--event",
            path("event.yaml"), "--key", path("organizer.key"), "--out", path("gala.usher"))
    }

    /// The list of a server that gives no codes: from a file of its organizer.
    func buildFromFile() async throws {
        let rows = codes.enumerated().map { "\($1),\(100 + $0),\($0 % 5 == 0 ? "VIP" : "Standard"),Ada" }
        try folder.write((["code,ref,type,holder"] + rows).joined(separator: "\n"), to: "tickets.csv")
        let event = double.now.events[0]
        try folder.write(
            """
            id: gala
            name: Winter Gala
            organizer: Gala Ltd
            timezone: Africa/Kampala
            doors_open: \(Date.now.addingTimeInterval(-3600).timestamp)
            starts: \(event.text("starts_at") ?? "")
            backend: box

            """, to: "event.yaml")
        try await Programs.usher("key", "generate", "--out", path("organizer"))
        try await Programs.usher(
            "manifest", "build", "--event", path("event.yaml"), "--tickets", path("tickets.csv"), "--key",
            path("organizer.key"), "--out", path("gala.usher"))
    }

    func configure(telling address: String?) throws {
        let backends = address.map {
            "backends: {box: {kind: eventschedule, url: \"\($0)\", events: {gala: \"7\"}}}\n"
        }
        try folder.write(backends ?? "station: kiosk-1\n", to: "usher.yaml")
    }

    /// A state folder with the list and the server's key.
    func station(_ name: String = "state", telling address: String?) async throws -> String {
        let state = path(name)
        try await Programs.usher("key", "trust", path("organizer.pub"), "--state", state)
        try await Programs.usher("manifest", "install", path("gala.usher"), "--state", state)
        try FileManager.default.copyItem(atPath: path("key"), toPath: state + "/credentials/box")
        try configure(telling: address)
        return state
    }

    func withDaemon(_ state: String, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let record = try await Subprocess.run(
            .name("usherd"), arguments: ["--state", state, "--config", path("usher.yaml")],
            environment: Programs.environment(), input: .none, output: .discarded, error: .discarded
        ) { execution in
            try await DaemonTests.waitForSocket(in: state)
            try await body()
            try execution.send(signal: .terminate)
        }
        #expect(record.terminationStatus == .exited(0))
    }

    func wait(_ what: String, until holds: () async throws -> Bool) async throws {
        for _ in 0..<2000 {
            if try await holds() { return }
            _ = try await Programs.run("true", [])
        }
        Issue.record("this never happened: \(what)")
    }

    struct Entry: Decodable {
        let id: String
        let verdict: String
        let at: String
        let ref: String?
    }

    func journal(_ state: String) async throws -> [Entry] {
        let lines = try await Programs.usher("journal", "list", "--json", "--limit", "1000", "--state", state).output
        return try lines.split(separator: "\n").map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
    }
}
