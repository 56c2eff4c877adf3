internal import Files
internal import Foundation
internal import Tickets

/// A folder in which lists or rosters are put for the station: its files with one ending, in capitals or not, for FAT
/// writes `*.USHER`; not those in folders within.
struct ListFolder {
    /// Changes whenever the file does.
    struct Version: Hashable {
        let modified: Date
        let bytes: Int64
    }

    let url: URL
    /// In lower case.
    var ending = ".usher"

    func files() throws -> [(file: URL, version: Version)] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        } catch {
            throw StationError(
                .unavailable, "look for lists in", url.path,
                FileError.system("read", url.path, because: error).reason,
                hint: "Make it, or let the user of usherd read it.")
        }
        return names.sorted().filter { $0.lowercased().hasSuffix(ending) && !$0.hasPrefix(".") }.compactMap { name in
            let file = url.appending(path: name)
            guard let facts = try? FileManager.default.attributesOfItem(atPath: file.path),
                facts[.type] as? FileAttributeType == .typeRegular, let modified = facts[.modificationDate] as? Date,
                let bytes = facts[.size] as? Int64
            else { return nil }
            return (file, Version(modified: modified, bytes: bytes))
        }
    }
}
