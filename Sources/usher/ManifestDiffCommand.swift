import ArgumentParser
import Foundation
import Manifests
import Publishing
import Station
import Tickets

extension ManifestCommand {
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows what changed from one list of an event to the next.",
            discussion: """
                Tickets are distinguished by code and type; no code and no name is shown. Exit code 1 when a station \
                that has the old list would ask for the loss to be confirmed.
                """)

        @Argument(help: ArgumentHelp("The old list.", valueName: "old.usher")) var old: String
        @Argument(help: ArgumentHelp("The new list.", valueName: "new.usher")) var new: String
        @Option(help: ArgumentHelp("The key that should have signed both.", valueName: "name.pub")) var key: String?
        @Flag(help: "Print JSON.") var json = false

        func run() throws {
            let keys = try key.map { [try KeyFile.verificationKey(at: URL(filePath: $0), for: .manifest)] } ?? []
            let difference = try ManifestDifference(
                from: URL(filePath: old), to: URL(filePath: new), keys: keys, now: StationClock.system.now())
            json ? Output.line(difference.json.text) : show(difference)
            if let loss = difference.loss {
                if !json { Output.printError("attention: \(loss)") }
                throw ExitCode(1)
            }
        }

        private func show(_ difference: ManifestDifference) {
            Output.line(difference.summary)
            for change in difference.rules {
                for (when, words) in [("before", change.before), ("now", change.after)] {
                    Output.line("rule of \(change.list), \(when):" + (words.isEmpty ? " none" : ""))
                    for line in words { Output.line("  " + line) }
                }
            }
            for note in difference.notes { Output.printError("attention: \(note)") }
        }
    }
}

extension ManifestDifference {
    var json: JSONValue {
        .object([
            ("summary", .string(summary)), ("before", .integer(before)), ("after", .integer(after)),
            ("added", .integer(added)), ("removed", .integer(removed)), ("retyped", .integer(retyped)),
            (
                "statuses",
                .object(statuses.sorted { $0.key < $1.key }.map { (name: $0.key, value: .integer($0.value)) })
            ),
            ("names_or_notes", .integer(namesOrNotes)), ("otherwise_changed", .integer(otherwiseChanged)),
            ("revocations", .integer(revocations)), ("changed", .array(plan.map(JSONValue.string))),
            (
                "rules",
                .array(
                    rules.map { change in
                        .object([
                            ("list", .string(change.list)),
                            ("before", .array(change.before.map(JSONValue.string))),
                            ("after", .array(change.after.map(JSONValue.string))),
                        ])
                    })
            ),
            ("notes", .array(notes.map(JSONValue.string))), ("people_lost", .integer(admission.lost)),
            ("loss", .init(loss)),
        ])
    }
}

extension Publisher.Result {
    /// What a build always reports.
    var changeLine: String {
        guard let difference else {
            return "the first list of the event here: there is no previous one to compare with"
        }
        return "since the previous list: \(difference.summary)"
    }
}

extension ManifestClaims {
    /// What the person who builds a list should know at once.
    var urgentNotes: [ManifestNote] { notes(now: issued).filter { $0 == .empty || $0 == .guessableCodes } }
}
