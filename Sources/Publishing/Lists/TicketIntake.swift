internal import Foundation
internal import Manifests
internal import Tickets

/// Takes the rows of a ticket list into a manifest's body, and collects all their faults.
struct TicketIntake {
    static let progressStep: Int64 = 1000

    let salt: Data
    /// The types that tickets have, in the order they turned up.
    private(set) var types: [TicketType] = []
    private(set) var guessability = GuessabilityEstimate()
    /// Of codes that are found by their beginning, what comes after it.
    private(set) var rests = GuessabilityEstimate()

    private let definition: EventDefinition
    private let staffKey: Data
    private let clueHash: ClueHash
    /// An earlier list whose lines have numbers of their own, which they keep.
    private let numbers: PreviousList?
    private var knownTypes: [String?: TicketType] = [:]
    private var lineNumbers: [Int64: Int] = [:]
    /// Types that event.yaml does not declare, by their loose spelling, and where each was first.
    private var spellings: [String: (type: TicketType, place: Int)] = [:]

    /// Each line has the number of its type.
    var isNumberedByType: Bool { numbers == nil }

    init(definition: EventDefinition, salt: Data, staffKey: Data, numbers: PreviousList? = nil) {
        self.numbers = numbers
        self.definition = definition
        self.salt = salt
        self.staffKey = staffKey
        clueHash = ClueHash(salt: salt)
    }

    /// - Throws: ``ManifestError`` with the code `badTickets`, naming the bad rows.
    mutating func takeAll(
        _ tickets: inout some TicketSource, into writer: BodyWriter, progress: (Int64) -> Void
    ) throws {
        var faults = RowFaults()
        var count: Int64 = 0
        while let next = try tickets.next() {
            do {
                try take(try next.row.get(), place: next.place, placeWord: tickets.placeWord, into: writer)
            } catch let error as RowFault {
                faults.add(
                    error, to: Self.name(next.place, tickets.placeWord, (try? next.row.get())?.reference))
            }
            count += 1
            if count % Self.progressStep == 0 { progress(count) }
        }
        progress(count)
        try faults.check(tickets.name)
    }

    /// What people find a ticket by: `line 17`, `line 17 (R-7)`, or `ticket 3LXUQ-1` of a server, whose rows nobody sees. The
    /// reference is left out where it could be a code in another column.
    private static func name(_ place: Int, _ placeWord: String, _ reference: String?) -> String {
        guard let text = reference?.referenceForPeople, !text.quotation.isEmpty else { return "\(placeWord) \(place)" }
        return placeWord == TicketRows.word
            ? "ticket \(text.withoutControls)" : "\(placeWord) \(place) (\(text.withoutControls))"
    }

    /// - Throws: ``RowFault`` for what is wrong with the row.
    private mutating func take(_ row: TicketRow, place: Int, placeWord: String, into writer: BodyWriter) throws {
        let code = try Self.lookUpCode(row.code)
        guessability.add(code, at: place, named: Self.name(place, placeWord, row.reference))
        let key = TicketKey(code: code, salt: salt)
        if let place = try writer.placeOfRevocation(key) {
            throw RowFault("its code was revoked on \(placeWord) \(place)")
        }
        let earlier = try writer.existing(key)
        guard case .ticket(let status) = row.status else {
            if let first = earlier.first {
                throw RowFault("it revokes the code of \(Self.name(first.place, placeWord, first.reference))")
            }
            return try writer.addRevoked(key, place: place)
        }
        var line = try checked(row, status: status, key: key, place: place, placeWord: placeWord)
        if let same = earlier.first(where: { $0.type == line.type.id }) {
            throw RowFault("it has the code and type of \(Self.name(same.place, placeWord, same.reference))")
        }
        guard earlier.count < BodySchema.maximumLineCount else {
            throw RowFault("its code has more than \(BodySchema.maximumLineCount) types")
        }
        line.number = try number(of: line.type, key: key, with: earlier)
        let clues = try clues(row, code: code, place: place, placeWord: placeWord)
        line.sealed = try seal(row, clues, code: code, key: key, line: line.number)
        let used = try usedCounts(row, type: line.type)
        try writer.add(line)
        if definition.privacy == .sealed {
            for hash in clueHash.hashes(of: clues) { try writer.addClue(hash, key: key, line: line.number) }
        }
        for medium in row.media where definition.hasMedia {
            try writer.addMedium(TicketKey(code: try Self.lookUpCode(medium), salt: salt), for: key)
        }
        // What is not asked any more would take room for nothing.
        for question in definition.questions where row.answered.contains(question.id) {
            try writer.addAnswered(question.id, key: key, line: line.number)
        }
        for (list, counts) in used {
            try writer.addUsed(counts, list: list, key: key, line: line.number)
            guard definition.declaredLists[list].rule != nil else { continue }
            for time in counts.entries { try writer.addEntry(at: time, list: list, key: key, line: line.number) }
        }
    }

    /// Adds the wristbands and cards that may be handed out. One that no reader could read is left out.
    func addSpareMedia(into writer: BodyWriter) throws {
        for medium in definition.spareMedia {
            guard let code = try? Self.lookUpCode(medium.code) else { continue }
            try writer.addSpare(TicketKey(code: code, salt: salt), question: medium.question)
        }
    }

    /// Adds the line for guests without a ticket, if the event counts them.
    /// - Parameter plan: of all types.
    func addWalkIns(of plan: EventPlan, into writer: BodyWriter) throws {
        guard plan.walkInList != nil, let type = plan.types.first(where: { $0.slug == TicketType.walkInSlug }) else {
            return
        }
        var line = BodyWriter.Line(
            place: 0, key: TicketKey(ofWalkInsWith: salt), reference: nil, type: type, status: .valid, admits: 1,
            notBefore: plan.opens(nil), notAfter: plan.closes(nil), seat: nil, attention: nil, date: nil)
        line.number = type.lineNumber
        try writer.add(line)
    }

    // MARK: - One row

    /// After a list whose lines are numbered in another way, the lines of known codes keep their numbers. The first
    /// line of a new code is 0 then, like that of a signed code without a row.
    private mutating func number(of type: TicketType, key: TicketKey, with earlier: [BodyWriter.ExistingLine]) throws
        -> Int
    {
        guard let numbers else { return lineNumber(of: type) }
        let known = try numbers.lineNumbers(of: key)
        if let number = known[type.slug] { return number }
        return known.isEmpty && earlier.isEmpty ? 0 : lineNumber(of: type)
    }

    private mutating func lineNumber(of type: TicketType) -> Int {
        if let known = lineNumbers[type.id] { return known }
        let number = type.lineNumber
        lineNumbers[type.id] = number
        return number
    }

    /// The text that stations will look up. The code in the source may be in any dialect, as if it had been scanned.
    private static func lookUpCode(_ text: String) throws(RowFault) -> String {
        switch ScannedText(parsing: text) {
        case .ticket(let code): return code.text
        case .notATicket: throw RowFault("code cannot be a ticket code")
        case .malformed(.empty): throw RowFault("code is missing")
        case .malformed(.tooLong): throw RowFault("code is longer than \(ScannedText.maximumByteCount) bytes")
        case .malformed(.notUTF8): throw RowFault("code is not UTF-8")
        case .malformed(.controlCharacter): throw RowFault("code has a control character")
        }
    }

    private mutating func checked(
        _ row: TicketRow, status: TicketStatus, key: TicketKey, place: Int, placeWord: String
    ) throws(RowFault) -> BodyWriter.Line {
        let type = try type(row.type, place: place, placeWord: placeWord)
        let date = row.date.flatMap { definition.dates[$0] }
        guard date?.id == row.date else { throw RowFault("it is for a date that is not one of the event") }
        let (notBefore, notAfter) = (
            row.notBefore ?? date.flatMap { definition.slots?.opens($0) }
                ?? definition.event.opens(definition.openEnds),
            row.notAfter ?? date.flatMap { definition.slots?.closes($0) }
                ?? definition.event.closes(definition.openEnds)
        )
        guard notBefore < notAfter else {
            throw RowFault("not_after (\(notAfter)) is not later than not_before (\(notBefore))")
        }
        guard (1...1000).contains(row.admits) else {
            throw RowFault("admits \(row.admits.description.quotation)is not from 1 to 1000")
        }
        return BodyWriter.Line(
            place: place, key: key, reference: try Self.text("ref", row.reference, maximumByteCount: 200), type: type,
            status: status, admits: row.admits, notBefore: notBefore, notAfter: notAfter,
            seat: try Self.text("seat", row.seat, maximumByteCount: 200),
            attention: try Self.text("attention", row.attention, maximumByteCount: 1000), date: row.date)
    }

    private mutating func type(_ text: String?, place: Int, placeWord: String) throws(RowFault) -> TicketType {
        if let known = knownTypes[text] { return known }
        let type = try definition.type(try Self.text("type", text, maximumByteCount: 100))
        if definition.declaredTypes == nil {
            let first = spellings[type.slug.comparableSpelling]
            if let first, first.type != type {
                throw RowFault(
                    """
                    its type \(type.slug.quotation)differs only in case or white space from \(first.type.slug.quotation)of \
                    \(placeWord) \(first.place); to stations these are two types
                    """, hint: "Spell each type in one way, or declare the types in event.yaml.")
            }
            spellings[type.slug.comparableSpelling] = (type, place)
        }
        knownTypes[text] = type
        if !types.contains(type) { types.append(type) }
        return type
    }

    /// What the row is found by, as far as the organizer asked for it.
    private mutating func clues(
        _ row: TicketRow, code: String, place: Int, placeWord: String
    ) throws(RowFault) -> TicketClues {
        var clues = TicketClues()
        if definition.findBy.contains(.code) {
            guard let (beginning, rest) = TicketClues.parts(ofCode: code) else {
                throw RowFault(
                    "code is shorter than the \(SearchTerm.shortestCode) characters that find_by: [code] needs",
                    hint: "Use longer codes, or leave code out of find_by.")
            }
            rests.add(rest, at: place, named: Self.name(place, placeWord, row.reference))
            clues.code = beginning
        }
        if definition.findBy.contains(.company) {
            let company = try Self.text("company", row.company, maximumByteCount: TicketClues.longest)
            clues.company = company.map(TicketClues.company).flatMap { $0.isEmpty ? nil : $0 }
        }
        if definition.findBy.contains(.email) {
            for email in row.emails {
                guard let email = try Self.text("email", email, maximumByteCount: TicketClues.longest) else { continue }
                clues.emails.insert(TicketClues.email(email))
            }
        }
        return clues
    }

    private func seal(
        _ row: TicketRow, _ clues: TicketClues, code: String, key: TicketKey, line: Int
    ) throws(RowFault) -> Data? {
        let name = try Self.text("holder", row.holder, maximumByteCount: 500)
        let notes = try Self.text("notes", row.notes, maximumByteCount: 4000)
        let sealed = definition.privacy == .staff ? clues : TicketClues()
        guard name != nil || notes != nil || !sealed.isEmpty else { return nil }
        let seal =
            switch definition.privacy {
            case .sealed: HolderSeal(event: definition.event.id, code: code, salt: salt)
            case .staff: HolderSeal(event: definition.event.id, staffKey: staffKey)
            }
        do {
            return try seal.seal(Holder(name: name, notes: notes), sealed, ticket: key, line: line)
        } catch {
            throw RowFault("its holder cannot be sealed")
        }
    }

    private func usedCounts(_ row: TicketRow, type: TicketType) throws(RowFault) -> [Int: TicketRow.Used] {
        var found: [Int: TicketRow.Used] = [:]
        for used in row.used {
            guard let list = list(of: used, type: type) else {
                throw RowFault("it was used on a list that is not in event.yaml")
            }
            guard used.ins >= 0, used.outs >= 0 else { throw RowFault("its number of uses is below 0") }
            found[list] = found[list].map { $0 + used } ?? used
        }
        return found
    }

    /// The number of the list that an earlier use counts on.
    private func list(of used: TicketRow.Used, type: TicketType) -> Int? {
        let lists = definition.declaredLists
        let slug = used.list ?? definition.gates.first { $0.slug == used.gate }?.list
        if let slug { return lists.firstIndex { $0.slug == slug } ?? lists.firstIndex { $0.id == slug } }
        return lists.firstIndex { $0.types?.contains { $0 == type.slug || $0 == type.name } ?? true }
            ?? lists.indices.first
    }

    /// A text without control characters; `nil` when nothing is left.
    private static func text(
        _ name: String, _ text: String?, maximumByteCount: Int
    ) throws(RowFault) -> String? {
        guard let clean = text?.withoutControls, !clean.isEmpty else { return nil }
        guard clean.utf8.count <= maximumByteCount else {
            throw RowFault("\(name) is longer than \(maximumByteCount) bytes")
        }
        return clean
    }
}

extension TicketRow.Used {
    /// Uses at two gates of one list.
    fileprivate static func + (left: Self, right: Self) -> Self {
        Self(
            list: left.list, ins: left.ins + right.ins, outs: left.outs + right.outs,
            firstAt: [left.firstAt, right.firstAt].compactMap { $0 }.min(),
            lastAt: [left.lastAt, right.lastAt].compactMap { $0 }.max(), entries: left.entries + right.entries)
    }
}
