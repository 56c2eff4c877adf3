public import Foundation

/// A check-in for a backend, sealed, on its way through the ledger to the station that uploads.
public struct Parcel: Hashable, Sendable {
    /// Id of the entry.
    public let entry: String
    public let sealed: Data
    /// The ledger's; `nil` until it has it. They grow: each station's are in the order in which it handed them in.
    public let number: Int64?

    public init(entry: String, sealed: Data, number: Int64? = nil) {
        self.entry = entry
        self.sealed = sealed
        self.number = number
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
    }

    /// Id of the entry.
    public let entry: String
    public let outcome: Outcome
    /// What the backend said, sealed.
    public let words: Data

    public init(entry: String, outcome: Outcome, words: Data) {
        self.entry = entry
        self.outcome = outcome
        self.words = words
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
