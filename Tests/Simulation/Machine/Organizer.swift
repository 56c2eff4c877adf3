import Foundation
import Manifests
import Publishing
import TestSupport
import Tickets

/// Sells the tickets and signs the lists: a small table with every kind of ticket, which actions change.
struct Organizer {
    struct Row: Hashable {
        var code: Int
        var ticket: Model.Ticket
        var isRevoked = false
    }

    struct Published {
        var list: Model.TicketList
        var file: URL
    }

    static let events = ["gala", "late"]
    static let rules = ["none", "after_exit", "unlimited"]
    static let gates = ["", "A", "B", "L", "24", "Z"]
    static let evening = Timestamp(rfc3339: "2026-12-05T18:00:00Z")?.milliseconds ?? 0
    private static let hour: Int64 = 3_600_000

    /// Codes 0 to 11 are rows of the gala, 12 of the gala and of the late show, 13 and 14 of the late show only. 15 and
    /// 16 are signed by the gala's box office, 17 is unknown, and 18 to 20 belong to tickets whose first code was lost.
    static let codes = 21
    static let (sold, soldRevoked, unknown) = (15, 16, 17)
    private static let spare = 18..<21

    let setup: Setup
    let folder: URL
    private let key: SigningKey
    private let otherKey: SigningKey
    private let boxOffice: SigningKey
    private var rows: [[Row]]
    /// Whether the admission lists of an event have other ids than in its first list.
    private var isRenamed = [false, false]
    private(set) var published: [[Published]] = [[], []]
    private let texts: [String]

    init(_ setup: Setup, folder: URL) throws {
        self.setup = setup
        self.folder = folder
        key = try Self.key(1)
        otherKey = try Self.key(3)
        boxOffice = try Self.key(2)
        rows = [Self.gala(), Self.late()]
        let boxOffice = boxOffice
        texts = try (0..<Self.codes).map { code in
            guard code == Self.sold || code == Self.soldRevoked else { return Self.text(code) }
            return try SignedCode.issue(
                item: TicketType.number(of: "standard"), seed: "seed of ticket \(code)", with: boxOffice)
        }
        try Data(KeyFile.publicText(of: boxOffice.verificationKey, for: .tickets).utf8)
            .write(to: folder.appending(path: "box-office.pub"))
    }

    private static func key(_ byte: UInt8) throws -> SigningKey {
        guard let key = SigningKey(seed: Data(repeating: byte, count: 32)) else { throw Failure("no signing key") }
        return key
    }

    /// Stations trust both.
    var publicKeys: [String] { [key, otherKey].map { KeyFile.publicText(of: $0.verificationKey, for: .manifest) } }

    private static func gala() -> [Row] {
        typealias Ticket = Model.Ticket
        let tickets: [(Int, Ticket)] = [
            (0, Ticket(type: "standard")), (1, Ticket(type: "standard")), (2, Ticket(type: "standard", admits: 4)),
            (3, Ticket(type: "vip")), (3, Ticket(type: "standard")), (4, Ticket(type: "vip", admits: 2)),
            (5, Ticket(type: "crew")), (6, Ticket(type: "standard", status: "unpaid")),
            (7, Ticket(type: "standard", status: "voided")), (8, Ticket(type: "standard", status: "blocked")),
            (9, Ticket(type: "standard", status: "unapproved")),
            (10, Ticket(type: "vip", notBefore: evening + hour)),
            (11, Ticket(type: "standard", notAfter: evening + 2 * hour)), (12, Ticket(type: "standard")),
        ]
        return tickets.map { Row(code: $0, ticket: $1) }
            + [Row(code: soldRevoked, ticket: Ticket(type: "standard"), isRevoked: true)]
    }

    private static func late() -> [Row] {
        [12, 13, 14].map { Row(code: $0, ticket: Model.Ticket(type: "standard", admits: $0 == 14 ? 3 : 1)) }
    }

    /// 32 letters and digits, different for each number.
    private static func text(_ code: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        var random = SplitMix64(seed: UInt64(code) &* 7919 &+ 17)
        return String((0..<32).map { _ in letters[random.below(letters.count)] })
    }

    func text(of code: Int) -> String { texts[code] }
    static func name(of code: Int) -> String { "T\(code)" }

    /// The organizer's own id of a row; `nil` for what was sold after the list was made.
    static func reference(_ line: Model.Line) -> String { "\(line.event)-\(line.code)-\(line.type)" }

    static func line(reference: String) -> Model.Line? {
        let parts = reference.split(separator: "-").map(String.init)
        return parts.count == 3 ? Model.Line(event: parts[0], code: parts[1], type: parts[2]) : nil
    }

    // MARK: - Changes

    /// What can happen to a row between two lists.
    enum Change: Int, CaseIterable {
        case nothing, refund, pay, remove, addBack, retype, moreAdmitted, fewerAdmitted
        /// The guest gets a new code for the old one.
        case reissue
        /// The admission lists get other ids, or their first ones again.
        case rename
    }

    mutating func change(_ change: Change, code: Int, of event: Int) {
        if change == .rename { isRenamed[event].toggle() }
        let indices = rows[event].indices.filter { rows[event][$0].code == code && !rows[event][$0].isRevoked }
        guard let index = indices.first else {
            if change == .addBack { addBack(code, to: event) }
            return
        }
        switch change {
        case .nothing, .addBack, .rename: break
        case .refund: rows[event][index].ticket.status = "refunded"
        case .pay: rows[event][index].ticket.status = "valid"
        case .remove: rows[event].remove(at: index)
        case .reissue:
            guard let code = Self.spare.first(where: { code in !rows[event].contains { $0.code == code } }) else {
                return
            }
            rows[event][index].code = code
        case .retype:
            let other = rows[event][index].ticket.type == "vip" ? "crew" : "vip"
            guard !indices.contains(where: { rows[event][$0].ticket.type == other }) else { return }
            rows[event][index].ticket.type = other
        case .moreAdmitted: rows[event][index].ticket.admits += 1
        case .fewerAdmitted: rows[event][index].ticket.admits = max(1, rows[event][index].ticket.admits - 1)
        }
    }

    private mutating func addBack(_ code: Int, to event: Int) {
        let original = event == 0 ? Self.gala() : Self.late()
        rows[event] += original.filter { $0.code == code && !$0.isRevoked }.prefix(1)
    }

    /// How many rows of the first list this one would not have.
    func missing(_ event: Int) -> Int { (event == 0 ? Self.gala() : Self.late()).count - rows[event].count }

    // MARK: - Lists

    /// - Parameter used: the entries and exits that a server knows, by line and admission list.
    mutating func publish(
        _ event: Int, now: Int64, used: [Model.Line: [String: Model.Used]] = [:]
    ) throws -> Published {
        var list = list(event, now: now)
        let lines = Set(rows[event].map { line(of: $0, event: list.event) })
        list.used = used.filter { lines.contains($0.key) }
        let file = folder.appending(path: "\(list.event)-\(published[event].count).usher")
        try build(list, of: event, after: published[event].last?.file, with: key, to: file)
        let made = Published(list: list, file: file)
        published[event].append(made)
        return made
    }

    /// A list that follows the newest one but is signed with the other key; `nil` before the first.
    func rekeyed(_ event: Int) throws -> URL? {
        guard var list = published[event].last?.list else { return nil }
        list.number += 1
        let file = folder.appending(path: "\(list.event)-rekeyed.usher")
        try? FileManager.default.removeItem(at: file)
        try build(list, of: event, after: nil, with: otherKey, to: file)
        return file
    }

    private func build(
        _ list: Model.TicketList, of event: Int, after previous: URL?, with key: SigningKey, to file: URL
    ) throws {
        let definition = try EventDefinition(
            yaml: yaml(list, isRenamed: isRenamed[event]), named: "event.yaml", folder: folder)
        var source = TicketRows(rows[event].map { row($0, in: list) }, name: "rows")
        let builder = ManifestBuilder(
            definition: definition, key: key, previous: previous.map { .list($0) } ?? .none,
            sequence: list.number, now: Timestamp(milliseconds: list.issued), acceptsLoss: true)
        try builder.build(&source, to: file)
    }

    private func line(of row: Row, event: String) -> Model.Line {
        Model.Line(event: event, code: Self.name(of: row.code), type: row.ticket.type)
    }

    private func row(_ row: Row, in list: Model.TicketList) -> TicketRow {
        let line = line(of: row, event: list.event)
        if row.isRevoked { return TicketRow(code: text(of: row.code), status: .revoked) }
        return TicketRow(
            code: text(of: row.code), reference: Self.reference(line), type: row.ticket.type,
            status: TicketRow.Status(word: row.ticket.status) ?? .revoked, admits: row.ticket.admits,
            notBefore: row.ticket.notBefore.map { Timestamp(milliseconds: $0) },
            notAfter: row.ticket.notAfter.map { Timestamp(milliseconds: $0) },
            used: (list.used[line] ?? [:]).map { name, used in
                TicketRow.Used(
                    list: name, ins: used.ins, outs: used.outs, lastAt: Timestamp(milliseconds: used.last))
            })
    }

    private func list(_ event: Int, now: Int64) -> Model.TicketList {
        var tickets: [String: [Model.Ticket]] = [:]
        for row in rows[event] where !row.isRevoked { tickets[Self.name(of: row.code), default: []].append(row.ticket) }
        let isGala = event == 0
        let hall = Model.AdmissionList(
            types: ["standard", "vip"], reentry: Self.rules[setup.hall], everyoneOut: setup.everyoneOut)
        let lounge = Model.AdmissionList(types: ["vip", "crew"], reentry: Self.rules[setup.lounge])
        return Model.TicketList(
            event: Self.events[event], number: (published[event].last?.list.number ?? 1_780_000_000) + 1, issued: now,
            doorsOpen: Self.evening - Self.hour, starts: Self.evening + Int64(event) * Self.hour,
            ends: Self.evening + 8 * Self.hour, tickets: tickets,
            revoked: Set(rows[event].filter(\.isRevoked).map { Self.name(of: $0.code) }),
            signed: isGala ? [Self.name(of: Self.sold): "standard"] : [:],
            lists: isGala ? ["hall": hall, "lounge": lounge] : ["stage": hall],
            gates: isGala ? ["A": "hall", "B": "hall", "L": "lounge"] : ["24": "stage", "B": "stage"],
            backend: setup.hasServer ? "box" : nil)
    }

    private static func hour(of list: Model.AdmissionList) -> String {
        list.everyoneOut.map { String(format: ", everyone_out: \"%02d:%02d\"", $0 / 60, $0 % 60) } ?? ""
    }

    /// - Parameter isRenamed: adds `replaces`; the signed list then calls its admission lists as before.
    private func yaml(_ list: Model.TicketList, isRenamed: Bool) -> String {
        func id(_ name: String) -> String { isRenamed ? "new-\(name)" : name }
        let admission = list.lists.sorted { $0.key < $1.key }.map { name, list in
            """
              - {id: \(id(name))\(isRenamed ? ", replaces: \(name)" : ""), \
            types: [\(list.types.sorted().joined(separator: ", "))], \
            reentry: \(list.reentry)\(Self.hour(of: list))}
            """
        }
        let gates = list.gates.sorted { $0.key < $1.key }.map { "  - {id: \"\($0)\", list: \(id($1))}" }
        return """
            id: \(list.event)
            name: \(list.event)
            organizer: Simulation
            timezone: UTC
            doors_open: \(Timestamp(milliseconds: list.doorsOpen))
            starts: \(Timestamp(milliseconds: list.starts))
            ends: \(Timestamp(milliseconds: list.ends))
            types: [{id: standard}, {id: vip}, {id: crew}]
            lists:
            \(admission.joined(separator: "\n"))
            gates:
            \(gates.joined(separator: "\n"))
            \(list.event == "gala" ? "ticket_keys: [box-office.pub]" : "")
            \(list.backend.map { "backend: \($0)" } ?? "")
            """
    }
}
