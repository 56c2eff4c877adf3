import Foundation
import Testing

/// How the source files must be.
@Suite struct SourceTests {
    @Test func `every module says in one sentence what it is for`() throws {
        for module in try RepositoryTree.modules() {
            let files = try RepositoryTree.files(under: "Sources/\(module)").filter { $0.path.hasSuffix(".swift") }
            let sentences = try files.flatMap { try $0.lines() }.filter { $0.text.hasPrefix("// \(module): ") }
            #expect(
                sentences.count == 1,
                """
                Sources/\(module): \(sentences.count) lines begin with "// \(module): " (\(sentences.map(\.place))). \
                A reader must find what a module is for, once, at the top of its main file
                """)
            for sentence in sentences {
                let file = try #require(files.first { sentence.place.hasPrefix("\($0.path):") })
                let comment = try file.lines().drop { $0.place != sentence.place }.prefix { $0.text.hasPrefix("//") }
                #expect(
                    comment.contains { $0.text.hasSuffix(".") },
                    "\(sentence.place): what \(module) is for is no whole sentence: no line of it ends with a full stop"
                )
            }
        }
    }

    @Test(arguments: ["Sources", "Tests"])
    func `no file is too long to be read at once`(folder: String) throws {
        let limit = 400
        let sources = try RepositoryTree.files(under: folder).filter { $0.isCode && !$0.isGenerated }
        #expect(!sources.isEmpty)
        for file in sources {
            let count = try file.lines().count
            #expect(count <= limit, "\(file.path) has \(count) lines, over \(limit): part it by topic")
        }
    }

    /// A text that must not stand in code, and why.
    struct Ban: CustomTestStringConvertible {
        let folder: String
        /// A regular expression. It must not match its own spelling here.
        let pattern: String
        let because: String
        /// Where it may stand all the same.
        var except: [String] = []

        var testDescription: String { "\(pattern) in \(folder)" }
    }

    static let bans = [
        Ban(
            folder: "Sources", pattern: #"\btry!"#,
            because: "a kiosk must say what failed and what to do, not die"),
        Ban(
            folder: "Sources", pattern: #"\bfatalError\("#,
            because: "a kiosk must say what failed and what to do, not die"),
        Ban(
            folder: "Sources", pattern: #"\b(?:TODO|FIXME)\b"#,
            because: "what is left out is not begun; what is begun is finished"),
        Ban(
            folder: "Sources", pattern: #"write\(to: .*options: \.atomic"#,
            because: "the new name is lost in a power cut until its folder is written through: use DurableFile",
            // What a download's server called it last: without it the list is fetched once more.
            except: ["Sources/Backends/Downloading/DownloadFiles.swift"]),
        Ban(
            folder: "Sources", pattern: #"\bTimeZone\(|\bTimeZone\.(?!gmt\b)|: TimeZone\b"#,
            because: """
                Foundation's time zones are those it was built with, and formatting in one whose file is missing ends the \
                process: use Zone, of Tickets
                """),
        Ban(
            folder: "Tests", pattern: #"[s]leep *\(|"[s]leep"|\b[s]leep [0-9]"#,
            because: "a test waits for what it needs: time passes differently on every machine",
            // A virtual scanner has a pace.
            except: ["Tests/VM/guest/"]),
    ]

    @Test(arguments: bans)
    func `code keeps clear of what is banned`(ban: Ban) throws {
        let pattern = try Regex(ban.pattern)
        for file in try RepositoryTree.files(under: ban.folder) where file.isCode && !file.isGenerated {
            if ban.except.contains(where: file.path.hasPrefix) { continue }
            for line in try file.lines() {
                #expect(!line.text.contains(pattern), "\(line.place) has \(ban.pattern): \(ban.because)")
            }
        }
    }
}

extension RepositoryTree.File {
    fileprivate var isCode: Bool {
        [".swift", ".c", ".h", ".py", ".sh"].contains { path.hasSuffix($0) }
    }
}
