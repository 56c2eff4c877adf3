internal import Tickets

/// How a position of an order is referred to in lists and records: `3LXUQ-1#1234`, the code of the order and the number of
/// the position in it, as customers and the back office know them, and pretix's own number, which requests need.
///
/// Lists of earlier versions have that number alone, and so have orders whose code is shorter than pretix makes any.
struct PretixReference: Hashable, Sendable {
    /// pretix's own number of the position.
    let position: Int64
    let text: String

    /// - Parameters:
    ///   - order: code of the order.
    ///   - number: of the position in it, from 1.
    ///   - id: pretix's own number of the position.
    init(order: String?, number: Int?, id: Int) {
        let whole = "\(order ?? "")-\(number ?? 0)#\(id)"
        self = PretixReference(whole) ?? PretixReference(position: Int64(id), text: String(id))
    }

    private init(position: Int64, text: String) {
        (self.position, self.text) = (position, text)
    }

    /// `nil` for a reference that no position of pretix has.
    init?(_ text: String) {
        // Exactly these forms: `Box#12` or `A-1#12` of another list must not become pretix's position 12. Codes of orders
        // have 5 letters or more, without I and O, and digits (`Order.assign_code`, `OrderCreateSerializer.validate_code`).
        guard let match = text.wholeMatch(of: /(?:[A-HJ-NP-Z0-9]{5,16}-[1-9]\d*#)?([1-9]\d*)/),
            let position = Int64(match.output.1)
        else { return nil }
        self.init(position: position, text: text)
    }
}
