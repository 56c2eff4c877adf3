import Foundation

/// A file's bytes in pieces, each read when it is asked for.
enum FilePieces {
    private static let length = 1 << 20

    static func of(_ path: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: URL(filePath: path))
        } catch {
            throw CommandError(operation: "read", subject: path, reason: error.localizedDescription)
        }
        return AsyncThrowingStream { try file.read(upToCount: length).map(Array.init) }
    }
}
