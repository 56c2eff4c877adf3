import Crypto
import Foundation
import TestSupport
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// A box office, whose tickets come in any order and change at random.
struct BoxOffice {
    var random: SplitMix64
    var rows: [TicketRow] = []

    init(seed: UInt64, count: Int) {
        random = SplitMix64(seed: seed)
        for _ in 0..<count { sell() }
    }

    mutating func sell() {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let code = String((0..<32).map { _ in letters[random.below(letters.count)] })
        rows.append(
            TicketRow(
                code: code, reference: "\(random.below(1_000_000))",
                type: ["standard", "vip", "crew"][random.below(3)],
                holder: random.below(3) > 0 ? "Guest \(random.below(1000)) Łucja" : nil,
                seat: random.below(2) > 0 ? "Row \(random.below(100)), é\u{301}" : nil))
    }

    /// One change of any kind.
    mutating func change() {
        guard !rows.isEmpty else { return sell() }
        let place = random.below(rows.count)
        switch random.below(7) {
        case 0, 1: sell()
        case 2: rows.remove(at: place)
        case 3: rows[place].status = .ticket(TicketStatus.allCases[random.below(TicketStatus.allCases.count)])
        case 4: rows[place].holder = "Guest \(random.below(1000))"
        case 5: rows[place].status = .revoked
        default:
            rows[place].used = [
                .init(
                    list: nil, ins: 1 + random.below(3), outs: random.below(2),
                    firstAt: Workshop.now - .seconds(random.below(1000)), lastAt: Workshop.now)
            ]
        }
    }
}

extension [TicketRow] {
    /// The same tickets, each for one of the dates.
    func dated(_ dates: [EventDate]) -> [TicketRow] {
        map { row in
            var row = row
            row.date = dates.isEmpty ? nil : dates[Int(row.code.utf8.first ?? 0) % dates.count].id
            return row
        }
    }
}

/// A list taken apart into files.
struct WholeList {
    let file: URL
    let line: Data
    let body: ListChanges.Body
}

extension Workshop {
    func list(
        _ rows: [TicketRow], _ name: String, sequence: Int64, more: String = "", outline: EventOutline = EventOutline()
    ) throws -> URL {
        try manifest(
            name, definition: try self.definition(more: more, outline: outline), rows: rows, sequence: sequence,
            acceptsLoss: true)
    }

    func whole(_ file: URL) throws -> WholeList {
        let (line, bytes) = try Workshop.parts(of: file)
        let body = file.appendingPathExtension("body")
        try bytes.write(to: body)
        let claims = try ManifestLine.unverified(Array(line), subject: "").claims
        return WholeList(file: file, line: line, body: ListChanges.Body(body, claims: claims.body))
    }

    /// What a station would have after the changes.
    func applied(_ changes: ListChanges, to base: WholeList, for next: WholeList) throws -> Data {
        let rebuilt = try RebuiltBody(
            in: folder, from: base.body.file, changes: changes, byteCount: next.body.claims.bytes)
        return try Data(contentsOf: rebuilt.file)
    }

    /// Two lists with one change between them, and what has changed.
    func step(count: Int = 300) throws -> (old: WholeList, new: WholeList, changes: ListChanges) {
        var office = BoxOffice(seed: 1, count: count)
        let old = try whole(list(office.rows, "old.usher", sequence: 41))
        office.sell()
        let new = try whole(list(office.rows, "new.usher", sequence: 42))
        return (old, new, try #require(try ListChanges.between(old.body, new.body)))
    }

    func save(_ bytes: Data, _ name: String = "list.changes") throws -> URL {
        try bytes.write(to: path(name))
        return path(name)
    }
}
