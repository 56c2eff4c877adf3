import ArgumentParser
import Foundation
import Manifests
import Publishing
import Station
import Tickets

extension ManifestCommand {
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Says what changed from one list of an event to the next.",
            discussion: """
                Tickets are told apart by code and type; no code and no name is shown. Exit code 1 when a station that has the \
                old list would want the loss confirmed.
                """)

        @Argument(help: ArgumentHelp("The list before.", valueName: "old.usher")) var old: String
        @Argument(help: ArgumentHelp("The list after it.", valueName: "new.usher")) var new: String
        @Option(help: ArgumentHelp("The key that should have signed both.", valueName: "name.pub")) var key: String?
        @Flag(help: "Print JSON.") var json = false

        func run() throws {
            let keys = try key.map { [try KeyFile.verificationKey(at: URL(filePath: $0), for: .manifest)] } ?? []
            let difference = try ManifestDifference(from: URL(filePath: old), to: URL(filePath: new), keys: keys)
            Output.line(json ? difference.json.text : difference.summary)
            if let loss = difference.loss {
                if !json { Output.complain("attention: \(loss)") }
                throw ExitCode(1)
            }
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
            ("new_holders", .integer(newHolders)), ("otherwise_changed", .integer(otherwiseChanged)),
            ("revocations", .integer(revocations)), ("changed", .array(plan.map(JSONValue.string))),
            ("loss", .init(loss)),
        ])
    }
}

extension Publisher.Result {
    /// What a build tells each time.
    var changeLine: String {
        guard let difference else { return "the first list of the event here: there is none before to compare with" }
        return "since the list before: \(difference.summary)"
    }
}

extension ManifestClaims {
    /// What whoever builds a list should hear at once.
    var loudNotes: [ManifestNote] { notes(now: issued).filter { $0 == .empty || $0 == .guessableCodes } }
}
