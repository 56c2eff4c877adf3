internal import Foundation
internal import Tickets

/// One request to the API. It is answered in process (``ControlAPI/respond(to:)``), or sent to a daemon: method,
/// ``target`` and body are all there is to send.
public struct ControlRequest: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    public var method: String
    /// The segments after `/v1/`, not percent-encoded.
    public var path: [String]
    public var query: [String: String]
    public var body: ControlBody
    /// The system's id of the user who asks.
    public var uid: UInt32

    /// A request of this process's own user: `ControlRequest("DELETE", "operators", name)`.
    public init(_ method: String, _ path: String..., query: [String: String] = [:], body: ControlBody = .none) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        uid = getuid()
    }

    /// Reads a request line: `/v1/journal?after=12`.
    init(method: String, target: String, body: ControlBody, uid: UInt32) throws(ControlError) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count > 2, segments[0].isEmpty, segments[1] == "v1" else { throw .notFound }
        var query: [String: String] = [:]
        for pair in parts.dropFirst().joined().split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decode(sides[0])
            guard query.updateValue(try Self.decode(sides.dropFirst().joined()), forKey: name) == nil else {
                throw ControlError(.unreadable, "read", "the query", "`\(name.withoutControls)` stands in it twice")
            }
        }
        self.method = method
        self.path = try segments.dropFirst(2).map(Self.decode)
        self.query = query
        self.body = body
        self.uid = uid
    }

    /// What stands in the request line, percent-encoded: `/v1/operators/Anne%20B`.
    public var target: String {
        let pairs = query.sorted { $0.key < $1.key }.map { "\(Self.encode($0.key))=\(Self.encode($0.value))" }
        return (["/v1"] + path.map(Self.encode)).joined(separator: "/")
            + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// RFC 3986's unreserved characters: everything else is encoded, so that no segment can become two.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static func decode(_ text: some StringProtocol) throws(ControlError) -> String {
        guard let decoded = text.removingPercentEncoding else {
            throw ControlError(.unreadable, "read", "the address", "its percent-encoding is broken")
        }
        return decoded
    }
}

extension ControlError {
    static let notFound = ControlError(
        .notFound, "find", "the address", "the API has no such address", hint: "docs/openapi.yaml lists them all.")
}

/// One answer of the API.
public struct ControlResponse: Sendable {
    /// RFC 9110.
    public let status: Int
    public let contentType: String
    /// Methods of the address, when the one asked for is none of them.
    public let allow: [String]
    public let body: ControlBody

    init(status: Int = 200, contentType: String, allow: [String] = [], body: ControlBody) {
        self.status = status
        self.contentType = contentType
        self.allow = allow
        self.body = body
    }
}

/// The body of a request or an answer.
public enum ControlBody: Sendable {
    case bytes([UInt8])
    /// Each piece is pulled when the one before is done with: whoever makes them waits for whoever takes them.
    case stream(AsyncThrowingStream<[UInt8], any Error>)

    public static let none = ControlBody.bytes([])

    public var pieces: AsyncThrowingStream<[UInt8], any Error> {
        switch self {
        case .stream(let stream): return stream
        case .bytes(let bytes):
            let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            if !bytes.isEmpty { continuation.yield(bytes) }
            continuation.finish()
            return stream
        }
    }

    /// All of it at once.
    ///
    /// - Throws: ``ControlError`` when there is more than the limit, in bytes.
    public func collected(upTo limit: Int) async throws -> [UInt8] {
        var all: [UInt8] = []
        for try await piece in pieces {
            guard all.count + piece.count <= limit else {
                throw ControlError(.tooLarge, "read", "the body", "it is larger than \(limit) bytes")
            }
            all += piece
        }
        // A stream of a cancelled task ends as if it were whole.
        try Task.checkCancellation()
        return all
    }
}

/// Carries an iterator from the task that made it to the one that uses it.
final class CarriedIterator<Iterator: AsyncIteratorProtocol>: @unchecked Sendable where Iterator.Element: Sendable {
    // Unchecked: a stream has one reader, and it asks for an element only after it was given the one before.
    private var iterator: Iterator

    init(_ iterator: Iterator) {
        self.iterator = iterator
    }

    func next() async throws -> Iterator.Element? {
        try await iterator.next()
    }
}
