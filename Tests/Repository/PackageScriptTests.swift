import Foundation
import Subprocess
import TestSupport
import Testing

/// What the package's scripts do to the machine, in a folder that is the root of one (`DPKG_ROOT`, dpkg(1)).
@Suite struct PackageScriptTests {
    private static let secret = "vkEjDl6uyyz7nVdJmPq2bH2Xo0PCl8xA5E2rZ1l9Q0s="

    /// A machine with these files.
    private func machine(_ files: [String: String]) throws -> TemporaryFolder {
        let root = try TemporaryFolder()
        for (path, text) in files {
            try FileManager.default.createDirectory(
                at: root.file(path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try root.write(text, to: path)
        }
        return root
    }

    /// - Returns: what it says, and the files that are left.
    private func purge(_ root: TemporaryFolder) async throws -> (words: String, left: [String]) {
        // The users and groups of the machine that runs the tests are none of its business.
        let tools = root.file("tools")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        for name in ["getent", "userdel", "groupdel", "systemd-hwdb"] {
            let file = try root.write("#!/bin/sh\nexit 2\n", to: "tools/\(name)")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        let script = RepositoryTree.root.appending(path: "debian/usher.postrm").path
        let result = try await run(
            .name("sh"), arguments: [script, "purge"],
            environment: .custom(["PATH": "\(tools.path):/usr/bin:/bin", "DPKG_ROOT": root.path]),
            output: .discarded, error: .string(limit: 1 << 16))
        #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
        try FileManager.default.removeItem(at: tools)
        let left = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
            (try? FileManager.default.contentsOfDirectory(atPath: root.file(path).path)) == nil
        }
        return (result.standardError, left.sorted())
    }

    @Test func `purging keeps an organizer's key, says so, and removes everything else`() async throws {
        let root = try machine([
            "etc/usher/organizer.key": "# usher manifest secret key 9280e5d8799acfda\n\(Self.secret)\n",
            "etc/usher/organizer.pub": "# usher manifest public key 9280e5d8799acfda\n\(Self.secret)\n",
            "etc/usher/box office/tickets": "# usher tickets secret key 0280e5d8799acfda\n\(Self.secret)\n",
            "etc/usher/old.key": "\(Self.secret)\n", "etc/usher/usher.yaml": "gate: A\n",
            "etc/usher/keys/venue.pub": "# usher manifest public key 9280e5d8799acfda\n\(Self.secret)\n",
            "etc/usher/credentials/pretix.key": "a-token-of-the-server\n", "var/lib/usher/journal.sqlite": "",
            "run/usher/usher.sock": "", "etc/other.conf": "",
        ])
        let (words, left) = try await purge(root)
        let kept = ["etc/usher/box office/tickets", "etc/usher/old.key", "etc/usher/organizer.key"]
        #expect(left == ["etc/other.conf"] + kept)
        for path in kept { #expect(words.contains("/\(path) is kept"), "\(words)") }
        #expect(!words.contains(Self.secret))
    }

    @Test(arguments: [[:], ["etc/usher/usher.yaml": "", "etc/usher/keys/a.pub": "# usher manifest public key 1\n"]])
    func `purging leaves nothing where there is no such key`(files: [String: String]) async throws {
        let root = try machine(files.merging(["etc/other.conf": ""]) { $1 })
        let (words, left) = try await purge(root)
        #expect(left == ["etc/other.conf"])
        #expect(words == "")
        #expect(!FileManager.default.fileExists(atPath: root.file("etc/usher").path))
    }

    @Test func `a link to a key elsewhere goes, and the key stays`() async throws {
        let root = try machine(["srv/organizer.key": "# usher manifest secret key 1\n\(Self.secret)\n"])
        try FileManager.default.createDirectory(
            at: root.file("etc/usher"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: root.file("etc/usher/organizer.key"),
            withDestinationURL: root.file("srv/organizer.key"))
        let (words, left) = try await purge(root)
        #expect(left == ["srv/organizer.key"] && words == "")
    }
}
