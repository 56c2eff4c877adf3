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

    /// With SQLite's message but never the statement's arguments: they contain what people did.
    init(_ error: DatabaseError, _ operation: String, _ subject: String = "the journal") {
        let code: Code
        var hint: String?
        switch error.resultCode {
        case .SQLITE_FULL:
            code = .full
            hint = "Make room on the disk of the state folder."
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
            code = .readOnly
            hint = "Let the user of the station write the state folder and the files in it."
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            code = .damaged
            hint = "Keep the file for inspection, and go on with a backup or a fresh state folder."
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            code = .inUse
            hint = "Stop the other program that has this state folder open."
        default:
            code = .failed
        }
        self.init(
            code, operation, subject, error.message ?? "SQLite error \(error.resultCode.rawValue)",
            hint: hint)
    }

    /// A system call on a file of the state folder failed.
    init(errno: Int32, _ operation: String, _ subject: String) {
        let text = String(describing: SystemMessage(errno))
        switch errno {
        case SystemMessage.noSpace, SystemMessage.quota:
            self.init(
                .full, operation, subject, text, hint: "Make room on the disk of the state folder.",
                errno: errno)
        case SystemMessage.noPermission, SystemMessage.notPermitted, SystemMessage.readOnlyFileSystem:
            self.init(
                .readOnly, operation, subject, text,
                hint: "Let the user of the station write the state folder and the files in it.", errno: errno)
        default:
            self.init(.failed, operation, subject, text, errno: errno)
        }
    }
}
