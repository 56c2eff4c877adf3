public import Foundation

// Files: reading and writing them so that a power cut leaves the old one or the new one, with errors that say what to do.

/// A file open for reading, closed with its owner.
public struct OwnedFile: ~Copyable {
    public static let chunkByteCount = 256 * 1024

    public let path: String
    private let descriptor: Int32

    public init(reading file: URL) throws {
        path = file.path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.system("open", file.path) }
    }

    deinit {
        close(descriptor)
    }

    /// Fills the buffer as far as one call of the system does; 0 at the end.
    public func read(into buffer: inout [UInt8]) throws -> Int {
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe Foundation.read(descriptor, $0.baseAddress, $0.count)
        }
        guard count >= 0 else { throw FileError.system("read", path) }
        return count
    }

    /// Lends the rest of the file piece by piece.
    public func forEachChunk(_ body: (RawSpan) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: Self.chunkByteCount)
        while case let count = try read(into: &buffer), count > 0 {
            // Bytes have no padding that could be read.
            try body(unsafe buffer.span.bytes.extracting(first: count))
        }
    }
}
