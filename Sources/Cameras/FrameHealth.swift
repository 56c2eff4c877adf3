/// Whether a camera's pictures are reliable: single damaged ones are ignored, several in a row are reported.
struct FrameHealth {
    /// Frames: a sixth of a second at 30 frames a second.
    static let inARow = 5

    enum Change: Hashable {
        case trouble
        case recovered
    }

    private(set) var isInTrouble = false
    /// How many frames in a row contradict `isInTrouble`.
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
