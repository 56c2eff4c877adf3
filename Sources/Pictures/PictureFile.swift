internal import Glibc

/// Reads and writes whole picture files.
public enum PictureFile {
    static let maximumBytes = 64 << 20

    /// The bytes of a file of at most 64 MiB.
    public static func read(_ path: String) throws(PictureError) -> [UInt8] {
        do throws(PictureFault) {
            let file = try OpenFile(path, flags: O_RDONLY)
            return try file.readAll(limit: maximumBytes)
        } catch {
            throw PictureError(error, operation: "read", subject: path)
        }
    }

    /// Writes a file, new or over an old one. After an error it is removed, unless it is a device.
    public static func write(_ bytes: [UInt8], to path: String) throws(PictureError) {
        do throws(PictureFault) {
            let file = try OpenFile(path, flags: O_WRONLY | O_CREAT | O_TRUNC)
            do throws(PictureFault) {
                try file.write(bytes)
            } catch {
                // Half a picture would be taken for a whole one. A device is not removed.
                if file.isRegular { unsafe unlink(path) }
                throw error
            }
        } catch {
            throw PictureError(error, operation: "write", subject: path)
        }
    }
}

private struct OpenFile: ~Copyable {
    private let descriptor: Int32

    init(_ path: String, flags: Int32) throws(PictureFault) {
        let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .system(errno) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    var isRegular: Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    func readAll(limit: Int) throws(PictureFault) -> [UInt8] {
        var bytes = [UInt8]()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw .system(errno) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw PictureFault(.tooLarge, "it is larger than \(limit >> 20) MiB") }
        }
    }

    func write(_ bytes: [UInt8]) throws(PictureFault) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            guard count >= 0 else { throw .system(errno) }
            written += count
        }
    }
}

extension PictureFault {
    fileprivate static func system(_ number: Int32) -> PictureFault {
        unsafe PictureFault(.file, String(cString: strerror(number)), errno: number)
    }
}
