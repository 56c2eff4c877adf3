// TestSupport: what the tests of several modules need: a folder, chance with a seed, the gala, patience.

public import Foundation

/// A folder that is gone when nobody holds this any more.
///
/// A suite that holds one as a property has a folder for each of its tests.
public final class TemporaryFolder: Sendable {
    public let url: URL

    /// Makes an empty folder with a short name: the path of a socket has few bytes.
    public init() throws {
        let name = "usher-test-\(UUID().uuidString.prefix(8))"
        let url = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        self.url = url
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    public var path: String { url.path }

    /// Where the file of this name is, or would be.
    public func file(_ name: String) -> URL { url.appending(path: name) }

    /// - Returns: where the file is.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> URL {
        let file = file(name)
        try Data(text.utf8).write(to: file)
        return file
    }

    /// The names of everything in it, sorted.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// The files in it, by name. There must be no folder among them.
    public func contents() throws -> [String: Data] {
        try Dictionary(uniqueKeysWithValues: names().map { ($0, try Data(contentsOf: file($0))) })
    }
}
