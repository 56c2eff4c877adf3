import Foundation
import ServerDoubles
import Synchronization
import TestSupport
import Testing
import Tickets

/// `usher backend pretix-init`: how a machine becomes a device.
@Suite(.timeLimit(.minutes(5)))
struct PretixInitTests {
    private let folder: TemporaryFolder
    private let pretix = InitializingServer()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { folder.file(name).path }

    private func initialize(_ arguments: String..., input: String = "") async throws -> Programs.Result {
        try await Programs.run("usher", ["backend", "pretix-init"] + arguments, input: input)
    }

    /// A picture of the code with this text.
    private func picture(_ text: String) async throws -> String {
        try await Programs.usher("ticket", "render", text, "--out", path("code"))
        return path("code.png")
    }

    private func connection(to address: String, token: String, version: Int = 1) -> String {
        #"{"handshake_version": \#(version), "url": "\#(address)", "token": "\#(token)"}"#
    }

    @Test func `a file is replaced only when that is said, and keeps who may read it`() async throws {
        try await pretix.serve { address in
            let first = try await initialize(address, "--out", path("box"), input: "one\n")
            #expect(first.status == 0, "\(first.errors)")
            let again = try await initialize(address, "--out", path("box"), input: "two\n")
            #expect(again.status == 1 && again.errors.contains("--replace"), "\(again.errors)")
            #expect(pretix.used == ["one"], "the token is not used up")
            #expect(try text(of: "box") == "device-one\n")
            let failing = try await initialize(address, "--out", path("box"), "--replace", input: "one\n")
            #expect(failing.status == 1)
            #expect(try text(of: "box") == "device-one\n", "the old one stays when there is no new one")
            let replaced = try await initialize(address, "--out", path("box"), "--replace", input: "two\n")
            #expect(replaced.status == 0, "\(replaced.errors)")
            #expect(try text(of: "box") == "device-two\n")
            let mode = try FileManager.default.attributesOfItem(atPath: path("box"))[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try folder.names() == ["box"])
        }
    }

    @Test func `the code that pretix shows has the address and the token, and works once`() async throws {
        try await pretix.serve { address in
            let picture = try await picture(connection(to: address, token: "one"))
            let done = try await initialize("--qr", picture, "--out", path("box"), "--name", "kiosk")
            #expect(done.status == 0, "\(done.errors)")
            #expect(done.output.contains(address))
            #expect(try text(of: "box") == "device-one\n")
            let again = try await initialize("--qr", picture, "--out", path("other"))
            #expect(again.status == 1 && again.errors.contains("already been used"), "\(again.errors)")
            #expect(!FileManager.default.fileExists(atPath: path("other")))
        }
    }

    @Test func `a picture without such a code is refused, and says what is wrong with it`() async throws {
        try folder.write("P2 2 2 255 255 255 255 255\n", to: "empty.pgm")
        let empty = try await initialize("--qr", path("empty.pgm"), "--out", path("box"))
        #expect(empty.status == 1 && empty.errors.contains("no QR code"), "\(empty.errors)")
        for other in ["wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl", connection(to: "https://a.example", token: "t", version: 2)] {
            let result = try await initialize("--qr", try await picture(other), "--out", path("box"))
            #expect(result.status == 1 && result.errors.contains("not that of a new device"), "\(result.errors)")
            #expect(!result.errors.contains("wk8wfyzj"))
        }
        let both = try await initialize("https://a.example", "--qr", path("code.png"), "--out", path("box"))
        #expect(both.status == 2)
    }

    private func text(of name: String) throws -> String {
        try String(contentsOf: folder.file(name), encoding: .utf8)
    }
}

/// Initialises devices as pretix does: each token works once.
private final class InitializingServer: ServerDouble {
    private let tokens = Mutex<[String]>([])

    /// The tokens that were accepted.
    var used: [String] { tokens.withLock { $0 } }

    func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        let token = request.members["token"] ?? ""
        let isFresh = tokens.withLock { used in
            guard !used.contains(token) else { return false }
            used.append(token)
            return true
        }
        guard request.path == "/api/v1/device/initialize", isFresh else {
            let words = JSONValue.string("This initialization token has already been used.")
            return DoubleAnswer(400, json: .object([("token", .array([words]))]))
        }
        return DoubleAnswer(
            json: .object([
                ("organizer", .string("gala-ltd")), ("device_id", .integer(5)), ("name", .string("kiosk")),
                ("api_token", .string("device-\(token)")), ("security_profile", .string("pretixscan_online_kiosk")),
            ]))
    }
}
