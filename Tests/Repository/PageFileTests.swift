import Foundation
import Testing

/// How the files of the page hang together.
@Suite struct PageFileTests {
    private static let folder = "Sources/CLibraries/CDoorAssets/assets"

    @Test func `every file of the page is in the program`() throws {
        let list = RepositoryTree.File(path: "Sources/CLibraries/CDoorAssets/assets.h")
        let listed = try list.text().matches(of: #/#embed ASSET\(([^)]+)\)/#).map { String($0.1) }
        let existing = try RepositoryTree.files(under: Self.folder).map(Self.name)
        #expect(!existing.isEmpty)
        #expect(Set(existing).subtracting(listed) == [], "\(list.path) does not name these: no browser gets them")
        #expect(Set(listed).count == listed.count, "\(list.path) names a file twice")
    }

    @Test func `no file of the page imports itself by way of others`() throws {
        let imports = try Self.imports()
        #expect(imports.values.contains { !$0.isEmpty }, "this test looks for imports in the wrong way")
        for (file, imported) in imports {
            let missing = imported.filter { imports[$0] == nil }
            #expect(missing.isEmpty, "\(file) imports \(missing.sorted()): not there")
        }
        let circles = Self.circles(in: imports)
        #expect(
            circles.isEmpty,
            "\(circles.sorted()) import each other in a circle: what they share belongs in a file of its own")
    }

    @Test func `a circle of imports is found, and only its files are named`() {
        let imports: [String: Set] = ["page": ["a"], "a": ["b", "ground"], "b": ["a"], "ground": []]
        #expect(Self.circles(in: imports) == ["a", "b"])
        #expect(Self.circles(in: ["page": ["a", "b"], "a": ["b"], "b": []]) == [])
        #expect(Self.circles(in: ["a": ["a"]]) == ["a"])
    }

    @Test func `the page finds and makes its elements in one way`() throws {
        let others = try RepositoryTree.files(under: Self.folder).filter {
            $0.path.hasSuffix(".js") && Self.name(of: $0) != "elements.js"
        }
        for line in try others.flatMap({ try $0.lines() }) {
            let own = ["createElement", "getElementById", "innerHTML"].filter(line.text.contains)
            #expect(own.isEmpty, "\(line.place): \(own) is for elements.js, whose texts are never markup")
        }
    }

    /// Its path below the folder of the page.
    private static func name(of file: RepositoryTree.File) -> String {
        String(file.path.dropFirst(folder.count + 1))
    }

    /// What each script imports, by name.
    private static func imports() throws -> [String: Set<String>] {
        let root = RepositoryTree.root.appending(path: folder).standardized.path + "/"
        var imports: [String: Set<String>] = [:]
        for file in try RepositoryTree.files(under: folder) where file.path.hasSuffix(".js") {
            let matches = try file.text().matches(of: #/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/#)
            imports[name(of: file)] = Set(
                matches.map { match in
                    let path = file.folder.appending(path: String(match.1)).standardized.path
                    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
                })
        }
        return imports
    }

    /// The files that come back to themselves.
    private static func circles(in imports: [String: Set<String>]) -> Set<String> {
        Set(
            imports.keys.filter { start in
                var reached: Set<String> = []
                var next = imports[start] ?? []
                while let file = next.popFirst() {
                    if reached.insert(file).inserted { next.formUnion(imports[file] ?? []) }
                }
                return reached.contains(start)
            })
    }
}
