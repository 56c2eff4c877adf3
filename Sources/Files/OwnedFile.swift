public import Foundation

// Files: reads and writes them so that a power cut leaves the old one or the new one; errors say what to do.

/// A file open for reading, closed with its owner.
public struct OwnedFile: ~Copyable {
    /// Bytes that ``forEachChunk(_:)`` lends at once: 256 KiB.
    public static let chunkByteCount = 256 * 1024

    /// As it was opened.
    public let path: String
    private let descriptor: Int32

    /// - Throws: ``FileError``, also when the file does not exist.
    public init(reading file: URL) throws {
        let descriptor = unsafe open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.system("open", file.path) }
        self.descriptor = descriptor
        path = file.path
    }

    deinit {
        close(descriptor)
    }

    /// Fills the buffer as far as one call of read(2) does. Returns the number of bytes; 0 at the end.
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
