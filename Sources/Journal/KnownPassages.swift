internal import Tickets

/// The column `knew`: ids of passages, which have no spaces in them, with a space between two; NULL for none.
enum KnownPassages {
    static func text(_ ids: some Sequence<String>) -> String? {
        let text = ids.sorted().joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    static func ids(_ text: String?) -> [String] {
        (text ?? "").split(separator: " ").map(String.init)
    }

    /// What another station says that it knew, as far as it can be one: a server's own ids may be any text.
    static func checked(_ ids: Set<String>) -> Set<String> {
        let ids = ids.filter { !$0.isEmpty && $0.utf8.count <= 100 && !$0.contains(where: \.isWhitespace) }
        return Set(ids.sorted().prefix(CheckIn.mostKnown))
    }
}
