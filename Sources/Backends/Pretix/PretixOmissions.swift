internal import Tickets

/// What pretix does at check-in and stations do not, by name and number: a pull must not pass over it in silence.
struct PretixOmissions: Sendable {
    private let questions: [String]
    private let exchanged: [String]

    /// - Parameters:
    ///   - questions: of the event.
    ///   - items: its products.
    init(questions: PretixQuestions, items: [LenientJSON], locale: String?) {
        self.questions = questions.left
        exchanged = items.filter { item in
            guard item["media_policy"].text != nil, let type = item["media_type"].text else { return false }
            return !PretixMedia.types.contains(type)
        }.map {
            $0["name"].name(in: locale) ?? "product \($0["id"].integer ?? 0)"
        }
    }

    var notes: [String] {
        var notes: [String] = []
        if !questions.isEmpty {
            notes.append(
                "\(Self.count(questions, "question")) asked at check-in in pretix, but stations cannot ask them: "
                    + Self.names(questions))
        }
        if !exchanged.isEmpty {
            notes.append(
                "\(Self.count(exchanged, "product")) exchanged in pretix for a chip with a key of its own; stations let in without one: "
                    + Self.names(exchanged))
        }
        return notes
    }

    private static func count(_ things: [String], _ name: String) -> String {
        things.count == 1 ? "1 \(name) is" : "\(things.count) \(name)s are"
    }

    /// The first of them: a note is a line.
    private static func names(_ things: [String]) -> String {
        let shown = things.prefix(5).map { String($0.withoutControls.prefix(60)) }.joined(separator: ", ")
        return things.count > 5 ? "\(shown) and \(things.count - 5) more." : "\(shown)."
    }
}
