import ArgumentParser
import Foundation
import Messages
import Pictures
import StationAPI
import Tickets

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "How the station is doing: lists, gate, counts, and what needs attention.")

    @OptionGroup var spoken: LanguageOption
    @OptionGroup var station: StationOptions

    func run() async throws {
        let (status, json) = try await station.ask(ControlRequest("GET", "status"), as: StationStatus.self)
        guard !station.json else { return Output.line(json) }
        for line in Self.lines(status, in: spoken.language?.messages ?? .in(status.language)) { Output.line(line) }
    }

    /// As a person reads it.
    static func lines(_ status: StationStatus, in messages: Messages) -> [String] {
        StatusText(status, messages: messages).lines
    }
}

/// A status for people: what each line is about, then the rest in a second column.
private struct StatusText {
    private let status: StationStatus
    private let messages: Messages
    private var rows: [(head: String, text: String)] = []

    init(_ status: StationStatus, messages: Messages) {
        (self.status, self.messages) = (status, messages)
        for event in status.serving { add(event) }
        let others = status.installed.filter { id in !status.serving.contains { $0.id == id } }
        if !others.isEmpty { rows.append((word("others"), others.joined(separator: ", "))) }
        let journal = status.journal
        rows.append(
            (
                word("journal"),
                say(
                    "entries",
                    [
                        "entries": journal.entries, "waiting": journal.waiting, "refused": journal.refused,
                        "parked": journal.parked,
                    ])
            ))
        for reader in status.readers { add(reader) }
        for backend in status.backends {
            let contact = backend.lastContact.map { say("lastAnswer", ["time": $0]) } ?? word("noAnswer")
            let state = backend.trouble == nil ? contact : word("trouble")
            rows.append((word("backend"), "\(backend.name) (\(backend.kind)): \(state)"))
        }
        if let venue = status.venue { add(venue) }
        rows.append((word("clock"), "\(status.now), \(word(status.clock.rawValue))"))
    }

    var lines: [String] {
        let attention = word("attention")
        let width = (rows.map(\.head) + [attention]).map(\.columns).max() ?? 0
        let indent = String(repeating: " ", count: width + 1)
        let direction = messages.label("directions.\(status.direction.rawValue)")
        var lines = [
            "\(Ink.bold.paint(status.station))  usher \(status.version), \(messages.label("staff.direction")): \(direction)"
        ]
        for (head, text) in rows {
            lines.append(head + String(repeating: " ", count: width + 1 - head.columns) + text)
        }
        for condition in status.conditions {
            let ink = condition.level == .broken ? Ink.red : Ink.amber
            let gap = String(repeating: " ", count: width + 1 - attention.columns)
            lines.append(ink.paint(attention) + gap + condition.says(in: messages))
            if let next = condition.next(in: messages) { lines.append(indent + next) }
        }
        return lines
    }

    private mutating func add(_ event: StationStatus.ServedEvent) {
        let none = word("none")
        rows.append(
            (
                word("serving"),
                say(
                    "served",
                    ["event": event.name, "id": event.id, "gate": event.gateAndID ?? none, "list": event.list ?? none])
            ))
        rows.append(
            ("", say("counts", ["tickets": event.tickets, "admitted": event.admitted, "inside": event.inside])))
    }

    private mutating func add(_ reader: StationStatus.Reader) {
        let note = reader.note.map { ", \(messages.quoting($0))" } ?? ""
        rows.append(
            (word(reader.kind.rawValue), "\(reader.name) (\(reader.device)): \(word(reader.state.rawValue))\(note)"))
    }

    private mutating func add(_ venue: StationStatus.Venue) {
        let parts = [
            word(venue.condition.rawValue), venue.since.map { say("since", ["time": $0]) },
            venue.waiting == 0 ? nil : say("ledgerWaiting", ["count": venue.waiting]),
        ]
        rows.append((word("ledger"), parts.compactMap(\.self).joined(separator: ", ")))
    }

    private func word(_ key: String) -> String { messages.label("status.\(key)") }

    private func say(_ key: String, _ values: [String: any CustomStringConvertible & Sendable]) -> String {
        messages.text("status.\(key)", values.mapValues(\.description))
    }
}

extension StationStatus.ServedEvent {
    /// `North gate (north)`: the id is what people type.
    fileprivate var gateAndID: String? {
        gate.map { gate in gateName.map { $0 == gate ? gate : "\($0) (\(gate))" } ?? gate }
    }
}
