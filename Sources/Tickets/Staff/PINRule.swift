/// Which PINs are taken.
public enum PINRule {
    /// In digits.
    public static let lengths = 6...64

    /// What is wrong with a PIN: a clause, with what to do; `nil` for a good one.
    public static func fault(of pin: String, today: Timestamp) -> (problem: String, hint: String?)? {
        guard lengths.contains(pin.utf8.count),
            pin.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return ("a PIN has 6 to 64 digits", nil) }
        return GuessablePIN(pin, today: today).map {
            (
                "the PIN \($0.problem)",
                "Choose six or more digits at random: no sequence, no repetition, no date."
            )
        }
    }
}
