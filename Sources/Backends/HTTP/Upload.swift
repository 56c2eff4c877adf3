internal import Foundation
internal import Threads
internal import Tickets

/// The body of a request, as the transfer's thread reads it.
final class Upload {
    /// In bytes; `nil` when that is not known in advance.
    let size: Int64?
    private let first: [UInt8]
    private var rest: ArraySlice<UInt8>
    private let more: () throws -> [UInt8]?
    private let restart: () -> Bool

    private init(
        size: Int64?, first: [UInt8] = [], restart: @escaping () -> Bool = { true },
        more: @escaping () throws -> [UInt8]?
    ) {
        self.size = size
        self.first = first
        rest = first[...]
        self.restart = restart
        self.more = more
    }

    /// Goes back to the beginning; `false` when what was read is gone.
    func rewind() -> Bool {
        rest = first[...]
        return restart()
    }

    /// - Parameter pieces: those of a body that comes in pieces.
    convenience init(_ body: HTTPRequest.Body, pieces: Puller<[UInt8]>?) throws {
        switch body {
        case .none:
            self.init(size: 0) { nil }
        case .bytes(let bytes):
            self.init(size: Int64(bytes.count), first: bytes) { nil }
        case .file(let path):
            let file = try Self.open(path)
            let size = try file.seekToEnd()
            try file.seek(toOffset: 0)
            self.init(
                size: Int64(size), restart: { (try? file.seek(toOffset: 0)) != nil },
                more: { try file.read(upToCount: 64 * 1024).map(Array.init) })
        case .pieces:
            self.init(size: nil, restart: { false }, more: { try pieces?.next() })
        }
    }

    /// Copies as much into the buffer as is available; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while rest.isEmpty {
            guard let piece = try more() else { return 0 }
            rest = piece[...]
        }
        let part = rest.prefix(buffer.count)
        unsafe buffer.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
    }

    private static func open(_ path: String) throws -> FileHandle {
        guard let file = FileHandle(forReadingAtPath: path) else {
            let number = errno
            throw HTTPError(
                .invalidRequest, "send", path, unsafe String(cString: strerror(number)).lowercased(), errno: number)
        }
        return file
    }
}
