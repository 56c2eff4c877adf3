internal import Crypto
package import Foundation
internal import Tickets

/// What a line is found by besides its reference and name, in the forms that are kept and compared (docs/MANIFEST.md).
/// Personal data: never in a log or an error.
package struct TicketClues: Hashable, Sendable {
    /// In bytes: a company, and an e-mail address.
    package static let longest = 500

    /// The beginning of the code.
    package var code: String?
    package var company: String?
    package var emails: Set<String> = []

    package init() {}

    package var isEmpty: Bool { self == TicketClues() }

    /// The beginning of a code as it is searched for, and what comes after it; `nil` for one that is too short.
    package static func parts(ofCode code: String) -> (beginning: String, rest: String)? {
        guard code.unicodeScalars.count >= SearchTerm.shortestCode, let beginning = beginning(of: code) else {
            return nil
        }
        return (beginning, String(code.unicodeScalars.dropFirst(SearchTerm.codeLength)))
    }

    /// The first characters, in small letters; `nil` when there are too few.
    static func beginning(of text: String) -> String? {
        let first = text.unicodeScalars.prefix(SearchTerm.codeLength)
        return first.count == SearchTerm.codeLength ? String(first).lowercased() : nil
    }

    package static func company(_ text: String) -> String { SearchName.folded(text) }

    /// In small letters, in Unicode's form NFC, without white space.
    package static func email(_ text: String) -> String {
        text.precomposedStringWithCanonicalMapping.lowercased().filter { !$0.isWhitespace }
    }
}

/// Hashes of what lines are found by, for lists in which nothing is sealed for staff. They keep it from who reads the
/// list, not from who tries what it could be: docs/SECURITY.md.
package struct ClueHash: Sendable {
    static let byteCount = 8

    private let key: SymmetricKey

    /// - Parameter salt: the list's, 32 bytes.
    package init(salt: Data) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: salt), info: Data("usher find".utf8), outputByteCount: 32)
    }

    package func hashes(of clues: TicketClues) -> [Data] {
        let code = clues.code.map { hash(.code, $0) }
        let company = clues.company.map { hash(.company, $0) }
        return [code, company].compactMap { $0 } + clues.emails.map { hash(.email, $0) }
    }

    /// - Parameter text: in the form in which it is kept.
    func hash(_ term: SearchTerm, _ text: String) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data("\(term.rawValue) \(text)".utf8), using: key))
            .prefix(Self.byteCount)
    }
}
