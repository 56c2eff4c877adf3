public import Foundation

extension URL {
    /// A path in a configuration file: relative to the folder of that file, unless it begins with a slash.
    public init(filePath path: String, below folder: URL) {
        self = path.hasPrefix("/") ? URL(filePath: path) : folder.appending(path: path)
    }
}
