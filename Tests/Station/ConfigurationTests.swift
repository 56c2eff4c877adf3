import Backends
import Cameras
import DoorScreen
import Foundation
import Logging
import TestSupport
import Testing
import Tickets
import Wedges

@testable import Station

@Suite struct ConfigurationTests {
    private func read(_ yaml: String, environment: [String: String] = [:]) throws -> Configuration {
        let folder = try TemporaryFolder()
        let file = try folder.write(yaml, to: "usher.yaml")
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
            cameras:
              - {device: /dev/video0, sizes: [1920x1080, 640x480], rate: 60, mirrored: true, power_line: "60"}
              - {device: /dev/video2}
            scanners:
              - {device: /dev/usher/scanner-1, layout: de, terminator: none, prefix: "~", suffix: "!", caps_lock: true}
            policy: {after_expiry: refuse, clock_untrusted: refuse, faceless: allow, grace_after_end: 30m}
            log: debug
            """)
        #expect(configuration.station == "kiosk-3")
        #expect(configuration.gate == "B")
        #expect(configuration.direction == .out)
        #expect(configuration.events == ["gala", "ball"])
        #expect(configuration.keepLists == .seconds(3 * 86_400))
        #expect(
            configuration.policy
                == Policy(
                    afterExpiry: .refuse, clockUntrusted: .refuse, withoutDisplay: .allow, graceAfterEnd: .seconds(1800)
                ))
        let camera = CameraSettings(
            sizes: [FrameSize(width: 1920, height: 1080), FrameSize(width: 640, height: 480)], rate: 60,
            isMirrored: true, powerLine: .hertz60)
        #expect(
            configuration.cameras
                == .listed([
                    .init(path: "/dev/video0", settings: camera), .init(path: "/dev/video2", settings: .init()),
                ]))
        let scanner = WedgeSettings(
            layout: try KeyboardLayout(checking: "de"), terminator: .none, prefix: "~", suffix: "!", capsLock: true)
        #expect(configuration.scanners == .listed([.init(path: "/dev/usher/scanner-1", settings: scanner)]))
        #expect(configuration.logLevel == .debug)
    }

    @Test func `a section without a value says nothing`() throws {
        let names = [
            "policy", "manifests", "screen", "cameras", "scanners", "serial_scanners", "venue", "alerts", "backends",
            "hooks",
            "metrics", "language", "events",
        ]
        let empty = try read(names.map { "\($0):\n" }.joined())
        #expect(try empty == read("{}"))
    }

    @Test func `files in the folder beside it complete it, the last by name first`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            """
            gate: A
            policy: {after_expiry: refuse, faceless: allow}
            screen: {volume: 10, figures: {hosts: [figures.example.org]}}
            backends:
              box: {kind: webhook, url: "https://a.example.org/", batch: 5}
              office: {kind: webhook, url: "https://b.example.org/"}
            """, to: "usher.yaml")
        let parts = folder.file("usher.d")
        try FileManager.default.createDirectory(at: parts, withIntermediateDirectories: false)
        for (name, text) in [
            ("20-second.yaml", "gate: C\npolicy: {clock_untrusted: refuse}\n"),
            ("10-first.yml", "gate: B\nlanguage: de\n"),
            (
                "30-box.yaml",
                "backends: {box: {kind: webhook, url: \"https://c.example.org/\"}}\nscreen: {volume: 20}\n"
            ),
            (".hidden.yaml", "["), ("40-old.yaml.dpkg-old", "["), ("README", "["),
        ] {
            try Data(text.utf8).write(to: parts.appending(path: name))
        }
        let configuration = try Configuration.read(file: file.path, environment: ["USHER_LOG": "debug"])
        #expect(configuration.gate == "C")
        #expect(configuration.language == "de")
        #expect(
            configuration.policy
                == Policy(afterExpiry: .refuse, clockUntrusted: .refuse, withoutDisplay: .allow))
        #expect(configuration.backends.map(\.name) == ["office", "box"])
        #expect(configuration.backends.map(\.url) == ["https://b.example.org", "https://c.example.org"])
        #expect(configuration.screen?.volume == 20)
        #expect(configuration.figures?.hosts == ["figures.example.org"])
        #expect(configuration.logLevel == .debug)
        _ = try folder.write("gatte: B\n", to: "usher.d/50-wrong.yaml")
        #expect { try Configuration.read(file: file.path, environment: [:]) } throws: {
            "\($0)".contains("usher.d/50-wrong.yaml") && "\($0)".contains("gatte")
        }
    }

    @Test func `knows all, none and some of the devices`() throws {
        #expect(try read("cameras: off\n").cameras == .off)
        #expect(try read("scanners: auto\n").scanners == .auto)
        #expect(try read("{}").cameras == .auto)
        let faulty = """
            cameras:
              - {device: video0, sizes: [big], rate: 0, mirored: true}
            scanners:
              - {layout: klingon, terminator: bell}
            """
        let error = #expect(throws: (any Error).self) { try self.read(faulty) }
        let text = String(describing: try #require(error))
        for word in [
            "cameras[0].device", "cameras[0].sizes[0]", "cameras[0].rate", "mirored", "scanners[0].device",
            "scanners[0].layout", "scanners[0].terminator",
        ] { #expect(text.contains(word), "\(text)") }
        #expect(throws: (any Error).self) { try self.read("cameras: some\n") }
        for sizes in ["[]", "[8193x720]", "[1280x15]"] {
            #expect(throws: (any Error).self) { try self.read("cameras: [{device: /dev/video0, sizes: \(sizes)}]\n") }
        }
    }

    @Test func `cameras read the kinds of codes that it names`() throws {
        #expect(try read("{}").symbologies == [])
        #expect(try read("symbologies: [code128, qr]\n").symbologies == [.qr, .code128])
        #expect(try read("symbologies: [ean, itf14, code39, codabar]\n").symbologies.count == 4)
        for (text, problem) in [("[qr, code182]", "symbologies[1]"), ("aztec", "symbologies")] {
            let error = #expect(throws: (any Error).self) { try self.read("symbologies: \(text)\n") }
            #expect(error.map { "\($0)".contains(problem) } == true, "\(text): \(String(describing: error))")
        }
    }

    @Test func `knows a venue's ledger, and which tickets wait for it`() throws {
        let plain = try #require(try read("venue: {url: 'postgresql://venue.a@ledger/venue'}\n").venue)
        #expect(plain == VenueSettings(url: "postgresql://venue.a@ledger/venue"))
        #expect(plain.limit == .milliseconds(150))
        #expect(!plain.holds("vip"))
        let venue = try #require(
            try read(
                """
                venue:
                  url: postgresql://venue.a@one,two/venue
                  credential: ledger
                  limit: 80ms
                  when_alone: {default: hold, standard: admit}
                  uploads: {credential: venue-uploads}
                """
            ).venue)
        #expect(plain.uploadsCredential == nil)
        #expect(venue.uploadsCredential == "venue-uploads")
        #expect(venue.credential == "ledger")
        #expect(venue.limit == .milliseconds(80))
        #expect(venue.holds("vip"))
        #expect(!venue.holds("standard"))
        #expect(try read("venue: {url: 'postgresql://l/v', when_alone: hold}\n").venue?.holds("vip") == true)
        #expect(try read("{}").venue == nil)
    }

    @Test(arguments: [
        ("{}", "venue.url"), ("{url: 'http://ledger'}", "does not begin with postgresql://"),
        ("{url: 'postgresql://u:secret@l/v'}", "contains a password"),
        ("{url: 'postgresql://l/v', limit: 5s}", "10ms to 2000ms"),
        ("{url: 'postgresql://l/v', limit: 9ms}", "10ms to 2000ms"),
        ("{url: 'postgresql://l/v', when_alone: ask}", "when_alone"),
        ("{url: 'postgresql://l/v', uploads: {}}", "venue.uploads.credential"),
        ("{url: 'postgresql://l/v', when_alone: {vip: ask}}", "admit or hold for vip"),
    ]) func `says what is wrong with a venue's ledger`(yaml: String, words: String) throws {
        let error = #expect(throws: (any Error).self) { try self.read("venue: \(yaml)\n") }
        let text = String(describing: try #require(error))
        #expect(text.contains(words), "\(text)")
        #expect(!text.contains("secret"))
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
        (defaults.isScreenChosen, defaults.isStationNamed) = (true, true)
        #expect(example == defaults)
    }
}
