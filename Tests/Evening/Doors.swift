import Foundation
import Journal
import Manifests
import Publishing
import TestSupport
import Tickets

@testable import Evening

/// An event with two gates, its list in a file, and stations with real journals.
final class Doors {
    /// When the doors of the gala open: 2026-12-05 17:00 in Kampala.
    static let open = Timestamp(seconds: 1_796_479_200)

    let organizer = SigningKey()
    let list: ListFile
    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - rows: tickets.
    ///   - used: what the server had counted when the list was made is in the rows.
    init(_ rows: [TicketRow], reentry: String = "after_exit") throws {
        folder = try TemporaryFolder()
        let more = """
            types: [{id: standard}, {id: vip}]
            lists: [{id: main, reentry: \(reentry)}]
            gates: [{id: A, list: main}, {id: B, list: main}]
            walk_ins: main
            """
        let definition = try EventDefinition(
            yaml: WinterGala.yaml(more: more), named: "event.yaml", folder: folder.url, outline: EventOutline())
        let builder = ManifestBuilder(
            definition: definition, key: organizer, previous: .none, sequence: nil, now: Self.open - .seconds(86400),
            isTest: false, acceptsGuessableCodes: true, acceptsLoss: false)
        var source = TicketRows(rows, name: "rows")
        try builder.build(&source, to: folder.file("gala.usher"))
        list = try ListFile(folder.file("gala.usher"), keys: [organizer.verificationKey])
    }

    static func code(_ number: Int) -> String { "code-\(number)-of-the-gala" }

    func key(_ number: Int) -> TicketKey { list.list.key(of: Self.code(number)) }

    /// Number of the line of a ticket.
    func line(_ number: Int) throws -> Int { try list.list.record(of: key(number))?.lines.first?.number ?? 0 }

    func station(_ name: String, gate: String) throws -> DoorStation {
        try DoorStation(name, gate: gate, in: folder.file(name))
    }

    func join(_ stations: [DoorStation], heads: [String] = []) throws -> Evening {
        try join(stations.map { ("\($0.name).jsonl", try $0.export()) }, heads: heads)
    }

    func join(_ files: [(name: String, text: String)], heads: [String] = []) throws -> Evening {
        try Evening(
            joining: files.map { ($0.name, Data($0.text.utf8)) },
            heads: heads.isEmpty ? [] : [("heads", heads.joined(separator: "\n"))], list: list.list,
            now: Self.open + .seconds(40_000))
    }
}

/// A station that records whatever it is told.
final class DoorStation {
    let name: String
    private let gate: String
    private let journal: Journal

    init(_ name: String, gate: String, in folder: URL) throws {
        self.name = name
        self.gate = gate
        let identity = try StationIdentity.openOrCreate(folder: folder, machineID: "6e4f1f0c7ae34b3c9e5b0f0d6a1b2c3d")
        journal = try Journal(folder: folder, identity: identity, reserveBytes: 1 << 16)
    }

    /// - Parameter minute: after the doors opened.
    @discardableResult
    func record(
        _ key: TicketKey?, line: Int? = 0, _ verdict: Verdict = .admitted, count: Int = 1, minute: Int,
        kind: CheckIn.Kind = .scan, by person: String? = nil, note: String? = nil
    ) throws -> CheckIn {
        let draft = CheckInDraft(
            station: name, event: "gala", list: kind == .sale ? nil : "main", gate: gate, key: key, line: line,
            reference: line.map { "R-\($0)" }, direction: verdict == .checkedOut ? .out : .in, verdict: verdict,
            kind: kind, count: verdict.reason == nil && kind != .sale ? count : 0,
            how: person == nil ? .camera : .manual,
            operator: person, at: Doors.open + .seconds(minute * 60), note: note)
        return try journal.transaction { try $0.append(draft, outbox: []) }.checkIn
    }

    func undo(_ entry: CheckIn, minute: Int) throws {
        let at = Doors.open + .seconds(minute * 60)
        guard entry.station != name, let line = entry.listedLine else {
            let draft = CheckInDraft(undoing: entry, station: name, operator: "ann", at: at)
            _ = try journal.transaction { try $0.append(draft, outbox: []) }
            return
        }
        let told = ForeignEntry(
            id: entry.id, station: entry.station, line: line, gate: entry.gate, verdict: entry.verdict,
            count: entry.count, at: entry.at)
        try journal.recordElsewhere([told])
        let draft = CheckInDraft(undoing: told, station: name, operator: "sue", at: at, note: "the wrong door")
        _ = try journal.transaction { try $0.append(draft, outbox: []) }
    }

    func export() throws -> String {
        var text = ""
        _ = try journal.exportLines(.jsonLines, now: Doors.open + .seconds(36_000)) { text += $0 }
        return text
    }

    func head() throws -> String { try journal.signHead(now: Doors.open).line }
}
