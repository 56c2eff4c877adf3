internal import Crypto
package import Foundation
package import Tickets

/// The person a ticket is for, as the list has it. Personal data: never in a log or an error.
public struct Holder: Hashable, Sendable {
    /// For people: 1 to 500 bytes of UTF-8.
    public let name: String?
    /// What staff should know, up to 4,000 bytes: "wheelchair".
    public let notes: String?

    public init(name: String?, notes: String?) {
        self.name = name
        self.notes = notes
    }
}

extension Holder: CustomStringConvertible, CustomReflectable {
    /// Never the name.
    public var description: String { "a holder" }
    /// Empty: `dump` must not show the name.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What a station can read about a line's holder. None of it changes a verdict.
public enum HolderResult: Hashable, Sendable {
    /// The seal was opened.
    case holder(Holder)
    /// The list has neither name nor notes.
    case absent
    /// This station does not have the key that opens it: the code, or the event's staff key.
    case locked
    /// It should open and does not: reported as a fault of the list.
    case damaged
}

/// Encrypts a line's holder, so that only those who may read it can (docs/MANIFEST.md).
/// See docs/decisions/106-seal-nonce-from-content.md.
package struct HolderSeal {
    /// In bytes, as tickets.csv may hold them.
    static let longestName = 500
    static let longestNotes = 4000

    private let event: String
    private let key: SymmetricKey

    /// Opens with the ticket's code only.
    package init(event: String, code: String, salt: Data) {
        self.event = event
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(code.utf8)), salt: salt, info: Data("usher seal".utf8),
            outputByteCount: 32)
    }

    /// Opens with the event's staff key.
    package init(event: String, staffKey: Data) {
        self.event = event
        key = SymmetricKey(data: staffKey)
    }

    /// What is sealed: the name for people, the name as it is searched, and the notes.
    struct Content: Codable, Hashable {
        let name: String?
        let search: String?
        let notes: String?
        let code: String?
        let company: String?
        /// Separated by spaces.
        let email: String?

        init(_ holder: Holder, _ clues: TicketClues) {
            code = clues.code
            company = clues.company
            email = clues.emails.isEmpty ? nil : clues.emails.sorted().joined(separator: " ")
            name = holder.name
            search = holder.name.map(SearchName.folded)
            notes = holder.notes
        }

        fileprivate var json: JSONValue {
            .object(
                [
                    ("name", name), ("search", search), ("notes", notes), ("code", code), ("company", company),
                    ("email", email),
                ].compactMap { member, text in text.map { (name: member, value: .string($0)) } })
        }
    }

    /// The same holder gets the same seal in every list, so that lists can be compared without opening any.
    /// - Parameter clues: what the line is found by.
    package func seal(
        _ holder: Holder, _ clues: TicketClues = TicketClues(), ticket: TicketKey, line: Int
    ) throws -> Data {
        let text = Data(Content(holder, clues).json.text.utf8)
        let context = context(ticket: ticket, line: line)
        return try ChaChaPoly.seal(
            text, using: key, nonce: try nonce(of: text, context: context), authenticating: context
        ).combined
    }

    /// Different for every content and line, and not predictable without the key, as in RFC 5297 (SIV).
    private func nonce(of text: Data, context: [UInt8]) throws -> ChaChaPoly.Nonce {
        var mac = HMAC<SHA256>(key: key)
        mac.update(data: Data("usher nonce".utf8))
        mac.update(data: context)
        mac.update(data: text)
        return try ChaChaPoly.Nonce(data: Array(mac.finalize().prefix(12)))
    }

    /// `nil` for a seal that was made with another key, for another line, or changed.
    func open(_ sealed: Data, ticket: TicketKey, line: Int) -> Content? {
        guard let text = text(sealed, ticket: ticket, line: line),
            let content = try? JSONDecoder().decode(Content.self, from: text),
            content.name?.utf8.count ?? 0 <= Self.longestName, content.notes?.utf8.count ?? 0 <= Self.longestNotes
        else { return nil }
        return content
    }

    /// Only what lines are found by: for walks over a whole list, in which decoding would take most of the time.
    func openSearch(_ sealed: Data, ticket: TicketKey, line: Int) -> SealedSearch? {
        text(sealed, ticket: ticket, line: line).map(SealedSearch.init)
    }

    private func text(_ sealed: Data, ticket: TicketKey, line: Int) -> Data? {
        guard let box = try? ChaChaPoly.SealedBox(combined: sealed) else { return nil }
        return try? ChaChaPoly.open(box, using: key, authenticating: context(ticket: ticket, line: line))
    }

    /// Event id, ticket key and line number (4 bytes, big-endian): a seal moved to another line does not open.
    private func context(ticket: TicketKey, line: Int) -> [UInt8] {
        let number = UInt32(truncatingIfNeeded: line)
        var context = Array(event.utf8)
        context.append(contentsOf: ticket.bytes)
        for shift in [24, 16, 8, 0] { context.append(UInt8(truncatingIfNeeded: number >> shift)) }
        return context
    }
}

/// Names as they are compared: staff type what they hear.
enum SearchName {
    /// Letters that Unicode does not decompose into a plain letter and an accent.
    private static let replacements: [Character: String] = [
        "ł": "l", "ø": "o", "ß": "ss", "ı": "i", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ħ": "h",
    ]

    /// Without accents, capitals and repeated white space.
    static func folded(_ name: String) -> String {
        let plain = name.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
        let replaced = plain.lowercased().map { replacements[$0] ?? String($0) }.joined()
        return replaced.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
