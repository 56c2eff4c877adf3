internal import Files
public import Foundation
internal import Manifests
internal import Tickets

/// The changes beside a published list, from each of the lists before it: `gala.usher.41-42.changes`.
///
/// A file never changes: a station that has read the line of a list finds the changes to that list, also while the next
/// one is being published.
public struct PublishedChanges: Sendable {
    /// From so many lists there are changes: ten minutes of a list that changes every ten seconds.
    static let keptLists = 60

    private let folder: URL
    private let name: String

    /// - Parameter list: file of the published list.
    public init(beside list: URL) {
        folder = list.deletingLastPathComponent()
        name = list.lastPathComponent
    }

    private struct File {
        let base: Int64
        let sequence: Int64
        let url: URL
    }

    /// Writes the changes to a list that is about to be published. Never an error: without them stations fetch the whole
    /// list.
    /// - Parameters:
    ///   - earlier: the list that is published now.
    ///   - body: file of the new list's body.
    ///   - claims: of the new list.
    /// - Returns: the size in bytes of the changes from the list that is published now; `nil` without any.
    func write(from earlier: PreviousList, to body: URL, _ claims: ManifestClaims) -> Int64? {
        let old = ListChanges.Body(earlier.body.file, claims: earlier.claims.body)
        guard let step = try? ListChanges.between(old, ListChanges.Body(body, claims: claims.body)) else { return nil }
        guard (try? save(step, from: earlier.claims.sequence, to: claims.sequence)) != nil else { return nil }
        let limit = ListChanges.maximumByteCount(ofBody: claims.body.bytes)
        let before = files.filter { $0.sequence == earlier.claims.sequence && $0.base < $0.sequence }
            .sorted { $0.base > $1.base }.prefix(Self.keptLists - 1)
        // The newest first. All together are no longer than the list.
        var room = claims.body.bytes - step.byteCount
        for file in before {
            guard let first = try? ListChanges(contentsOf: file.url),
                let both = try? first.followed(by: step, limit: min(limit, room))
            else { continue }
            try? save(both, from: file.base, to: claims.sequence)
            room -= both.byteCount
        }
        return step.byteCount
    }

    /// Removes the changes to earlier lists than these two.
    /// - Parameters:
    ///   - before: `seq` of the list that was published before: stations that have read its line may still fetch
    ///     changes to it.
    ///   - sequence: `seq` of the list that is published now.
    func tidyUp(before: Int64?, sequence: Int64) {
        for file in files where file.sequence != sequence && file.sequence != before {
            try? Folder.remove(file.url)
        }
    }

    private func save(_ changes: ListChanges, from base: Int64, to sequence: Int64) throws {
        var file = try PendingFile(in: folder)
        try file.write(changes.bytes.bytes)
        try file.commit(
            to: folder.appending(path: name + ListChanges.suffix(from: base, to: sequence)), isDurable: false)
    }

    private var files: [File] {
        let names = (try? Folder.names(in: folder)) ?? []
        return names.compactMap { file in
            guard file.hasPrefix(name + "."), file.hasSuffix(".changes") else { return nil }
            let numbers = file.dropFirst(name.count + 1).dropLast(".changes".count).split(separator: "-")
            guard numbers.count == 2, let base = Int64(numbers[0]), let sequence = Int64(numbers[1]) else { return nil }
            return File(base: base, sequence: sequence, url: folder.appending(path: file))
        }
    }
}
