import ArgumentParser
import Foundation
import Tickets
import Venue

extension VenueCommand {
    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows the ledger's stations, how many people are inside, and its lists.")

        @OptionGroup var ledger: LedgerOptions

        func run() async throws {
            let status = try await ledger.admin().status()
            guard !ledger.json else {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                return Output.line(String(decoding: try encoder.encode(status), as: UTF8.self))
            }
            Output.line("\(status.entries) entries")
            if !status.stations.isEmpty {
                Output.table(["STATION", "GATE", "ENTRIES", "LAST ENTRY", ""], status.stations.map(row))
            }
            if !status.lists.isEmpty {
                Output.table(
                    ["EVENT", "LIST", "INSIDE", "CAPACITY"],
                    status.lists.map {
                        [
                            $0.event.withoutControls, $0.list.withoutControls, String($0.inside),
                            $0.capacity.map(String.init) ?? "",
                        ]
                    })
            }
            if !status.uploads.isEmpty {
                Output.table(["BACKEND", "UPLOADED BY", "WAITING", "OLDEST"], status.uploads.map(row))
            }
            for list in status.published {
                Output.line("list of \(list.event.withoutControls), seq \(list.seq), \(list.bytes) bytes")
            }
        }

        private func row(_ station: VenueStatus.Station) -> [String] {
            [
                station.name, (station.gate ?? "").withoutControls, String(station.entries),
                station.entrySeconds.map { "\($0) s ago" } ?? "none", word(station.linkState),
            ]
        }

        private func row(_ uploads: VenueStatus.Uploads) -> [String] {
            [
                uploads.backend.withoutControls, uploads.station ?? "nobody", String(uploads.waiting),
                uploads.oldestSeconds.map { "\($0) s" } ?? "",
            ]
        }

        private func word(_ standing: VenueStatus.LinkState) -> String {
            switch standing {
            case .connected: "connected"
            case .joining: "catching up"
            case .away: "alone or off"
            case .removed: "removed"
            }
        }
    }

    struct Conflicts: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows every ticket on which more people entered than it admits, with all gates and times.",
            discussion: """
                Then every entry of a station that a supervisor undid at another one, with who did it and why.
                """)

        @OptionGroup var ledger: LedgerOptions

        func run() async throws {
            let admin = try ledger.admin()
            let (conflicts, undos) = (try await admin.conflicts(), try await admin.supervisorUndos())
            guard !ledger.json else {
                for conflict in conflicts { Output.line(json(conflict).text) }
                for undo in undos { Output.line(json(undo).text) }
                return
            }
            guard !conflicts.isEmpty || !undos.isEmpty else { return Output.line("Nothing.") }
            if !conflicts.isEmpty {
                Output.table(
                    ["ADMITTED TWICE", "LIST", "AT", "GATE", "STATION", "OPERATOR", "VERDICT", "PEOPLE", ""],
                    conflicts.flatMap { conflict in conflict.passages.map { row($0, of: conflict) } })
            }
            if !undos.isEmpty {
                Output.table(
                    ["UNDONE", "LIST", "AT", "BY STATION", "OPERATOR", "REASON", "ENTRY AT", "OF STATION"],
                    undos.map(row))
            }
        }

        private func row(_ undo: SupervisorUndo) -> [String] {
            [
                (undo.reference?.referenceForPeople ?? "no reference").withoutControls, undo.list.withoutControls,
                undo.at.description,
                undo.station, undo.operator.withoutControls, undo.reason.withoutControls,
                undo.undone?.at.description ?? "not in the ledger", undo.undone?.station ?? "",
            ]
        }

        private func json(_ undo: SupervisorUndo) -> JSONValue {
            .object([
                ("supervisorUndo", .string(undo.id)), ("event", .string(undo.event)), ("list", .string(undo.list)),
                ("ref", JSONValue(undo.reference)), ("at", .string(undo.at.description)),
                ("station", .string(undo.station)), ("operator", .string(undo.operator)),
                ("reason", .string(undo.reason)), ("undoes", JSONValue(undo.undone?.id)),
                ("undoneStation", JSONValue(undo.undone?.station)),
                ("undoneAt", JSONValue(undo.undone?.at.description)),
            ])
        }

        private func row(_ passage: Passage, of conflict: VenueConflict) -> [String] {
            [
                (conflict.reference?.referenceForPeople ?? "line \(conflict.line)").withoutControls,
                conflict.list.withoutControls,
                passage.at.description, (passage.gate ?? "").withoutControls, passage.station ?? "",
                (passage.operator ?? "").withoutControls, passage.verdict.word, String(passage.count),
                conflict.surplus.contains(passage) ? "too many" : "",
            ]
        }

        private func json(_ conflict: VenueConflict) -> JSONValue {
            .object([
                ("event", .string(conflict.event)), ("list", .string(conflict.list)), ("key", .string(conflict.key)),
                ("line", .integer(Int64(conflict.line))), ("ref", JSONValue(conflict.reference)),
                (
                    "passages",
                    .array(
                        conflict.passages.map { passage in
                            .object([
                                ("id", .init(passage.id)), ("at", .string(passage.at.description)),
                                ("gate", JSONValue(passage.gate)), ("station", JSONValue(passage.station)),
                                ("operator", JSONValue(passage.operator)), ("verdict", .string(passage.verdict.word)),
                                ("count", .integer(Int64(passage.count))),
                                ("isSurplus", .bool(conflict.surplus.contains(passage))),
                            ])
                        })
                ),
            ])
        }
    }
}
