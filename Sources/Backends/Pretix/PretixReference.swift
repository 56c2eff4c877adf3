internal import Tickets

/// How a position of an order is referred to in lists and records: `3LXUQ-1#1234`, the code of the order and the number of
/// the position in it, as customers and the back office know them, and pretix's own number, which requests need.
///
/// Lists of earlier versions have that number alone.
struct PretixReference: Hashable, Sendable {
    /// pretix's own number of the position.
    let position: Int64
    let text: String

    /// - Parameters:
    ///   - order: code of the order.
    ///   - number: of the position in it, from 1.
    ///   - id: pretix's own number of the position.
    init(order: String?, number: Int?, id: Int) {
        position = Int64(id)
        text =
            if let order, let number, !order.isEmpty { "\(order)-\(number)#\(id)" } else { String(id) }
    }

    /// `nil` for a reference that no position of pretix has.
    init?(_ text: String) {
        // Exactly these forms: another list's `Box#12` must not become pretix's position 12.
        guard let match = text.wholeMatch(of: /(?:[A-Z0-9]+-\d+#)?(\d+)/), let position = Int64(match.output.1) else {
            return nil
        }
        self.position = position
        self.text = text
    }
}
