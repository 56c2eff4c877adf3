import ArgumentParser
import Tickets

/// What cannot be taken back is asked first: at a terminal by a question, elsewhere by `--yes`. One way for all commands.
struct Confirmation: ParsableArguments {
    @Flag(help: "Do it without asking. Needed where there is no terminal.") var yes = false

    /// Returns when a person has confirmed it.
    /// - Parameters:
    ///   - consequence: what it comes to, with how many people and tickets it concerns, as a clause without a full stop.
    ///   - operation: completes "cannot ...".
    /// - Throws: ``CommandError`` when nobody has
    func require(_ consequence: String, to operation: String, _ subject: String) throws {
        guard !yes else { return }
        guard Terminal.isThere else {
            throw CommandError(operation, subject, consequence, hint: "If that is right, confirm it with --yes.")
        }
        Output.line("\(consequence.prefix(1).uppercased())\(consequence.dropFirst()).")
        let answer = Terminal.ask("Go on?", default: "no", example: "yes") { Self.answers[$0.lowercased()] }
        guard answer == true else {
            throw CommandError(operation, subject, "it was not confirmed", hint: "Nothing has changed.")
        }
    }

    private static let answers = ["yes": true, "y": true, "no": false, "n": false]
}
