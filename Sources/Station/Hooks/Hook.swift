internal import CheckedYAML

/// A command that gets each verdict: for a light, a buzzer, the release of a door.
public struct Hook: Sendable, Equatable {
    static let mostHooks = 8

    /// The absolute path of the program, then its arguments.
    public var command: [String]
    /// The command is killed when it runs longer: 1 to 60 s.
    public var timeout: Duration

    public init(command: [String], timeout: Duration = .seconds(5)) {
        self.command = command
        self.timeout = timeout
    }

    init(_ mapping: YAMLMapping) {
        command = mapping.strings("command") ?? []
        timeout = mapping.duration("timeout", in: .seconds(1) ... .seconds(60), default: .seconds(5))
        if command.first?.hasPrefix("/") != true || command[0].contains("=") {
            mapping.fault("command", "must be a program's whole path and its arguments, like [/usr/local/bin/light]")
        }
    }
}
