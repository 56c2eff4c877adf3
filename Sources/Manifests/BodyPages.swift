internal import Foundation

/// The pages of a body (https://www.sqlite.org/fileformat2.html#b_tree_pages).
enum BodyPages {
    private static let pageByteCount = Int(BodySchema.pageByteCount)
    private static let pagesAtOnce = 256

    /// Fills with zeros what no row is in, between the pointers of a page and its cells. What is there otherwise is left
    /// over from moved rows, and differs from one version of SQLite to the next: with 3.40 and 3.54 nothing else of a
    /// list does.
    /// - Parameter file: written with ``BodySchema/settingsForWriting``, and closed.
    static func clearUnusedBytes(of file: URL) throws {
        let file = try FileHandle(forUpdating: file)
        defer { try? file.close() }
        var place: UInt64 = 0
        while let read = try file.read(upToCount: pagesAtOnce * pageByteCount), !read.isEmpty {
            var bytes = [UInt8](read)
            for page in stride(from: 0, to: bytes.count - pageByteCount + 1, by: pageByteCount) {
                let unused = unusedBytes(of: bytes, page: page, isFirst: place == 0 && page == 0)
                bytes.replaceSubrange(unused, with: repeatElement(0, count: unused.count))
            }
            try file.seek(toOffset: place)
            try file.write(contentsOf: bytes)
            place += UInt64(bytes.count)
        }
    }

    /// - Parameters:
    ///   - page: where it begins.
    ///   - isFirst: the header of the file is before the page's own.
    private static func unusedBytes(of bytes: [UInt8], page: Int, isFirst: Bool) -> Range<Int> {
        let header = page + (isFirst ? ListChanges.headerByteCount : 0)
        func number(at place: Int) -> Int { Int(bytes[header + place]) << 8 | Int(bytes[header + place + 1]) }
        let pointers: Int
        switch bytes[header] {
        case 2, 5: pointers = header + 12
        case 10, 13: pointers = header + 8
        // The rest of a row that is too long for one page begins with a page number, which is below 2^24.
        default: return page..<page
        }
        let start = pointers + 2 * number(at: 3)
        return start..<max(start, min(page + number(at: 5), page + pageByteCount))
    }
}
