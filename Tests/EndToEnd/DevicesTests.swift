import Foundation
import Subprocess
import Testing

/// The programs on a machine without cameras, scanners and keyboards.
@Suite struct DevicesTests {
    /// The command that runs a program on a machine where /sys lists no device.
    private static let bare = [
        "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs none /sys && exec \"$@\"", "sh",
    ]

    private func usher(_ arguments: String...) async throws -> Programs.Result {
        try await Programs.run("unshare", Self.bare + ["usher"] + arguments)
    }

    @Test func `a list of no devices is no fault`() async throws {
        let list = try await usher("devices")
        #expect(list.status == 0, "\(list.errors)")
        #expect(list.output == "no camera, no scanner, no keyboard\n")
        let objects = try await usher("devices", "--json")
        #expect(objects.status == 0 && objects.output == "" && objects.errors == "")
    }

    @Test func `what needs a device says in one line what to plug in`() async throws {
        let sample = try await SampleFolder()
        let (picture, state) = (sample.path("picture.png"), sample.path("state"))
        let commands = [
            (["devices", "snapshot", "--out", picture], "Plug a camera in"),
            (["devices", "snapshot", "/dev/video0", "--out", picture], "Plug a camera in"),
            (["devices", "learn", "--state", state], "Plug the scanner in"),
            (["devices", "learn", "--json", "--state", state], "Plug the scanner in"),
            (["devices", "learn", "/dev/input/event0", "--state", state], "it is no scanner, keyboard, serial line"),
        ]
        for (arguments, hint) in commands {
            let result = try await Programs.run("unshare", Self.bare + ["usher"] + arguments)
            #expect(result.status == 1, "\(arguments)")
            #expect(result.output == "", "\(arguments)")
            #expect(result.errors.hasPrefix("Error: ") && result.errors.contains(hint), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        }
        #expect(try await usher("devices", "snapshot").status == 2, "--out is needed")
        #expect(!FileManager.default.fileExists(atPath: picture))
        #expect(!FileManager.default.fileExists(atPath: state))
    }

    @Test(.timeLimit(.minutes(5)))
    func `a station without devices says so, and ends when it is told`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let record = try await Subprocess.run(
            .name("unshare"), arguments: Arguments(Self.bare + ["usherd", "--state", state]),
            environment: Programs.environment(), input: .none, output: .discarded, error: .discarded
        ) { execution in
            try await DaemonTests.waitForSocket(in: state)
            let status = try await Programs.usher("status", "--state", state)
            #expect(status.output.contains("No camera and no scanner is connected."), "\(status.output)")
            let picture = try await Programs.run(
                "usher", ["devices", "snapshot", "--out", sample.path("picture.png"), "--state", state])
            #expect(picture.status == 1 && picture.errors.contains("this station reads no camera"))
            try execution.send(signal: .terminate)
        }
        #expect(record.terminationStatus == .exited(0))
    }
}
