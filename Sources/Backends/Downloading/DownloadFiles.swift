internal import Foundation

/// The files of a download: the list as far as it has come, and the ETag of what was received.
struct DownloadFiles: Sendable {
    /// An interrupted download.
    struct Partial {
        let bytes: Int64
        /// ETag of the version that it is a part of.
        let tag: String
    }

    let whole: URL
    /// What leads from the list in force to the next one.
    let changes: URL
    private let part: URL
    private let partTag: URL
    private let lastTag: URL

    init(folder: URL, name: String) {
        whole = folder.appending(path: name + ".usher")
        changes = folder.appending(path: name + ".changes")
        part = folder.appending(path: name + ".part")
        partTag = folder.appending(path: name + ".part.etag")
        lastTag = folder.appending(path: name + ".etag")
    }

    var isWhole: Bool {
        FileManager.default.fileExists(atPath: whole.path)
    }

    /// ETag of the list that was kept last.
    var tag: String? {
        Self.text(of: lastTag)
    }

    /// `nil` when nothing can be continued: only a strong ETag identifies bytes (RFC 9110 section 8.8).
    func partial() -> Partial? {
        guard let tag = Self.text(of: partTag), !tag.hasPrefix("W/"),
            let size = try? FileManager.default.attributesOfItem(atPath: part.path)[.size] as? Int64, size > 0
        else { return nil }
        return Partial(bytes: size, tag: tag)
    }

    /// Opens the file for the rest of the download.
    func open(after partial: Partial?, tag: String?) throws -> FileHandle {
        if partial == nil {
            discard()
            try Data().write(to: part)
            if let tag { try Data(tag.utf8).write(to: partTag) }
        }
        let file = try FileHandle(forWritingTo: part)
        try file.seekToEnd()
        return file
    }

    func finish() throws {
        try FileManager.default.moveItem(at: part, to: whole)
    }

    func keep() throws {
        try keep(tag: Self.text(of: partTag))
    }

    /// - Parameter tag: ETag of the list that is kept; `nil` when the server gave none.
    func keep(tag: String?) throws {
        if let tag {
            try Data(tag.utf8).write(to: lastTag, options: .atomic)
        } else {
            try? FileManager.default.removeItem(at: lastTag)
        }
        discard()
    }

    static func forgetAll(in folder: URL) throws {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".etag") {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    func discard() {
        for file in [whole, changes, part, partTag] { try? FileManager.default.removeItem(at: file) }
    }

    private static func text(of file: URL) -> String? {
        guard let text = try? String(contentsOf: file, encoding: .utf8), !text.isEmpty else { return nil }
        return text
    }
}
