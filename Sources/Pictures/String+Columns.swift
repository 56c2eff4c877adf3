internal import CCairo

extension String {
    /// How many columns of a terminal it takes: letters of Han, kana and Hangul, and emoji, take two.
    public var columns: Int {
        reduce(0) { $0 + $1.columns }
    }
}

extension Character {
    /// Of a terminal: 0, 1 or 2. A sign with a variation selector is an emoji.
    public var columns: Int {
        let scalars = unicodeScalars
        if scalars.contains(where: { g_unichar_iswide($0.value) != 0 || $0 == "\u{FE0F}" }) { return 2 }
        return scalars.allSatisfy { g_unichar_iszerowidth($0.value) != 0 } ? 0 : 1
    }
}
