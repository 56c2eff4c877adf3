import Foundation

/// The files of this repository, as the rules about them see them.
enum RepositoryTree {
    /// The folder that holds Package.swift.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    struct File {
        /// Relative to ``RepositoryTree/root``.
        let path: String

        var url: URL { RepositoryTree.root.appending(path: path) }
        var folder: URL { url.deletingLastPathComponent() }
        /// swift-protobuf writes these; their shape is not ours.
        var isGenerated: Bool { path.hasSuffix(".pb.swift") }

        func text() throws -> String {
            try String(contentsOf: url, encoding: .utf8)
        }

        func lines() throws -> [Line] {
            var lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
            if lines.last == "" { lines.removeLast() }
            return lines.enumerated().map { Line(place: "\(path):\($0 + 1)", text: $1) }
        }
    }

    struct Line {
        /// Path and line number, as editors and terminals follow them.
        let place: String
        let text: Substring
    }

    /// Every file below a folder, sorted by path.
    static func files(under folder: String) throws -> [File] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        return paths.sorted().map { File(path: "\(folder)/\($0)") }.filter { !isFolder($0.url) }
    }

    /// Every file whose name ends so; what git and the build keep for themselves is left out.
    static func files(endingIn suffix: String) throws -> [File] {
        let entries = try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
        let all = try entries.filter { $0 != ".git" && !$0.hasPrefix(".build") }.flatMap { name in
            isFolder(root.appending(path: name)) ? try files(under: name) : [File(path: name)]
        }
        return all.filter { $0.path.hasSuffix(suffix) }
    }

    /// The names of the folders in Sources that hold a Swift module.
    static func modules() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path).sorted()
            .filter { $0 != "CLibraries" }
    }

    private static func isFolder(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
    }
}
