import Foundation
import Messages
import Testing

/// Pages that promise something about the program: what they name must be there.
@Suite struct DocumentTests {
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

    @Test(arguments: [("docs/SECURITY.md", 30), ("docs/RELEASE.md", 5)])
    func `every promise is shown by a test that there is`(page: String, least: Int) throws {
        let tests = try Self.testNames()
        let rows = try RepositoryTree.File(path: page).lines().filter {
            $0.text.contains(/^\| .* \| `/) && $0.text.hasSuffix("` |")
        }
        #expect(rows.count > least, "\(page): its tables are not found; this test looks for them in the wrong way")
        for row in rows {
            let cell = row.text.dropLast(2).split(separator: " | ").last ?? ""
            for match in cell.matches(of: /`([^`]+)`/) {
                let isThere = tests.contains(String(match.1))
                #expect(isThere, "\(row.place): there is no test \"\(match.1)\"")
            }
        }
    }

    @Test func `troubleshooting has a part for each area of conditions`() throws {
        let headings = try troubleshooting.lines().map(\.text)
        for area in Condition.Area.allCases {
            let hasPart = headings.contains("### `\(area.rawValue)`")
            #expect(hasPart, "docs/TROUBLESHOOT.md has no part about \(area)")
        }
    }

    @Test func `troubleshooting knows every condition that is not in order, in the words of the station`() throws {
        let page = try troubleshooting.text()
        for code in Condition.Code.allCases where Condition(code).level > .ok {
            let row = page.split(separator: "\n").first { $0.contains("`\(code.rawValue)`") }
            let says = Messages.english.label("conditions.\(code.rawValue)").replacing(/\{\w+\}/, with: "…")
            let quoted = try #require(row, "docs/TROUBLESHOOT.md does not know \(code)")
            #expect(says.isEmpty || quoted.contains("\"\(says.replacing("…: ….", with: "…: …"))\""), "\(code): \(says)")
        }
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
