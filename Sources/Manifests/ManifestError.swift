public import Tickets

/// Why a list, a key or a ticket table cannot be used.
public typealias ManifestError = Fault<ManifestFailure>

/// What failed: callers distinguish one ``ManifestError`` from another by this.
public enum ManifestFailure: String, FaultCode {
    // The signed line.
    case lineTooLong, malformed, unknownVersion, badSignature, untrustedKey
    // Whether it may replace the list in force.
    case pinnedToAnotherKey, saltChanged, alreadyInForce, notNewer, tooFarAhead, expired, ticketKeyTaken
    /// Much of the list in force would be lost, and nobody has confirmed it; or lines would have other numbers.
    case lossNotAccepted, linesMoved
    // The body.
    case noSpace, truncated, overlong, wrongHash, notADatabase, wrongSchema, badContent
    /// Changes that are no changes, or do not lead from the list in force to the signed one.
    case badChanges
    // Keys.
    case badKeyFile, secretKeyGiven, exposedKey, keyExists, wrongPurpose
    // Building.
    case badTickets, guessableCodes, badDefinition, badPrevious
    case notInstalled
    /// The system refused; ``ManifestError/errno`` says why.
    case system
}
