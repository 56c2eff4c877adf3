import ArgumentParser
import Foundation
import Messages
import StationAPI
import Tickets

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "How the station is doing: lists, gate, counts, and what needs attention.")

    @OptionGroup var station: StationOptions

    func run() async throws {
        let (status, json) = try await station.ask(ControlRequest("GET", "status"), as: StationStatus.self)
        guard !station.json else { return Output.line(json) }
        for line in Self.lines(status) { Output.line(line) }
    }

    /// As a person reads it.
    static func lines(_ status: StationStatus) -> [String] {
        var lines: [String] = []
        lines.append(
            "\(Ink.bold.paint(status.station))  usher \(status.version), direction \(status.direction.rawValue)")
        for event in status.serving {
            lines.append(
                "serving   \(event.name) (\(event.id)), gate \(event.gateAndID ?? "none"), list \(event.list ?? "none")"
            )
            lines.append("          \(event.tickets) tickets, \(event.admitted) admitted, \(event.inside) inside")
        }
        let others = status.installed.filter { id in !status.serving.contains { $0.id == id } }
        if !others.isEmpty { lines.append("also has  \(others.joined(separator: ", "))") }
        let journal = status.journal
        lines.append(
            "journal   \(journal.entries) entries; to send \(journal.waiting), refused \(journal.refused), "
                + "parked \(journal.parked)")
        for reader in status.readers {
            let note = reader.note.map { ", \($0)" } ?? ""
            lines.append(
                "\(reader.kind.rawValue)".padding(toLength: 10, withPad: " ", startingAt: 0)
                    + "\(reader.name) (\(reader.device)): \(reader.state.rawValue)\(note)")
        }
        for backend in status.backends {
            let contact = backend.lastContact.map { "last answer \($0)" } ?? "no answer yet"
            lines.append(
                "backend   \(backend.name) (\(backend.kind)): \(backend.trouble == nil ? contact : "in trouble")")
        }
        if let venue = status.venue {
            let waiting = venue.waiting == 0 ? "" : ", \(venue.waiting) entries wait for it"
            lines.append("ledger    \(venue.condition.rawValue)\(venue.since.map { " since \($0)" } ?? "")\(waiting)")
        }
        lines.append("clock     \(status.now), \(status.clock.rawValue)")
        for condition in status.conditions {
            let ink = condition.level == .broken ? Ink.red : Ink.amber
            lines.append(ink.paint("attention") + " \(condition.says)")
            if let next = condition.next { lines.append("          \(next)") }
        }
        return lines
    }
}

extension StationStatus.ServedEvent {
    /// `North gate (north)`: the id is what people type.
    fileprivate var gateAndID: String? {
        gate.map { gate in gateName.map { $0 == gate ? gate : "\($0) (\(gate))" } ?? gate }
    }
}
