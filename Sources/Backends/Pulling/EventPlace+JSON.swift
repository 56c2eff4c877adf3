internal import Tickets

extension EventPlace {
    /// A place as servers describe it: a name, or an object with `name` and `address`. `nil` without a name.
    init?(_ venue: LenientJSON) {
        self.init(
            name: venue.text ?? venue["name"].text, address: venue["address"].text ?? venue["formatted_address"].text)
    }

    /// `nil` when there is no name. What is too long is cut: no ticket depends on it.
    init?(name: String?, address: String?) {
        func line(_ text: String?, _ limit: Int) -> String? {
            let line = text?.split(whereSeparator: \.isNewline).joined(separator: ", ").withoutControls.cut(to: limit)
            return line?.isEmpty == false ? line : nil
        }
        guard let name = line(name, 200) else { return nil }
        self.init(name: name, address: line(address, 500), movedFrom: nil)
    }
}
