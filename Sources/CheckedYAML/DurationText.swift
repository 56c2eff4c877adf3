extension Duration {
    /// Reads `90s`, `24h`, `7d` or `2h30m`: whole numbers with d, h, m or s, longer units first. `nil` for anything
    /// else, a number without a unit included.
    public init?(text: String) {
        let units: [(letter: UInt8, seconds: Int64)] = [
            (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1),
        ]
        var rest = text.utf8[...]
        var seconds: Int64 = 0
        var allowed = units[...]
        repeat {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(digits.count)
            // Nine digits of days still fit.
            guard digits.count <= 9, let number = Int64(Substring(digits)), let letter = rest.popFirst(),
                let index = allowed.firstIndex(where: { $0.letter == letter })
            else { return nil }
            seconds += number * units[index].seconds
            allowed = units[(index + 1)...]
        } while !rest.isEmpty
        self = .seconds(seconds)
    }

    /// The shortest text that ``init(text:)`` reads back, for whole seconds: `2h30m`.
    public var text: String {
        var rest = components.seconds
        var parts = ""
        for (letter, seconds) in [("d", Int64(86_400)), ("h", 3600), ("m", 60), ("s", 1)] where rest >= seconds {
            parts += "\(rest / seconds)\(letter)"
            rest %= seconds
        }
        return parts.isEmpty ? "0s" : parts
    }
}
