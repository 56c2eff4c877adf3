import Foundation
import Subprocess
import TestSupport
import Testing

/// udev/60-usher.hwdb as systemd-hwdb(8) reads it.
@Suite struct ScannerDatabaseTests {
    private static let file = RepositoryTree.File(path: "udev/60-usher.hwdb")

    /// The lines that say which devices are meant, as `usher:input:b*v05E0p1200*`.
    private static func patterns() throws -> [String] {
        try file.lines().map { String($0.text) }.filter { $0.hasPrefix("usher:") }
    }

    /// A folder that is the root of a machine which knows this file and no other.
    private static func root() async throws -> TemporaryFolder {
        let root = try TemporaryFolder()
        let folder = root.file("etc/udev/hwdb.d")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: file.url, to: folder.appending(path: "60-usher.hwdb"))
        let update = try await run(
            .name("systemd-hwdb"), arguments: ["update", "--strict", "--root=\(root.path)"],
            output: .discarded, error: .string(limit: 1 << 16))
        #expect(update.terminationStatus == .exited(0), "\(update.standardError)")
        #expect(update.standardError == "", "systemd-hwdb complains about \(file.path)")
        return root
    }

    private static func properties(of modalias: String, root: TemporaryFolder) async throws -> String {
        try await run(
            .name("systemd-hwdb"), arguments: ["query", "--root=\(root.path)", "usher:\(modalias)"],
            output: .string(limit: 1 << 16)
        ).standardOutput
    }

    @Test func `every entry is found, and makes its device a scanner`() async throws {
        let root = try await Self.root()
        let patterns = try Self.patterns()
        #expect(!patterns.isEmpty)
        for pattern in patterns {
            // Capital digits, or the kernel's modalias never matches.
            let match = try #require(
                pattern.wholeMatch(of: #/usher:input:b\*v([0-9A-F]{4})(?:p([0-9A-F]{4}))?\*/#), "\(pattern)")
            let modalias = "input:b0003v\(match.1)p\(match.2 ?? "1234")e0110-e0,1,4,11,14,k71,72,ram4,l0,1,2,sfw"
            #expect(try await Self.properties(of: modalias, root: root) == "ID_USHER_SCANNER=1\n", "\(pattern)")
        }
        #expect(Set(patterns).count == patterns.count, "an entry is there twice")
    }

    @Test(arguments: [
        ("a Logitech keyboard", "046DpC31C"), ("a Cherry keyboard", "046Ap0011"), ("a keyboard of HP", "03F0p0024"),
        ("what many cheap chips say", "04B4p0100"), ("an adapter for PS/2 keyboards", "13BAp0018"),
        ("a home-made keyboard", "1A86pE129"),
    ])
    func `an ordinary keyboard is no scanner`(name: String, numbers: String) async throws {
        let root = try await Self.root()
        #expect(try await Self.properties(of: "input:b0003v\(numbers)e0110-e0,1", root: root) == "", "\(name)")
    }

    @Test func `every entry has its source above it`() throws {
        let lines = try Self.file.lines()
        for (line, above) in zip(lines.dropFirst(), lines) where line.text.hasPrefix("usher:") {
            #expect(
                above.text.hasPrefix("# ") || above.text.hasPrefix("usher:"),
                "\(line.place): say in a comment where the number was published")
        }
    }
}
