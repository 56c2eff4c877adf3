internal import Crypto
public import Foundation

/// An encrypted check-in for a backend, on its way through the ledger to the station that uploads.
/// See docs/decisions/102-settling-needs-a-token.md.
public struct SealedUpload: Hashable, Sendable {
    /// Id of the entry.
    public let entry: String
    /// Encrypted with the venue's ``UploadsKey``; at most 65536 bytes.
    public let sealed: Data
    /// SHA-256 of the token that is encrypted inside and needed to settle it; `nil` for one that was taken out.
    public let tokenHash: Data?
    /// The ledger's number; `nil` until the ledger has it. Numbers grow in the order in which check-ins are handed in.
    public let number: Int64?

    /// - Parameter token: the one that is encrypted inside (``makeToken()``).
    public init(entry: String, sealed: Data, token: Data? = nil, number: Int64? = nil) {
        self.entry = entry
        self.sealed = sealed
        tokenHash = token.map { Data(SHA256.hash(data: $0)) }
        self.number = number
    }

    /// Length of a token in bytes.
    public static let tokenLength = 32

    /// A new random token.
    public static func makeToken() -> Data {
        unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Data($0) }
    }
}

/// The answer to a sealed upload.
public struct SealedUploadAnswer: Hashable, Sendable {
    /// What the backend answered, as stored in the ledger, which needs it for what is handed in again.
    public enum Outcome: String, Sendable, Codable {
        /// The backend accepted it, now or earlier.
        case accepted
        /// The backend understood it and disagrees.
        case refused
        /// The backend cannot take it.
        case parked
        /// The station that uploads could not decrypt it: the only answer without a token.
        case unreadable
    }

    /// Id of the entry.
    public let entry: String
    /// What the backend answered.
    public let outcome: Outcome
    /// The backend's reason, encrypted; empty if ``Outcome/unreadable``.
    public let reason: Data
    /// The token from inside the sealed upload; `nil` in what comes back from the ledger, which never has it.
    public let token: Data?

    public init(entry: String, outcome: Outcome, reason: Data, token: Data? = nil) {
        self.entry = entry
        self.outcome = outcome
        self.reason = reason
        self.token = token
    }
}

/// How far the ledger is with this station's sealed uploads.
public struct SealedUploadProgress: Hashable, Sendable {
    /// Of those that were answered.
    public let answers: [SealedUploadAnswer]
    /// How many the ledger has without an answer.
    public let waiting: Int

    public init(answers: [SealedUploadAnswer], waiting: Int) {
        self.answers = answers
        self.waiting = waiting
    }
}
