internal import Crypto
public import Foundation

/// A check-in for a backend, sealed, on its way through the ledger to the station that uploads.
public struct Parcel: Hashable, Sendable {
    /// Id of the entry.
    public let entry: String
    public let sealed: Data
    /// SHA-256 of the token that settles it, which is sealed inside; `nil` of one that was taken out.
    public let tokenHash: Data?
    /// The ledger's; `nil` until it has it. They grow: each station's are in the order in which it handed them in.
    public let number: Int64?

    /// - Parameter token: that is sealed inside (``makeToken()``).
    public init(entry: String, sealed: Data, token: Data? = nil, number: Int64? = nil) {
        self.entry = entry
        self.sealed = sealed
        tokenHash = token.map { Data(SHA256.hash(data: $0)) }
        self.number = number
    }

    /// Bytes of a token.
    public static let tokenLength = 32

    /// A new random token.
    public static func makeToken() -> Data {
        unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Data($0) }
    }
}

/// What became of a parcel.
public struct ParcelAnswer: Hashable, Sendable {
    /// In the ledger's words, which it needs for what is handed in again.
    public enum Outcome: String, Sendable, Codable {
        case accepted
        /// The backend has understood, and sees it otherwise.
        case refused
        /// The backend cannot take it.
        case parked
        /// The station that uploads could not open it: the only answer without a token.
        case unreadable
    }

    /// Id of the entry.
    public let entry: String
    public let outcome: Outcome
    /// What the backend said, sealed.
    public let words: Data
    /// From inside the parcel; `nil` in what comes back from the ledger, which never has it.
    public let token: Data?

    public init(entry: String, outcome: Outcome, words: Data, token: Data? = nil) {
        self.entry = entry
        self.outcome = outcome
        self.words = words
        self.token = token
    }
}

/// How far the ledger is with parcels.
public struct ParcelProgress: Hashable, Sendable {
    public let answers: [ParcelAnswer]
    /// Those that it has, and nobody has answered yet.
    public let waiting: Int

    public init(answers: [ParcelAnswer], waiting: Int) {
        self.answers = answers
        self.waiting = waiting
    }
}
