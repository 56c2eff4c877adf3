import Foundation
import Messages
import Testing
import Tickets

@Suite struct MessageFileTests {
    /// The texts of a file by their paths.
    private static func texts(of file: MessageFile) throws -> [String: String] {
        var found: [String: String] = [:]
        func collect(_ value: Any, at path: String) {
            if let text = value as? String { found[path] = text }
            for (key, child) in value as? [String: Any] ?? [:] { collect(child, at: path + "." + key) }
        }
        collect(try JSONSerialization.jsonObject(with: Data(file.bytes)), at: "")
        return found
    }

    private static func names(in text: String) -> Set<String> {
        Set(text.matches(of: /\{(\w+)\}/).map { String($0.output.1) })
    }

    @Test func `every language has every text, and asks for no value that English does not have`() throws {
        let files = MessageFile.all
        let english = try Self.texts(of: try #require(files.first { $0.language == "en" }))
        #expect(files.count >= 5)
        for file in files {
            let texts = try Self.texts(of: file)
            #expect(Set(texts.keys) == Set(english.keys), "\(file.language)")
            for (path, text) in texts {
                #expect(
                    Self.names(in: text).isSubset(of: Self.names(in: english[path] ?? "")), "\(file.language)\(path)")
            }
        }
    }

    @Test func `every reason has its word and its advice, every kind of entry its word, and nothing else has`() throws {
        let texts = try Self.texts(of: try #require(MessageFile.all.first { $0.language == "en" }))
        let keys = { (branch: String) in
            Set(texts.keys.filter { $0.hasPrefix(branch) }.map { String($0.dropFirst(branch.count)) })
        }
        let reasons = Set(Reason.allCases.map(\.rawValue))
        #expect(keys(".advice.") == reasons.union(["group", "postponed"]))
        #expect(keys(".report.kinds.") == Set(CheckIn.Kind.allCases.map(\.rawValue)))
        #expect(keys(".words.") == reasons.union(["admitted", "valid", "checkedOut"]))
    }

    @Test func `stewards can read what to do at every amber word`() throws {
        let guide = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/OPERATE.md")
        let rows = try String(contentsOf: guide, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
        let explained = Set(rows.map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) })
        for reason in Reason.allCases where reason.color == .amber {
            let word = Messages.english.label("words.\(reason.rawValue)")
            #expect(explained.contains(word), "\(word)")
        }
    }

    /// In characters, for what stands where there is little room.
    static let limits = [
        ("words", 22), ("badges", 18), ("directions", 16), ("staff.tabs", 20), ("staff.roles", 18),
        ("staff.status", 20),
        ("advice", 60), ("levels", 32), ("figures", 16), ("guest", 60),
    ]

    @Test(arguments: limits)
    func `what stands in a narrow place is short in every language`(branch: String, limit: Int) throws {
        for file in MessageFile.all {
            for (path, text) in try Self.texts(of: file) where path.hasPrefix(".\(branch).") {
                #expect(text.count <= limit, "\(file.language)\(path)")
            }
        }
    }

    @Test func `no two verdicts have the same word`() throws {
        for file in MessageFile.all {
            let words = try Self.texts(of: file).filter { $0.key.hasPrefix(".words.") }.values
            #expect(Set(words).count == words.count, "\(file.language)")
        }
    }

    @Test func `every language has a glossary, and every glossary a language`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/languages")
        let glossaries = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { $0.deletingPathExtension().lastPathComponent }
        #expect(Set(glossaries) == Set(MessageFile.all.map(\.language)).subtracting(["en"]))
    }
}
