internal import Foundation
internal import Tickets

/// An opened seal, of which only those members are read that something is compared with.
struct SealedSearch {
    private let text: Data
    private let bytes: [UInt8]

    init(text: Data) {
        self.text = text
        bytes = [UInt8](text)
    }

    /// The text of a member, as it is kept for searches; `nil` when the seal does not have it.
    subscript(_ term: SearchTerm) -> String? {
        let name = term == .name ? "search" : term.rawValue
        let member = Array("\"\(name)\":\"".utf8)
        let quote = UInt8(ascii: "\"")
        // Within a text, quotation marks have a backslash before them: these bytes occur only at the member.
        guard let start = bytes.indices.first(where: { bytes[$0] == quote && bytes[$0...].starts(with: member) }) else {
            return isCompact ? nil : decoded(name)
        }
        let rest = bytes[(start + member.count)...]
        guard let end = rest.firstIndex(of: quote), case let plain = rest[..<end], !plain.contains(UInt8(ascii: "\\"))
        else { return decoded(name) }
        return String(decoding: plain, as: UTF8.self)
    }

    /// Without white space between its parts, to judge by its first member: other programs may leave some.
    private var isCompact: Bool {
        let quotes = bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\"") }.prefix(2)
        guard let first = quotes.first, let second = quotes.dropFirst().first else { return false }
        return first == 1 && bytes[second...].starts(with: Array("\":\"".utf8))
    }

    private func decoded(_ name: String) -> String? {
        (try? JSONDecoder().decode([String: String].self, from: text))?[name]
    }
}
