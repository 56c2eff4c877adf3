internal import Foundation

/// Why the disk of a station keeps nothing, in the words by which its page knows them (`staff.refusals`): a person reads
/// them in their own language, and not as the system or a library says them.
public enum DiskFault: String, Sendable, CaseIterable {
    /// No room is left, or no more may be used.
    case full = "the disk of this station is full"
    /// It is mounted read-only, or its rights do not let the station write.
    case readOnly = "this station cannot write its state folder"
    /// It reports errors.
    case failing = "the disk of this station does not work"
    /// What is on it is not what was written.
    case damaged = "the records of this station are damaged"
    /// Another program has the records open.
    case inUse = "another program uses the records of this station"

    /// `nil` for an error that is not the disk's (errno(3)).
    public init?(errno: Int32) {
        switch errno {
        case ENOSPC, EDQUOT: self = .full
        case EROFS: self = .readOnly
        case EIO: self = .failing
        default: return nil
        }
    }
}
