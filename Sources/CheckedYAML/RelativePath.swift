public import Foundation

extension URL {
    /// What a path in a file means: it begins at the file's own folder, unless it begins with a slash.
    public init(filePath path: String, below folder: URL) {
        self = path.hasPrefix("/") ? URL(filePath: path) : folder.appending(path: path)
    }
}
