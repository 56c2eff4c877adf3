public import Manifests
internal import Tickets

/// How an organizer wants a list built.
public struct BuildOptions: Sendable {
    public var previous: ManifestBuilder.Previous
    /// The sequence number instead of the time in seconds.
    public var sequence: Int64?
    /// Leaves out what our lists cannot express, and says so in a note.
    public var ignoresRules: Bool
    public var acceptsGuessableCodes: Bool
    /// Much of the list before may be gone.
    public var acceptsLoss: Bool
    /// Makes no list when the one before says the same.
    public var keepsUnchanged: Bool
    public var sequences: SequenceFile?

    public init(
        previous: ManifestBuilder.Previous = .none, sequence: Int64? = nil, ignoresRules: Bool = false,
        acceptsGuessableCodes: Bool = false, acceptsLoss: Bool = false, keepsUnchanged: Bool = false,
        sequences: SequenceFile? = nil
    ) {
        self.previous = previous
        self.sequence = sequence
        self.ignoresRules = ignoresRules
        self.acceptsGuessableCodes = acceptsGuessableCodes
        self.acceptsLoss = acceptsLoss
        self.keepsUnchanged = keepsUnchanged
        self.sequences = sequences
    }

    func builder(_ definition: EventDefinition, key: SigningKey, now: Timestamp) -> ManifestBuilder {
        ManifestBuilder(
            definition: definition, key: key, previous: previous, sequence: sequence, now: now,
            acceptsGuessableCodes: acceptsGuessableCodes, acceptsLoss: acceptsLoss, sequences: sequences)
    }
}
