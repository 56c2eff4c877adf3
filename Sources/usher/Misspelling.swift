import ArgumentParser
import CheckedYAML

/// A subcommand that there is not, with the nearest one that there is. The parser would call it an unexpected argument.
enum Misspelling {
    static func check(_ arguments: [String]) throws {
        var command: any ParsableCommand.Type = Usher.self
        for word in arguments {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, command.configuration.defaultSubcommand == nil, !word.hasPrefix("-"),
                word != "help"
            else { return }
            guard let next = subcommands.first(where: { $0.isCalled(word) }) else {
                let suggestion = Spelling.suggestion(for: word, among: subcommands.map { $0._commandName })
                let path = command == Usher.self ? "usher" : "usher \(command._commandName)"
                throw ValidationError("\(path) has no subcommand \"\(word)\"\(suggestion)")
            }
            command = next
        }
    }
}

extension ParsableCommand {
    fileprivate static func isCalled(_ word: String) -> Bool {
        _commandName == word || configuration.aliases.contains(word)
    }
}
