internal import GRDB
public import Tickets

/// Why an operation on the journal or on the station's identity failed.
public typealias JournalError = Fault<JournalFailure>

/// The kinds of ``JournalError``, for programs.
public enum JournalFailure: String, FaultCode {
    /// The disk is full, even after the reserve was deleted.
    case full
    /// The state folder or a file in it cannot be written by this user, or not at all.
    case readOnly
    /// What is stored is not what was written.
    case damaged
    /// A later version of Usher has written this journal.
    case newer
    /// Another program has the journal open.
    case inUse
    /// The disk or the database failed in another way.
    case failed
    /// The state folder was made on another machine, or is a copy.
    case cloned
    /// The file of the station's key is missing or cannot be read.
    case identity
    /// There is nothing to undo: an unknown entry, a refusal, an undo, or an entry that is undone already.
    case notUndoable
    /// The signed head is not from this station.
    case badHead
    /// A name, a PIN or a role that an operator cannot have.
    case badOperator
    /// The file is not a whole journal, exported as JSON lines.
    case notExport
}

extension JournalError {
    init(notUndoable id: String, because reason: String) {
        self.init(.notUndoable, "undo", "entry \(id)", reason)
    }

    /// The kinds that a person at the door meets have words of their own; what else fails is told with SQLite's message,
    /// but never with the statement's arguments: they contain what people did.
    init(_ error: DatabaseError, _ operation: String, _ subject: String = "the journal") {
        switch error.resultCode {
        case .SQLITE_FULL: self.init(.full, operation, subject)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: self.init(.readOnly, operation, subject)
        case .SQLITE_IOERR: self.init(.failing, operation, subject)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self.init(.damaged, operation, subject)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(.inUse, operation, subject)
        default:
            let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
            self.init(.failed, operation, subject, "the database failed: \(message)")
        }
    }

    /// A system call on a file of the state folder failed.
    init(errno: Int32, _ operation: String, _ subject: String) {
        let isRights = [SystemMessage.noPermission, SystemMessage.notPermitted].contains(errno)
        if let fault = isRights ? .readOnly : DiskFault(errno: errno) {
            self.init(fault, operation, subject, errno: errno)
        } else {
            self.init(.failed, operation, subject, String(describing: SystemMessage(errno)), errno: errno)
        }
    }

    private init(_ fault: DiskFault, _ operation: String, _ subject: String, errno: Int32? = nil) {
        let (code, hint): (Code, String?) =
            switch fault {
            case .full: (.full, "Make room on the disk of the state folder.")
            case .readOnly: (.readOnly, "Let the user of the station write the state folder and the files in it.")
            case .failing: (.failed, "Look at the kernel's log (journalctl -k), and replace the disk.")
            case .damaged: (.damaged, "Keep the file for inspection, and go on with a backup or a fresh state folder.")
            case .inUse: (.inUse, "Stop the other program that has this state folder open.")
            }
        self.init(code, operation, subject, fault.rawValue, hint: hint, errno: errno)
    }
}
