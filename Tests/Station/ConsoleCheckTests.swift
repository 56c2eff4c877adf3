import DoorScreen
import Foundation
import Messages
import TestSupport
import Testing

@testable import Station

/// The doctor before folders like those in which the kernel lists connectors.
struct ConsoleCheckTests {
    /// - Parameter displays: the modes of the display at each connector; empty: there is no display.
    private func findings(_ displays: [String: String], _ settings: ConsoleSettings? = nil) throws -> [Condition] {
        let folder = try TemporaryFolder()
        _ = try folder.write("not a connector", to: "version")
        for (name, modes) in displays {
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: name), withIntermediateDirectories: true)
            _ = try folder.write(modes.isEmpty ? "disconnected\n" : "connected\n", to: "\(name)/status")
            _ = try folder.write(modes, to: "\(name)/modes")
        }
        return ConsoleCheck(settings: settings, folder: folder.url).findings()
    }

    private func settings(_ change: (inout ConsoleSettings) -> Void) -> ConsoleSettings {
        var settings = ConsoleSettings()
        change(&settings)
        return settings
    }

    @Test func `names each display with its own mode, and says nothing of usual settings`() throws {
        let displays = [
            "card0-HDMI-A-1": "3840x2160\n1920x1080\n", "card0-DP-1": "", "card1-Virtual-1": "1024x768\n",
        ]
        #expect(
            try findings(displays, ConsoleSettings()).map(\.says) == [
                "A display is connected: HDMI-A-1, 3840x2160.", "A display is connected: Virtual-1, 1024x768.",
            ])
    }

    @Test func `says how the console is set`() throws {
        let displays = ["card0-DP-1": "1920x1080\n"]
        #expect(
            try findings(displays, settings { $0.rotation = 90 }).last?.says
                == "The console shows the page on the first display, turned by 90°, at 100 %.")
        let chosen = settings {
            $0.scale = 200
            $0.output = "DP-1"
        }
        #expect(
            try findings(displays, chosen).last?.says == "The console shows the page on DP-1, turned by 0°, at 200 %.")
    }

    @Test func `a display that is not at the chosen connector, and a connector that does not exist`() throws {
        for output in ["HDMI-A-1", "HDMI-A-7"] {
            let found = try findings(
                ["card0-DP-1": "1920x1080\n", "card0-HDMI-A-1": ""], settings { $0.output = output })
            let missing = try #require(found.first { $0.code == .outputMissing })
            #expect(missing.level == .broken)
            #expect(missing.says.contains("\(output) (screen.output)"))
            #expect(missing.says.contains("DP-1, HDMI-A-1"))
        }
    }

    @Test func `a machine without connectors is not examined`() throws {
        #expect(try findings([:], settings { $0.output = "DP-1" }).isEmpty)
    }
}
