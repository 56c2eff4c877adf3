/// Getters of plain types. Without a `default` the key must be there.
extension YAMLMapping {
    /// A text that is not empty.
    /// - Parameter maximumByteCount: in UTF-8.
    public func string(_ key: String, default fallback: String? = nil, maximumByteCount: Int = 1000) -> String {
        value(key, Self.textExpectation(maximumByteCount), default: fallback, placeholder: "") {
            (1...maximumByteCount).contains($0.utf8.count) ? $0 : nil
        }
    }

    /// A text that is not empty; `nil` when the key is absent.
    public func optionalString(_ key: String, maximumByteCount: Int = 1000) -> String? {
        optionalValue(key, Self.textExpectation(maximumByteCount)) {
            (1...maximumByteCount).contains($0.utf8.count) ? $0 : nil
        }
    }

    private static func textExpectation(_ maximumByteCount: Int) -> String {
        "a text of 1 to \(maximumByteCount) bytes"
    }

    /// A whole number in decimal digits. A number outside `range` is a fault.
    public func integer(_ key: String, in range: ClosedRange<Int>, default fallback: Int? = nil) -> Int {
        value(
            key, "a whole number from \(range.lowerBound) to \(range.upperBound)", default: fallback,
            placeholder: range.lowerBound
        ) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A whole number as ``integer(_:in:default:)``; `nil` when the key is missing.
    public func optionalInteger(_ key: String, in range: ClosedRange<Int>) -> Int? {
        optionalValue(key, "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// `true` or `false`: YAML 1.2 has no other spelling. `no` may mean the country.
    public func bool(_ key: String, default fallback: Bool? = nil) -> Bool {
        value(key, "true or false", default: fallback, placeholder: false) { Bool($0) }
    }

    /// A time span like `90s`, `24h`, `7d` or `2h30m`. One outside `range` is a fault.
    public func duration(
        _ key: String, in range: ClosedRange<Duration>, default fallback: Duration? = nil
    ) -> Duration {
        let limits = "\(range.lowerBound.text) to \(range.upperBound.text)"
        return value(
            key, "a time span from \(limits), like 90s, 24h or 2h30m", default: fallback,
            placeholder: range.lowerBound
        ) { text in
            Duration(text: text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// One of a few words.
    /// - Parameter words: at least one.
    public func word<Value>(
        _ key: String, of words: KeyValuePairs<String, Value>, default fallback: Value? = nil
    ) -> Value {
        value(
            key, "one of " + words.map(\.key).joined(separator: ", "), default: fallback, placeholder: words[0].value
        ) { text in
            words.first { $0.key == text }?.value
        }
    }
}

extension YAMLMapping {
    /// An address of this machine and a port: `127.0.0.1:8723`, `[::]:9464`.
    ///
    /// - Parameter example: shown in the error when the value is no address.
    /// - Returns: `nil` when the key is absent or its value is a fault.
    public func address(_ key: String, like example: String) -> (host: String, port: Int)? {
        optionalValue(key, "an address and a port, like \(example)", parse: Self.address)
    }

    /// The address of this machine and the port in a text; `nil` when it is something else.
    public static func address(_ text: String) -> (host: String, port: Int)? {
        text.wholeMatch(of: /([0-9.]{7,15}|\[[0-9a-fA-F:]{2,39}\]):([0-9]{1,5})/).flatMap { match in
            UInt16(match.2).map { (host: match.1.filter { !"[]".contains($0) }, port: Int($0)) }
        }
    }
}
