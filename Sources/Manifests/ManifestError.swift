internal import Foundation
public import Tickets

/// Why a list, a key or a ticket table cannot be used.
public typealias ManifestError = Fault<ManifestFailure>

/// Why: what programs tell one ``ManifestError`` from another by.
public enum ManifestFailure: String, FaultCode {
    // The signed line.
    case lineTooLong, malformed, unknownVersion, badSignature, untrustedKey
    // Whether it may take the place of what is there.
    case pinnedToAnotherKey, saltChanged, alreadyInForce, notNewer, tooFarAhead, expired, ticketKeyTaken
    /// Much of the list in force would be lost, and nobody has confirmed it; or lines would be others.
    case lossNotAccepted, linesMoved
    // The body.
    case noSpace, truncated, overlong, wrongHash, notADatabase, wrongSchema, badContent
    // Keys.
    case badKeyFile, secretKeyGiven, exposedKey, keyExists, wrongPurpose
    // Building.
    case badTickets, guessableCodes, badDefinition, badPrevious
    case notInstalled
    /// The system refused; ``ManifestError/errno`` says why.
    case system
}

extension ManifestError {
    /// A system call that failed just now.
    static func system(_ operation: String, _ subject: String) -> ManifestError {
        system(operation, subject, errno: Foundation.errno)
    }

    /// A call of Foundation that failed. The system's own words, where it has some, say more than Foundation's.
    static func system(_ operation: String, _ subject: String, because error: any Error) -> ManifestError {
        let cause = (error as? CocoaError)?.underlying.map { $0 as NSError }
        guard let cause, cause.domain == NSPOSIXErrorDomain else {
            return ManifestError(.system, operation, subject, error.localizedDescription)
        }
        return system(operation, subject, errno: Int32(cause.code))
    }

    private static func system(_ operation: String, _ subject: String, errno number: Int32) -> ManifestError {
        let isFull = number == ENOSPC || number == EDQUOT
        return ManifestError(
            isFull ? .noSpace : .system, operation, subject, unsafe String(cString: strerror(number)),
            hint: isFull ? "Free some space and try again." : nil, errno: number)
    }
}
