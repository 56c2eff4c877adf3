import Foundation
import Glibc

/// The system's cache of files in memory.
enum PageCache {
    /// Removes files, and all files in folders, from the cache, so that they are read from the disk again;
    /// posix_fadvise(2).
    static func forget(_ places: [URL]) throws {
        for place in places {
            let below = FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil)
            for case let file as URL in [place] + (below?.allObjects ?? []) { try forget(file) }
        }
    }

    private static func forget(_ file: URL) throws {
        let descriptor = unsafe open(file.path, O_RDONLY)
        guard descriptor >= 0 else { return }  // a socket
        defer { close(descriptor) }
        // What is not on the disk yet would stay in the cache.
        guard fsync(descriptor) == 0, posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
            throw BenchmarkError("cannot take \(file.path) out of memory")
        }
    }
}
