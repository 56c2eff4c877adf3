import Foundation
import Messages
import Testing

/// No message file has a text that nothing shows.
@Suite struct MessageUseTests {
    /// Branches whose keys other tests compare with what the code makes of them.
    private static let compared = [
        "words", "sentences", "advice", "conditions", "nextSteps", "hints", "staff.refusals",
    ]

    private static let sources: String = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL]
        return (files ?? []).filter { ["swift", "js", "html"].contains($0.pathExtension) }
            .compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    }()

    private static func paths(of value: Any, at path: String = "") -> [String] {
        guard let branch = value as? [String: Any] else { return [path] }
        return branch.flatMap { paths(of: $1, at: path.isEmpty ? $0 : "\(path).\($0)") }
    }

    @Test func `every text is used`() throws {
        let root = try JSONSerialization.jsonObject(with: Data(MessageFile.all[0].bytes))
        let words = Set(Self.sources.matches(of: /\w+/).map { String($0.output) })
        for path in Self.paths(of: root) where !Self.compared.contains(where: { path.hasPrefix($0 + ".") }) {
            let parts = path.split(separator: ".")
            guard parts.count > 1, let last = parts.last else { continue }
            // Whole, or put together of a branch and a word.
            let branches = (1..<parts.count).map { parts[..<$0].joined(separator: ".") }
            let isMade = branches.contains { branch in
                Self.sources.contains(branch + ".${") || Self.sources.contains(branch + ".\\(")
            }
            #expect(Self.sources.contains(path) || (isMade && words.contains(String(last))), "\(path)")
        }
    }
}
