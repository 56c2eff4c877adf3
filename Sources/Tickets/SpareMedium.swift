/// A wristband or card that stands for no ticket yet, and may be handed out.
public struct SpareMedium: Hashable, Sendable {
    /// A secret, as the code of a ticket is.
    public let code: String
    /// Id of the question whose answer it may be, of the kind `medium`.
    public let question: String

    public init(code: String, question: String) {
        (self.code, self.question) = (code, question)
    }
}

extension SpareMedium: CustomStringConvertible, CustomReflectable {
    /// Without the code: it may be logged.
    public var description: String { "a medium for \(question)" }
    /// Without children, so that no dump shows the code.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
