internal import Crypto
public import Foundation
public import Tickets

/// Fetches a signed list from a web server, repeatedly: only when it has changed (ETag), and continuing after an
/// interruption (RFC 9110 sections 13 and 14).
///
/// The result is only a file: whether it is a valid list, and of which organizer, is checked when it is installed.
public struct ListDownload: Sendable {
    /// Result of one fetch.
    public enum Outcome: Hashable, Sendable {
        /// The server still has the list that was kept last.
        case unchanged
        /// A complete file; call ``keep()`` after it was installed, or ``discard()``.
        case file(URL)
    }

    /// The largest list that is accepted: ten million tickets are a gigabyte.
    public static let mostBytes: Int64 = 4 << 30

    let client: HTTPClient
    let url: ServerAddress
    private let headers: [HTTPHeader]
    let room: @Sendable () -> Int64
    private let limit: Int64
    let files: DownloadFiles

    /// - Parameters:
    ///   - url: of the list.
    ///   - credential: sent as `Authorization: Bearer`.
    ///   - folder: where the file is written; it must exist.
    ///   - limit: the largest file that is accepted, in bytes.
    ///   - room: bytes that may still be used on the disk; asked before each write.
    public init(
        of url: ServerAddress, network: NetworkSettings = NetworkSettings(), credential: String? = nil,
        into folder: URL,
        limit: Int64 = mostBytes, room: @escaping @Sendable () -> Int64
    ) {
        client = HTTPClient(network)
        self.url = url
        headers = credential.map { [HTTPHeader("Authorization", "Bearer \($0)")] } ?? []
        self.room = room
        self.limit = limit
        // The address may contain a secret: files are named by its hash.
        let name = Data(SHA256.hash(data: Data(url.whole.utf8)).prefix(8)).hex
        files = DownloadFiles(folder: folder, name: name)
    }

    /// - Throws: ``BackendError``; what was received stays, and the next call continues from there.
    public func fetch() async throws -> Outcome {
        if files.isWhole { return .file(files.whole) }
        do {
            return try await fetch(after: files.partial())
        } catch let error as HTTPError {
            throw BackendError(error)
        }
    }

    /// Call when the file was installed, or is not wanted: it is deleted, and fetched again only when the server has
    /// another one.
    public func keep() throws {
        try files.keep()
    }

    /// Call when the file is not a valid list: it is deleted and will be fetched again.
    public func discard() {
        files.discard()
    }

    /// Call when what was kept is not wanted any more, whatever its address: it is fetched again, also if it has not changed.
    /// - Parameter folder: of the downloads.
    public static func forgetAll(in folder: URL) throws {
        try DownloadFiles.forgetAll(in: folder)
    }

    /// Call when what was kept last is not there any more: it is fetched again, also if it has not changed.
    public func forget() throws {
        try files.keep(tag: nil)
    }

    private func fetch(after partial: DownloadFiles.Partial?) async throws -> Outcome {
        var request = request("GET", url.whole)
        if let partial {
            request.headers += [
                HTTPHeader("Range", "bytes=\(partial.bytes)-"), HTTPHeader("If-Range", partial.tag),
            ]
        } else if let tag = files.tag {
            request.headers.append(HTTPHeader("If-None-Match", tag))
        }
        let answer = try await client.open(request)
        switch answer.status {
        case 200: return try await receive(answer, after: nil)
        case 206 where answer.headers.first("Content-Range")?.hasPrefix("bytes \(partial?.bytes ?? -1)-") == true:
            return try await receive(answer, after: partial)
        case 304 where partial == nil: return .unchanged
        case 206, 304, 416:
            // Not what was requested. Once more, without the part.
            guard partial != nil else { throw refusal(answer) }
            files.discard()
            return try await fetch(after: nil)
        default: throw refusal(answer)
        }
    }

    func request(_ method: String, _ address: String) -> HTTPRequest {
        var request = HTTPRequest(method, address, headers: headers)
        request.timeouts = .init(connect: .seconds(10), firstByte: .seconds(60), stall: .seconds(60))
        // A compressed answer cannot be continued in the middle.
        request.acceptsCompressed = false
        return request
    }

    func receive(_ answer: HTTPStream, after partial: DownloadFiles.Partial?) async throws -> Outcome {
        try checkNoPage(answer)
        let announced = answer.headers.first("Content-Length").flatMap { Int64($0) } ?? 0
        try check(announced, of: answer)
        let file = try files.open(after: partial, tag: answer.headers.first("ETag"))
        var total = partial?.bytes ?? 0
        for try await piece in answer.pieces {
            total += Int64(piece.count)
            try check(total > limit ? total : Int64(piece.count), of: answer)
            do {
                try file.write(contentsOf: Data(piece))
            } catch {
                files.discard()
                throw failure(.failing, answer, "the list cannot be written to the disk")
            }
        }
        // A cancelled task sees the end of the stream as if the answer were complete.
        try Task.checkCancellation()
        try file.synchronize()
        try file.close()
        try files.finish()
        return .file(files.whole)
    }

    func checkNoPage(_ answer: HTTPStream) throws {
        guard answer.headers.first("Content-Type")?.lowercased().contains("html") != true else {
            throw failure(
                .unexpected, answer, "it answers with a web page",
                hint: "Does the network require a login first, or is the address wrong?")
        }
    }

    /// A list must not take the space that the journal needs.
    private func check(_ bytes: Int64, of answer: HTTPStream) throws {
        guard bytes <= limit, bytes <= room() else {
            files.discard()
            throw failure(
                .tooLarge, answer,
                bytes > limit
                    ? "it is larger than \(limit) bytes" : "there is not enough free space on the disk for it",
                hint: "Is that the address of a list?")
        }
    }

    func refusal(_ answer: HTTPStream) -> BackendError {
        switch answer.status {
        case 401, 403: failure(.unauthorised, answer, "it answers \(answer.status)", hint: "Check the credential.")
        case 404, 410: failure(.notFound, answer, "it has no such list")
        case 429: failure(.busy, answer, "it asks for fewer requests")
        case 300..<400:
            failure(.unexpected, answer, "it redirects to another address", hint: "Configure that address.")
        case 500...: failure(.failing, answer, "it answers \(answer.status)")
        default: failure(.unexpected, answer, "it answers \(answer.status)")
        }
    }

    private func failure(
        _ code: BackendError.Code, _ answer: HTTPStream, _ reason: String, hint: String? = nil
    ) -> BackendError {
        BackendError(code, "fetch a list from", answer.origin, reason, hint: hint)
    }
}
