internal import Foundation
public import Tickets

/// Why a file or folder could not be read or written.
public typealias FileError = Fault<FileFailure>

/// What failed: callers distinguish one ``FileError`` from another by this.
public enum FileFailure: FaultCode {
    /// The disk or a quota is full: ENOSPC or EDQUOT.
    case noSpace
    /// The system refused; ``Fault/errno`` says why.
    case failed
}

extension FileError {
    /// A system call that failed just now.
    public static func system(_ operation: String, _ subject: String) -> FileError {
        system(operation, subject, errno: Foundation.errno)
    }

    /// A call of Foundation that failed. Where the system has a text for it (strerror(3)), that says more than
    /// Foundation's.
    public static func system(_ operation: String, _ subject: String, because error: any Error) -> FileError {
        let cause = (error as? CocoaError)?.underlying.map { $0 as NSError }
        guard let cause, cause.domain == NSPOSIXErrorDomain else {
            return FileError(.failed, operation, subject, error.localizedDescription)
        }
        return system(operation, subject, errno: Int32(cause.code))
    }

    private static func system(_ operation: String, _ subject: String, errno number: Int32) -> FileError {
        let isFull = number == ENOSPC || number == EDQUOT
        return FileError(
            isFull ? .noSpace : .failed, operation, subject, unsafe String(cString: strerror(number)),
            hint: isFull ? "Free some space and try again." : nil, errno: number)
    }
}
