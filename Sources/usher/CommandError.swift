import Glibc
import Tickets

/// What went wrong in a command itself.
struct CommandError: ExplainedError {
    let operation: String
    let subject: String
    let reason: String
    let hint: String?
    let errno: Int32?

    init(operation: String, subject: String, reason: String, hint: String? = nil) {
        self.operation = operation
        self.subject = subject
        self.reason = reason
        self.hint = hint
        errno = nil
    }

    /// - Parameter errno: why the system refused.
    init(operation: String, subject: String, errno: Int32) {
        self.operation = operation
        self.subject = subject
        reason = unsafe String(cString: strerror(errno))
        hint = nil
        self.errno = errno
    }
}
