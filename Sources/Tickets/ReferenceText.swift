extension String {
    /// A reference as people know it: `3LXUQ-1` of `3LXUQ-1#1234`, where the number after `#` is one that only the ticketing
    /// server uses. Any other reference is left as it is.
    public var referenceForPeople: String {
        wholeMatch(of: /([A-Z0-9]+-\d+)#\d+/).map { String($0.output.1) } ?? self
    }
}
