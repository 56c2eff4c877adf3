import ArgumentParser
import Messages
import Station
import StationAPI

/// In which language a command speaks with people.
struct LanguageOption: ParsableArguments {
    @Option(help: "The language of the texts; without it, the station's.") var language: Language?

    /// The texts of the language that was asked for, or of the station's.
    func messages(of channel: ControlChannel) async throws -> Messages {
        if let language { return language.messages }
        return try await channel.messages()
    }
}

/// One of those that there are.
struct Language: ExpressibleByArgument {
    let messages: Messages

    init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        messages = .in(argument)
    }

    static let allValueStrings = MessageFile.languages
}

extension ControlChannel {
    /// The texts of the station's language.
    func messages() async throws -> Messages {
        .in(try await send(ControlRequest("GET", "status"), as: StationStatus.self).answer.language)
    }
}
