public import Tickets

/// The moment that a text of RFC 3339 tells; any other text is a mistake of the test.
public func time(_ text: String) -> Timestamp {
    guard let time = Timestamp(rfc3339: text) else { preconditionFailure("\(text) is no time") }
    return time
}

extension Timestamp {
    /// When what a relay gets in tests comes.
    public static let relayNow = Timestamp(seconds: 1_795_262_400)
}
