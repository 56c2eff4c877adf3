/// Whether a camera's pictures can be relied on: a damaged one now and then is nothing, several in a row are trouble.
struct FrameHealth {
    /// A sixth of a second at 30 frames a second.
    static let inARow = 5

    enum Change: Hashable {
        case trouble
        case recovered
    }

    private(set) var isInTrouble = false
    /// How many in a row speak against `isInTrouble`.
    private var streak = 0

    mutating func note(isGood: Bool) -> Change? {
        guard isGood == isInTrouble else {
            streak = 0
            return nil
        }
        streak += 1
        guard streak == Self.inARow else { return nil }
        streak = 0
        isInTrouble.toggle()
        return isInTrouble ? .trouble : .recovered
    }
}
