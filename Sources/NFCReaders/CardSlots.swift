/// Decides which card is a new one. Pure: states in, readers with a new card out.
struct CardSlots {
    enum Change: Hashable {
        case plugged(String)
        case unplugged(String)
    }

    /// As pcscd was last asked; 0 for a reader that it was not asked about.
    private(set) var states: [String: PCSCContext.State] = [:]

    /// Takes the names of all readers.
    mutating func take(_ readers: [String]) -> [Change] {
        let gone = states.keys.filter { !readers.contains($0) }.sorted()
        let new = readers.filter { states[$0] == nil }.sorted()
        for reader in gone { states[reader] = nil }
        for reader in new { states[reader] = PCSCContext.State(word: 0, answerToReset: []) }
        return gone.map { .unplugged($0) } + new.map { .plugged($0) }
    }

    /// Takes what the readers have now.
    /// - Returns: those on which a card was put since.
    mutating func take(_ now: [String: PCSCContext.State]) -> [String] {
        let fresh = now.filter { reader, state in
            guard let before = states[reader], before.word != 0, state.hasCard else { return false }
            return !before.hasCard || state.changes != before.changes
        }
        states = now
        return fresh.keys.sorted()
    }
}
