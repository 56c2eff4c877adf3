/// An error that a person at a door or a desk can act on: what failed, on what, why, and what to do.
///
/// Each module has one error type of this shape. None of its texts holds a ticket code or a person's name.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// What was being done: `install`, `read`, `open`.
    var operation: String { get }
    /// On what: a file, an event id, a configuration key.
    var subject: String { get }
    /// Why it failed, as a clause without a full stop.
    var reason: String { get }
    /// What to do about it, as a sentence, when there is something to do.
    var hint: String? { get }
    /// The system's own number for the failure, when it was the system's.
    var errno: Int32? { get }
}

extension ExplainedError {
    public var hint: String? { nil }
    public var errno: Int32? { nil }

    /// `cannot install gala.usher: seq 7 is not above 9`
    public var headline: String { "cannot \(operation) \(subject): \(reason)" }

    /// `cannot install gala.usher: seq 7 is not above 9. Publish the list again.`
    public var description: String {
        guard let hint else { return headline }
        // Words of others end as they like.
        return headline.hasSuffix(".") ? "\(headline) \(hint)" : "\(headline). \(hint)"
    }
}
