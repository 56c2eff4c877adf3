import Foundation
import Testing

/// What stands around the code: pages, scripts, the changelog.
@Suite struct HouseTests {
    @Test func `links between pages lead somewhere`() throws {
        let pages = try RepositoryTree.files(endingIn: ".md")
        #expect(pages.contains { $0.path == "README.md" })
        for page in pages {
            for (place, target) in try Self.links(of: page) {
                let path = String(target.prefix { $0 != "#" })
                let exists = FileManager.default.fileExists(atPath: page.folder.appending(path: path).path)
                #expect(exists, "\(place): the link leads to \(path), which is not there")
            }
        }
    }

    @Test func `scripts can be started, and only scripts`() throws {
        let folders = ["scripts", ".ci", "Benchmarks", "Sources", "Tests"]
        for file in try folders.flatMap(RepositoryTree.files(under:)) {
            let isScript = try Data(contentsOf: file.url).starts(with: Data("#!".utf8))
            let isExecutable = FileManager.default.isExecutableFile(atPath: file.url.path)
            #expect(
                isScript == isExecutable,
                isScript
                    ? "\(file.path) begins with #! and is not executable: chmod +x it"
                    : "\(file.path) is executable and does not say with what: its first line needs a #!")
        }
    }

    @Test func `what the Makefile starts is there`() throws {
        var started = 0
        for line in try RepositoryTree.File(path: "Makefile").lines() {
            for match in line.text.matches(of: #/@((?:scripts|Benchmarks|Tests)\/[\w-]+)/#) {
                let script = RepositoryTree.File(path: String(match.1))
                #expect(FileManager.default.fileExists(atPath: script.url.path), "\(line.place): no \(script.path)")
                started += 1
            }
        }
        #expect(started > 0, "Makefile: no recipe begins with a script; this test looks for them in the wrong way")
    }

    @Test func `the changelog has room for what comes next`() throws {
        let changelog = RepositoryTree.File(path: "CHANGELOG.md")
        let headings = try changelog.lines().filter { $0.text.hasPrefix("## ") }
        #expect(
            headings.first?.text == "## [Unreleased]",
            "CHANGELOG.md: its first section is not \"## [Unreleased]\", where a change is told before its release")
    }

    @Test func `the package has the version that the programs tell`() throws {
        let packaged = try Self.version(in: "debian/changelog", after: #/^usher \(([^)]+)\) /#)
        let told = try Self.version(in: "Sources/Station/Station.swift", after: #/let version = "([^"]+)"/#)
        #expect(packaged == told, "debian/changelog says \(packaged), Station.version \(told)")
    }

    /// What the first line that matches has in its parentheses.
    private static func version(in path: String, after pattern: Regex<(Substring, Substring)>) throws -> Substring {
        let versions = try RepositoryTree.File(path: path).lines().compactMap { $0.text.firstMatch(of: pattern)?.1 }
        return try #require(versions.first, "\(path) tells no version")
    }

    /// The relative links of a page with their places; what stands in a code block is no link.
    private static func links(of page: RepositoryTree.File) throws -> [(place: String, target: Substring)] {
        var isCode = false
        var links: [(place: String, target: Substring)] = []
        for line in try page.lines() {
            if line.text.hasPrefix("```") { isCode.toggle() }
            if isCode { continue }
            links += line.text.matches(of: #/\]\(([^)\s]+)\)/#).map { (line.place, $0.1) }
        }
        return links.filter { !$0.target.contains(":") && !$0.target.hasPrefix("#") }
    }
}
