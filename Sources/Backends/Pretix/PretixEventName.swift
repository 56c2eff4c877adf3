/// pretix's id of an event: its slug, and for one date of a series also the date's number, as in `gala/17`.
struct PretixEventName: Hashable, Sendable {
    let slug: String
    /// Number of the date (`subevent`).
    let date: Int?

    /// `nil` for a text that cannot identify an event.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), parts[0].unicodeScalars.allSatisfy(Self.isAllowed), !parts[0].isEmpty,
            parts[0] != ".", parts[0] != ".."
        else { return nil }
        slug = parts[0]
        guard parts.count == 2 else {
            date = nil
            return
        }
        guard let date = Int(parts[1]) else { return nil }
        self.date = date
    }

    /// Path of a resource of the event, relative to the organizer.
    func path(_ rest: String) -> String { "events/\(slug)/\(rest)" }

    /// Slugs hold letters, digits, dots and dashes (pretix's `base/models/event.py`).
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
        default: false
        }
    }
}
