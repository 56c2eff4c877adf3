public import Foundation
internal import Tickets

/// The beginning of a list and its changes, for stations that have an earlier one.
extension ListDownload {
    /// What the beginning of the list says.
    public enum Glance: Hashable, Sendable {
        /// The server still has the list that was kept last.
        case unchanged
        /// It begins with this line, without its end. Call ``keep(_:)`` with the tag once the list of the line is in
        /// force, or is not wanted.
        case line(Data, tag: String?)
        /// Not known, or the server has sent all of it: call ``fetch()``.
        case unclear
    }

    /// The first part that is asked for, in bytes: nearly every line is shorter.
    private static let usualLineByteCount = 4096
    /// The longest line, with its end.
    private static let longestLineByteCount = 64 * 1024 + 1

    /// Asks for the beginning of the list, if it has changed: one small request and one small answer.
    /// - Throws: ``BackendError``; `CancellationError`
    public func look() async throws -> Glance {
        guard !files.isWhole, files.partial() == nil else { return .unclear }
        do {
            for count in [Self.usualLineByteCount, Self.longestLineByteCount] {
                let glance = try await look(at: count)
                if let glance { return glance }
            }
            return .unclear
        } catch let error as HTTPError {
            throw BackendError(error)
        }
    }

    /// - Returns: `nil` when the line is longer than that.
    private func look(at count: Int) async throws -> Glance? {
        var request = request("GET", url.whole)
        request.headers.append(HTTPHeader("Range", "bytes=0-\(count - 1)"))
        if let tag = files.tag { request.headers.append(HTTPHeader("If-None-Match", tag)) }
        let answer = try await client.open(request)
        switch answer.status {
        case 304: return .unchanged
        case 206 where answer.headers.first("Content-Range")?.hasPrefix("bytes 0-") == true: break
        case 200:
            // It gives no parts, and is sending the whole list anyway.
            _ = try await receive(answer, after: nil)
            return .unclear
        case 206, 416: return .unclear
        default: throw refusal(answer)
        }
        try checkNoPage(answer)
        var line = Data()
        for try await piece in answer.pieces {
            let rest = Data(piece)
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                return .line(line + rest[..<end], tag: answer.headers.first("ETag"))
            }
            line += rest
            if line.count > Self.longestLineByteCount { break }
        }
        try Task.checkCancellation()
        return nil
    }

    /// Fetches what is beside the list: its address with an ending, before the query.
    /// - Parameters:
    ///   - suffix: of the changes' address.
    ///   - limit: in bytes; a longer file is not wanted.
    /// - Returns: a file, which the next call replaces; `nil` when it cannot be had, for whatever reason. Then the list
    ///   can still be fetched, and an error says what is wrong with the server.
    /// - Throws: `CancellationError` alone
    public func changes(_ suffix: String, limit: Int64) async throws -> URL? {
        var address = url.whole
        address.insert(contentsOf: suffix, at: address.firstIndex { $0 == "?" || $0 == "#" } ?? address.endIndex)
        do {
            guard limit <= room() else { return nil }
            var request = request("GET", address)
            // Read to its end or not at all; the limit is of what comes out.
            request.acceptsCompressed = true
            let answer = try await client.open(request)
            guard answer.status == 200 else { return nil }
            var bytes = Data()
            for try await piece in answer.pieces {
                guard Int64(bytes.count + piece.count) <= limit else { return nil }
                bytes += piece
            }
            try Task.checkCancellation()
            try bytes.write(to: files.changes)
            return files.changes
        } catch let error as CancellationError {
            throw error
        } catch {
            return nil
        }
    }

    /// Call when the list of a line is in force, or is not wanted: the server is asked for another one only.
    /// - Parameter tag: that came with the line.
    public func keep(_ tag: String?) throws {
        try files.keep(tag: tag)
    }
}
