import Backends
import Foundation
import Manifests
import Station
import Tickets

/// What has to be tried against real ticketing servers and no command does.
///
///     servers-probe pull CONFIG SECRETS BACKEND EVENT DEFINITION KEY OUT [--ignore-rules]
///
/// `pull` writes a signed list of everything that a backend of the configuration has of an event, and prints what the
/// server noted. SECRETS is a folder of credentials. Prints one line of JSON; what fails goes to standard error.
@main
struct Probe {
    static func main() async {
        do {
            print(try await answer(to: Array(CommandLine.arguments.dropFirst())).text)
        } catch let trouble as BackendTrouble {
            fail("\(trouble.code.rawValue): \(trouble)")
        } catch {
            fail("\(error)")
        }
    }

    private static func fail(_ words: String) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data((words + "\n").utf8))
        exit(1)
    }

    private static func answer(to arguments: [String]) async throws -> JSONValue {
        guard arguments.first == "pull", (8...9).contains(arguments.count) else {
            throw BackendTrouble(.misconfigured, "read", "the arguments", "they are none of this program")
        }
        return try await pull(arguments, ignoresRules: arguments.count == 9)
    }

    private static func pull(_ arguments: [String], ignoresRules: Bool) async throws -> JSONValue {
        let configuration = try Configuration.read(file: arguments[1], environment: [:])
        guard let settings = configuration.backends.first(where: { $0.name == arguments[3] }) else {
            throw BackendTrouble(.misconfigured, "use", arguments[3], "the configuration has no such backend")
        }
        let secrets = URL(filePath: arguments[2])
        let now = { @Sendable in Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
        let connector = BackendConnector(
            secrets: { name throws(BackendTrouble) in
                let text = try? String(contentsOf: secrets.appending(path: name), encoding: .utf8)
                guard let text else { throw BackendTrouble(.misconfigured, "read", name, "it is not there") }
                return text.trimmingCharacters(in: .whitespacesAndNewlines)
            }, now: now)
        let server = try connector.source(settings, event: arguments[4], ignoresRules: ignoresRules)
        let pulled = try await server.pull { _ in }
        let definition = try EventDefinition(contentsOf: URL(filePath: arguments[5]), outline: pulled.outline)
        let builder = ManifestBuilder(
            definition: definition, key: try KeyFile.signingKey(at: URL(filePath: arguments[6]), for: .manifest),
            now: pulled.began)
        var rows = TicketRows(pulled.rows, name: arguments[4])
        try builder.build(&rows, to: URL(filePath: arguments[7]))
        return .object([
            ("tickets", .integer(Int64(pulled.rows.count))), ("notes", .array(pulled.notes.map(JSONValue.string))),
        ])
    }
}
