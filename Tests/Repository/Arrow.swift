import Foundation
import Subprocess
import TestSupport
import Testing

/// One module's use of another, or of a library, and where it says so.
struct Arrow {
    let from: String
    let to: String
    /// `Package.swift`, or the file and line of an import.
    let place: String

    /// What Package.swift declares for every target that is not a test, except C libraries.
    static let declared = Task { try await declaredArrows() }

    /// The imports of every Swift file in Sources.
    static func imported() throws -> [Arrow] {
        // Attributes, an access level and the kind of a single declaration may stand around the module's name.
        let pattern =
            #/
            ^\s* (?:@\w+\s+)* (?:(?:public|package|internal|fileprivate|private)\s+)?
            import\s+ (?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)? (\w+)
            /#
        var arrows: [Arrow] = []
        for module in try RepositoryTree.modules() {
            for file in try RepositoryTree.files(under: "Sources/\(module)") where file.path.hasSuffix(".swift") {
                for line in try file.lines() {
                    guard let match = line.text.firstMatch(of: pattern) else { continue }
                    arrows.append(Arrow(from: module, to: String(match.1), place: line.place))
                }
            }
        }
        return arrows
    }

    static func all() async throws -> [Arrow] {
        try await declared.value + imported()
    }

    private static func declaredArrows() async throws -> [Arrow] {
        // With the build's own scratch path this would wait for ever: `swift test` holds its lock.
        let scratch = try TemporaryFolder()
        let dump = try await run(
            .name("swift"),
            arguments: [
                "package", "dump-package", "--package-path", RepositoryTree.root.path, "--scratch-path", scratch.path,
            ],
            output: .data(limit: 1 << 22), error: .string(limit: 1 << 16))
        try #require(dump.terminationStatus.isSuccess, "swift package dump-package failed: \(dump.standardError)")
        let package = try JSONDecoder().decode(DumpedPackage.self, from: dump.standardOutput)
        return package.targets.filter(\.isOfSources).flatMap { target in
            target.dependencies.map { Arrow(from: target.name, to: $0.name, place: "Package.swift") }
        }
    }
}

/// The part of `swift package dump-package` that says what depends on what.
private struct DumpedPackage: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        /// `nil` for the usual place.
        let path: String?
        let dependencies: [Dependency]

        /// Neither a test nor a help of theirs, which a product never holds.
        var isOfSources: Bool {
            (type == "regular" || type == "executable") && path?.hasPrefix("Tests/") != true
        }
    }

    /// `{"byName": ["Tickets", null]}` or `{"product": ["GRDB", "GRDB.swift", null, null]}`
    struct Dependency: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: [Part]].self)
            guard let name = kinds.values.first?.first?.text else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no name"))
            }
            self.name = name
        }
    }

    /// A name, or something beside it that does not matter here.
    struct Part: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }

    let targets: [Target]
}
