internal import Tickets

/// How an organizer wants a list built.
public struct BuildOptions: Sendable {
    /// Where the previous list of the event is.
    public var previous: ManifestBuilder.Previous
    /// The list's sequence number; `nil` for the time in seconds.
    public var sequence: Int64?
    /// Leaves out rules of the server that a list cannot express, and says so in a note. Otherwise they are an error.
    public var ignoresRules: Bool
    /// Builds a list although its codes are too easy to guess; the list says so.
    public var acceptsGuessableCodes: Bool
    /// Builds a list although much of the previous one is gone.
    public var acceptsLoss: Bool
    /// Makes no list when the previous one says the same and is not too old.
    public var keepsUnchanged: Bool
    /// The file of the numbers that earlier lists have; `nil` when none is kept.
    public var sequences: SequenceFile?
    /// The changes beside the list, for stations that have an earlier one; `nil` to make none.
    public var changes: PublishedChanges?

    public init(
        previous: ManifestBuilder.Previous = .none, sequence: Int64? = nil, ignoresRules: Bool = false,
        acceptsGuessableCodes: Bool = false, acceptsLoss: Bool = false, keepsUnchanged: Bool = false,
        sequences: SequenceFile? = nil, changes: PublishedChanges? = nil
    ) {
        self.previous = previous
        self.sequence = sequence
        self.ignoresRules = ignoresRules
        self.acceptsGuessableCodes = acceptsGuessableCodes
        self.acceptsLoss = acceptsLoss
        self.keepsUnchanged = keepsUnchanged
        self.sequences = sequences
        self.changes = changes
    }

    func builder(_ definition: EventDefinition, key: SigningKey, now: Timestamp) -> ManifestBuilder {
        ManifestBuilder(
            definition: definition, key: key, previous: previous, sequence: sequence, now: now,
            acceptsGuessableCodes: acceptsGuessableCodes, acceptsLoss: acceptsLoss, sequences: sequences,
            changes: changes)
    }
}
