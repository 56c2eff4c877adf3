import Foundation
import Testing

/// Pages that promise something about the program: what they name must be there.
@Suite struct DocumentTests {
    private let security = RepositoryTree.File(path: "docs/SECURITY.md")
    private let troubleshooting = RepositoryTree.File(path: "docs/TROUBLESHOOT.md")

    /// Names of tests: functions in Swift, sentences in Python.
    private static func testNames() throws -> Set<String> {
        let files = try RepositoryTree.files(under: "Tests")
        let swift = try files.filter { $0.path.hasSuffix(".swift") }.flatMap { file in
            try file.text().matches(of: /func `([^`]+)`/).map { String($0.1) }
        }
        let python = try files.filter { $0.path.hasSuffix("_tests.py") }.flatMap { file in
            try file.text().matches(of: /[.@]test\(\s*"([^"]+)"/).map { String($0.1) }
        }
        return Set(swift + python)
    }

    @Test func `every promise of security is shown by a test that there is`() throws {
        let tests = try Self.testNames()
        let rows = try security.lines().filter { $0.text.contains(/^\| .* \| `/) && $0.text.hasSuffix("` |") }
        #expect(
            rows.count > 30, "docs/SECURITY.md: its tables are not found; this test looks for them in the wrong way")
        for row in rows {
            let cell = row.text.dropLast(2).split(separator: " | ").last ?? ""
            for match in cell.matches(of: /`([^`]+)`/) {
                let isThere = tests.contains(String(match.1))
                #expect(isThere, "\(row.place): there is no test \"\(match.1)\"")
            }
        }
    }

    @Test func `troubleshooting has a part for each area that doctor looks at`() throws {
        let source = try RepositoryTree.File(path: "Sources/DoorScreen/DoctorMessages.swift").text()
        let cases = try #require(source.firstMatch(of: /enum Area[^{]*{\s*case ([a-z, ]+)/)?.1)
        let areas = cases.split(separator: ", ")
        #expect(areas.count > 5)
        let headings = try troubleshooting.lines().map(\.text)
        for area in areas {
            let hasPart = headings.contains("### `\(area)`")
            #expect(hasPart, "docs/TROUBLESHOOT.md has no part about \(area)")
        }
    }

    @Test func `troubleshooting quotes what the programs say`() throws {
        let sources = try [
            "Sources/Station", "Sources/CLibraries/CMessages", "Sources/DoorScreen", "Sources/Manifests",
            "Sources/usher",
        ].flatMap(
            RepositoryTree.files(under:)
        )
        .map { try $0.text() }.joined()
        // A sentence may be written in two parts.
        .replacing(/"\s*\+ "/, with: "")
        var quotes = 0
        for line in try troubleshooting.lines() {
            guard let quote = line.text.firstMatch(of: /^\| "([^"]+)" \|/)?.1 else { continue }
            quotes += 1
            for part in quote.split(separator: "…").map({ $0.trimmingCharacters(in: .whitespaces) })
            where part.count > 3 {
                let isSaid = sources.contains(part)
                #expect(isSaid, "\(line.place): no program says \"\(part)\"")
            }
        }
        #expect(quotes > 20)
    }

    @Test func `troubleshooting knows every sentence of doctor that is not ok`() throws {
        let page = try troubleshooting.text()
        let files =
            try RepositoryTree.files(under: "Sources/Station/Doctor")
            + [RepositoryTree.File(path: "Sources/usher/DoctorCommand.swift")]
        var sentences = 0
        for file in files {
            for match in try file.text().matches(of: /Diagnosis\(\s*\.\w+, \.(?:warning|broken),\s*"([^"\\]{12,})/) {
                sentences += 1
                let beginning = match.1.trimmingCharacters(in: .whitespaces.union(.punctuationCharacters))
                let isKnown = page.contains(beginning)
                #expect(isKnown, "docs/TROUBLESHOOT.md does not know \"\(beginning)\" of \(file.path)")
            }
        }
        #expect(sentences > 10)
    }

    @Test func `every metric is explained, and alerts are about metrics that there are`() throws {
        func names(in path: String) throws -> Set<String> {
            Set(
                try RepositoryTree.File(path: path).text().matches(of: /\busher_[a-z_]*[a-z]/).map { String($0.output) }
            )
        }
        let told = try names(in: "Sources/Station/Metrics/MetricsPage.swift")
        #expect(told.count > 20)
        #expect(try names(in: "docs/WATCHING.md") == told)
        let alerts = try names(in: "docs/alerts.yml").map { $0.replacing("_bucket", with: "") }
        #expect(!alerts.isEmpty)
        #expect(Set(alerts).subtracting(told) == [])
    }
}
