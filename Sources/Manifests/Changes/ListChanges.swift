internal import Crypto
package import Foundation
internal import Tickets

/// What has changed in the body of an event's list from an earlier list to a later one (docs/MANIFEST.md, Changes).
///
/// Nothing in it is signed or trusted: only a body that has the hash of a signed line is ever installed.
/// See docs/decisions/108-changes-are-rows.md.
package struct ListChanges: Sendable {
    private static let magic = Data("usher-changes 1\n".utf8)
    private static let hashByteCount = 32
    /// Every SQLite database begins with so many bytes, which depend on the program that wrote it
    /// (https://www.sqlite.org/fileformat2.html#the_database_header).
    static let headerByteCount = 100
    private static let fixedByteCount = magic.count + 2 * hashByteCount + headerByteCount

    /// SHA-256 of the body that they were made for.
    let base: Data
    /// SHA-256 of the body that they lead to.
    let result: Data
    /// The beginning of that body.
    let header: Data
    /// The changes, encoded, with their end.
    let rows: Data

    /// The size in bytes above which a whole list is sent instead: a quarter of it.
    /// - Parameter bodyByteCount: size of the later body.
    package static func maximumByteCount(ofBody bodyByteCount: Int64) -> Int64 {
        bodyByteCount / 4
    }

    /// The ending of the name, or of the address, of the changes of a list: they are beside it.
    /// - Parameters:
    ///   - base: `seq` of the earlier list.
    ///   - sequence: `seq` of the later list.
    package static func suffix(from base: Int64, to sequence: Int64) -> String {
        ".\(base)-\(sequence).changes"
    }

    /// Reads a file. What follows its beginning is checked by ``readRows(_:)`` only.
    /// - Throws: ``ManifestError``
    package init(contentsOf file: URL) throws {
        do {
            try self.init(try Data(contentsOf: file, options: .mappedIfSafe))
        } catch let error as ManifestError {
            throw error
        } catch {
            throw Self.fault("their file cannot be read")
        }
    }

    /// - Throws: ``ManifestError``
    init(_ bytes: Data) throws {
        var reader = ByteReader(bytes)
        guard bytes.count > Self.fixedByteCount, try reader.take(Self.magic.count) == Self.magic else {
            throw Self.fault("they do not begin as changes do")
        }
        base = try reader.take(Self.hashByteCount)
        result = try reader.take(Self.hashByteCount)
        header = try reader.take(Self.headerByteCount)
        rows = bytes.dropFirst(Self.fixedByteCount)
    }

    init(from base: Data, to result: Data, header: Data, rows: Data) {
        (self.base, self.result, self.header, self.rows) = (base, result, header, rows)
    }

    /// The whole file.
    package var bytes: Data { Self.magic + base + result + header + rows }

    /// The size of the file.
    package var byteCount: Int64 { Int64(Self.fixedByteCount + rows.count) }

    /// Every change, in the order of tables and keys.
    /// - Throws: ``ManifestError`` for anything that is not as the format says.
    func readRows(_ body: (RowChange) throws -> Void) throws {
        var iterator = Iterator(rows)
        while let change = try iterator.next() { try body(change) }
    }

    private struct Iterator {
        private var reader: ByteReader
        private var last: RowChange?

        init(_ rows: Data) {
            reader = ByteReader(rows)
        }

        /// - Returns: `nil` at the end.
        mutating func next() throws -> RowChange? {
            guard let change = try RowChange(from: &reader) else {
                guard reader.isAtEnd else { throw ListChanges.fault("something follows their end") }
                return nil
            }
            if let last, last.isBefore(change) != true {
                throw ListChanges.fault("their rows are not in order")
            }
            last = change
            return change
        }
    }

    // MARK: - Combining

    /// These changes and the next ones as one: where both change a row, the next ones decide.
    ///
    /// A body has one form for the same rows, so where each of the two leads from its base to its result, so does this.
    /// - Parameter limit: in bytes.
    /// - Returns: `nil` when the result would be longer.
    /// - Throws: ``ManifestError`` when the next ones begin elsewhere than these end.
    package func followed(by next: ListChanges, limit: Int64) throws -> ListChanges? {
        guard result == next.base else { throw Self.fault("they were made for another list") }
        var rows = Data()
        var (left, right) = (Iterator(self.rows), Iterator(next.rows))
        var (earlier, later) = (try left.next(), try right.next())
        while earlier != nil || later != nil {
            guard Int64(Self.fixedByteCount + rows.count) < limit else { return nil }
            // `nil`: both change the same row.
            let isEarlierFirst = earlier.map { one in later.map { one.isBefore($0) } ?? true } ?? false
            (isEarlierFirst == true ? earlier : later)?.write(to: &rows)
            if isEarlierFirst != false { earlier = try left.next() }
            if isEarlierFirst != true { later = try right.next() }
        }
        rows.append(RowChange.end)
        let combined = ListChanges(from: base, to: next.result, header: next.header, rows: rows)
        return combined.byteCount <= limit ? combined : nil
    }

    static func fault(_ reason: String) -> ManifestError {
        ManifestError(.badChanges, "use", "the changes of a list", reason, hint: "Fetch the whole list.")
    }
}
