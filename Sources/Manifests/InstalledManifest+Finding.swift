public import Foundation
internal import GRDB
public import Tickets

/// Searches for what people know of a ticket: a name, a company, an e-mail address, the beginning of its code. They read
/// the whole list, and do not block look-ups of scans.
extension InstalledManifest {
    /// What ``search(_:by:staffKey:limit:)`` can find tickets by.
    public func searchTerms(hasStaffKey: Bool) -> Set<SearchTerm> {
        switch claims.privacy {
        case .sealed: claims.terms.findBy
        case .staff: hasStaffKey ? claims.terms.findBy.union([.name]) : []
        }
    }

    /// The lines that any of these terms finds, the best first: words of a name or company as somebody typed them
    /// (accents and capitals do not count, typing errors are forgiven), an e-mail address or the beginning of one, or at
    /// least the first 8 characters of a code. Of a list with sealed names, only whole companies and addresses find
    /// something, and names nothing. Terms that the list does not have find nothing, nor do less than three letters.
    /// - Parameter staffKey: the event's, 32 bytes; used only with ``Privacy/staff``, which finds nothing without it.
    /// - Throws: also `CancellationError`, because a walk over a large list takes seconds.
    public func search(
        _ text: String, by terms: Set<SearchTerm> = [.name], staffKey: Data?, limit: Int
    ) throws -> [FoundTicket] {
        let query = SearchQuery(text, by: terms.intersection(searchTerms(hasStaffKey: staffKey != nil)))
        switch (claims.privacy, staffKey) {
        case (.sealed, _): return try find(hashes: query.hashes(ClueHash(salt: claims.salt)), limit: limit)
        case (.staff, nil): return []
        case (.staff, let staffKey?):
            return try search(query, seal: HolderSeal(event: claims.event.id, staffKey: staffKey), limit: limit)
        }
    }

    private func search(_ query: SearchQuery, seal: HolderSeal, limit: Int) throws -> [FoundTicket] {
        guard limit > 0, !query.isEmpty else { return [] }
        return try body.scan { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT \(lineColumns), key, sealed FROM \(tickets) WHERE sealed IS NOT NULL")
            var found: [NameMatch: [FoundTicket]] = [:]
            var walked = 0
            while found[.exact, default: []].count < limit, let row = try rows.next() {
                walked += 1
                if walked.isMultiple(of: 4096) { try Task.checkCancellation() }
                let row = BodyRow(row)
                guard let key = TicketKey(bytes: try row.blob(Self.lineColumnCount)),
                    let number = Int(exactly: try row.integer(0)),
                    case let sealed = try row.blob(Self.lineColumnCount + 1),
                    let match = seal.openSearch(sealed, ticket: key, line: number).flatMap(query.match),
                    found[match, default: []].count < limit,
                    let content = seal.open(sealed, ticket: key, line: number)
                else { continue }
                let holder = Holder(name: content.name?.withoutControls, notes: content.notes?.withoutControls)
                found[match, default: []].append(try self.found(row, holder: holder))
            }
            return Array(NameMatch.allCases.flatMap { found[$0] ?? [] }.prefix(limit))
        }
    }

    private func find(hashes: [Data], limit: Int) throws -> [FoundTicket] {
        guard body.parts.contains(.clues), limit > 0 else { return [] }
        return try hashes.flatMap { hash in
            let lines = try body.read { database in
                let statement = try database.cachedStatement(sql: "SELECT key, line FROM clue WHERE hash = ? LIMIT ?")
                return try Row.fetchAll(statement, arguments: [hash, limit]).map { row in
                    let row = BodyRow(row)
                    return (key: TicketKey(bytes: try row.blob(0)), line: try row.integer(1))
                }
            }
            return try lines.compactMap { key, number -> FoundTicket? in
                guard let key, let number = Int(exactly: number), let line = try line(number, of: key) else {
                    return nil
                }
                return FoundTicket(key: key, line: line, holder: nil)
            }
        }
    }
}

/// What somebody typed, in the forms in which it is compared.
private struct SearchQuery {
    private let terms: Set<SearchTerm>
    /// `nil` with too few letters, with which people could browse: then only a whole company or address finds something.
    private let words: NameQuery?
    private let code: String?
    private let company: String
    private let email: String

    init(_ text: String, by terms: Set<SearchTerm>) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        self.terms = text.isEmpty ? [] : terms
        words = NameQuery(text)
        code = TicketClues.beginning(of: text)
        company = TicketClues.company(text)
        email = TicketClues.email(text)
    }

    var isEmpty: Bool { terms.isEmpty }

    func match(_ opened: SealedSearch) -> NameMatch? {
        terms.compactMap { term in opened[term].flatMap { match(term, $0) } }.min { $0.rawValue < $1.rawValue }
    }

    /// - Parameter kept: as it is kept.
    private func match(_ term: SearchTerm, _ kept: String) -> NameMatch? {
        switch term {
        case .name: words?.match(kept)
        case .code: kept == code ? .exact : nil
        case .company: kept == company ? .exact : words?.match(kept)
        case .email: match(emails: kept.split(separator: " "))
        }
    }

    private func match(emails: [Substring]) -> NameMatch? {
        if emails.contains(where: { $0 == email }) { return .exact }
        return words != nil && emails.contains { $0.hasPrefix(email) } ? .beginning : nil
    }

    func hashes(_ hash: ClueHash) -> [Data] {
        let forms: [SearchTerm: String?] = [.code: code, .company: company, .email: email]
        return terms.compactMap { term in forms[term]?.flatMap { $0 }.map { hash.hash(term, $0) } }
    }
}
