internal import Foundation
internal import Glibc
internal import Tickets

/// Held while a list is made and published: of two runs at once, the one that began to pull first could end last, and put
/// back what the other one had changed.
final class PublicationLock {
    private let descriptor: Int32

    /// - Throws: ``PublishingError`` when another run makes this list now
    init(_ publication: Publication) throws {
        let file = publication.record.appendingPathExtension("lock")
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        descriptor = unsafe open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        // Where nothing can be written, nobody else can lock it either.
        guard descriptor >= 0 else { return }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw PublishingError(
                "publish", publication.name, "another usher publish makes this list at the moment",
                hint: "Wait until it has ended. A timer starts the next run by itself.")
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // A child process that is just being started has the descriptor, too, and would keep the lock until its exec.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
