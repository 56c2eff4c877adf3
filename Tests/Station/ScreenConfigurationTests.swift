import DoorScreen
import Foundation
import StationAPI
import TestSupport
import Testing

@testable import Station

struct ScreenConfigurationTests {
    private func read(_ text: String, environment: [String: String] = [:]) throws -> Configuration {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "usher.yaml")
        return try Configuration.read(file: file.path, environment: environment)
    }

    @Test func `is on at its own address unless it is off`() throws {
        let given = try read("station: kiosk")
        #expect(given.screen == PageSettings())
        #expect(given.screen?.host == "127.0.0.1")
        #expect(given.screen?.port == 8722)
        #expect(!given.isScreenChosen)
        #expect(try read("screen: off").screen == nil)
        #expect(try read("screen: {}", environment: ["USHER_SCREEN": "off"]).screen == nil)
        #expect(try read("station: kiosk", environment: ["USHER_SCREEN": "[::1]:9000"]).screen?.host == "::1")
    }

    @Test func `reads how it looks and sounds`() throws {
        let screen = try read(
            """
            screen:
              listen: localhost:9000
              theme: dark
              ready_after: 8s
              volume: 30
              mute: true
              camera: false
              staff_idle: 5m
              confirm_attention: true
              name: Gala Ltd
              color: "#2563eb"
              rotation: 270
              scale: 150
              output: HDMI-A-1
            """
        ).screen
        var expected = PageSettings()
        expected.port = 9000
        expected.theme = .dark
        expected.readyAfter = .seconds(8)
        expected.volume = 30
        expected.isMuted = true
        expected.showsCamera = false
        expected.staffIdle = .seconds(300)
        expected.confirmsAttention = true
        expected.brand = .init(name: "Gala Ltd", color: "#2563eb")
        expected.console.rotation = 270
        expected.console.scale = 150
        expected.console.output = "HDMI-A-1"
        #expect(screen == expected)
    }

    @Test func `shows figures to other machines only where it is said`() throws {
        #expect(try read("screen: {}").figures == nil)
        #expect(
            try read("screen: {figures: {hosts: [figures.example.org]}}").figures
                == RemoteSettings(host: "127.0.0.1", port: 8723, hosts: ["figures.example.org"]))
        #expect(
            try read("screen: {figures: {listen: \"[::]:9000\", hosts: [kiosk, \"kiosk:9000\"]}}").figures
                == RemoteSettings(host: "::", port: 9000, hosts: ["kiosk", "kiosk:9000"]))
    }

    @Test(
        "names what is wrong",
        arguments: [
            ("listen: 0.0.0.0:8722", "screen.listen"), ("listen: kiosk.example:80", "screen.listen"),
            ("listen: 127.0.0.1:70000", "screen.listen"), ("language: sw", "screen.language"),
            ("ready_after: 1s", "screen.ready_after"), ("staff_idle: 5s", "screen.staff_idle"),
            ("confirm_attention: maybe", "screen.confirm_attention"), ("color: red", "screen.color"),
            ("logo: /nowhere/logo.svg", "screen.logo"), ("logo: /etc/passwd", "screen.logo"),
            ("rotation: 45", "screen.rotation"),
            ("rotation: left", "screen.rotation"), ("scale: 50", "screen.scale"), ("scale: 1.5", "screen.scale"),
            ("output: HDMI", "screen.output"), ("output: card0-HDMI-A-1", "screen.output"),
            ("output: \"DP-1;x\"", "screen.output"),
            ("colour: x", "screen.colour"), ("figures: {listen: 127.0.0.1:8723}", "screen.figures.hosts"),
            ("figures: {hosts: [a b]}", "screen.figures.hosts"),
            ("figures: {hosts: [a], listen: 127.0.0.1}", "screen.figures.listen"),
            ("figures: {hosts: [a], token: x}", "screen.figures.token"),
        ])
    func faults(line: String, key: String) throws {
        let error = try #require(throws: (any Error).self) { try read("screen:\n  \(line)\n") }
        #expect("\(error)".contains(key))
    }

    @Test func `refuses an address that others reach, in the environment too`() {
        #expect(throws: StationError.self) { try read("", environment: ["USHER_SCREEN": "0.0.0.0:8722"]) }
    }
}
