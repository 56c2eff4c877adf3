import Foundation
import Logging
import Testing
import Tickets

@testable import Station

@Suite struct ConfigurationTests {
    private func read(_ yaml: String, environment: [String: String] = [:]) throws -> Configuration {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).yaml")
        try Data(yaml.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try Configuration.read(file: file.path, environment: environment)
    }

    @Test func `reads every key`() throws {
        let configuration = try read(
            """
            station: kiosk-3
            gate: B
            direction: out
            events: [gala, ball]
            manifests: {keep_after_end: 3d}
            policy: {after_expiry: refuse, clock_untrusted: refuse, grace_after_end: 30m}
            log: debug
            """)
        #expect(configuration.station == "kiosk-3")
        #expect(configuration.gate == "B")
        #expect(configuration.direction == .out)
        #expect(configuration.events == ["gala", "ball"])
        #expect(configuration.keepLists == .seconds(3 * 86_400))
        #expect(
            configuration.policy == Policy(afterExpiry: .refuse, clockUntrusted: .refuse, graceAfterEnd: .seconds(1800))
        )
        #expect(configuration.logLevel == .debug)
    }

    @Test func `lists every fault at once, misspelt keys too`() throws {
        let error = #expect(throws: (any Error).self) {
            try self.read("gaet: B\ndirection: sideways\npolicy: {grace_after_end: soon, after_expiry: maybe}\n")
        }
        let text = String(describing: try #require(error))
        for word in ["gaet", "gate", "sideways", "soon", "maybe"] { #expect(text.contains(word), "\(text)") }
    }

    @Test func `lets the environment win over the file`() throws {
        let configuration = try read(
            "gate: B\ndirection: in\n",
            environment: ["USHER_GATE": "C", "USHER_DIRECTION": "out", "USHER_EVENTS": "a,b"])
        #expect(configuration.gate == "C")
        #expect(configuration.direction == .out)
        #expect(configuration.events == ["a", "b"])
    }

    @Test func `notes a variable that may be misspelt`() throws {
        let configuration = try read("{}", environment: ["USHER_GATES": "A", "USHER_GATE": "B", "PATH": "/bin"])
        #expect(configuration.unknownVariables == ["USHER_GATES"])
        #expect(configuration.gate == "B")
    }

    @Test func `names a variable that makes no sense`() throws {
        let error = #expect(throws: StationError.self) { try self.read("{}", environment: ["USHER_DIRECTION": "up"]) }
        #expect(error?.description.contains("USHER_DIRECTION") == true)
    }

    @Test func `the example in systemd says what the defaults are`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let example = try Configuration.read(
            file: root.appending(path: "systemd/usher.yaml").path, environment: ["USHER_STATION": "here"])
        var defaults = Configuration(station: "here")
        defaults.direction = .in
        #expect(example == defaults)
    }
}
