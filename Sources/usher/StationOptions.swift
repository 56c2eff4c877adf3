import ArgumentParser
import Foundation
import Logging
import Station
import StationAPI
import Tickets
import Web

/// Which station a command means, and how it prints.
struct StationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The station's state folder; without it, the running usherd, else /var/lib/usher.", valueName: "dir"))
    var state: String?

    @Flag(help: "Print JSON: one object, or one a line for streams.")
    var json = false

    /// - Parameter creating: a state folder that does not exist is created; otherwise it is an error, probably a
    ///   misspelling.
    func open(creating: Bool = false) async throws -> ControlChannel {
        var logger = Logger(label: "usher", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .error
        return try await ControlChannel.open(
            state: state.map { URL(filePath: $0) }, creating: creating,
            environment: ProcessInfo.processInfo.environment, logger: logger)
    }

    /// Sends one request and reads its answer.
    func ask<Answer: Decodable>(
        _ request: ControlRequest, as type: Answer.Type, creating: Bool = false
    ) async throws -> (answer: Answer, json: String) {
        try await open(creating: creating).send(request, as: type)
    }
}

extension ControlRequest {
    /// A request with a JSON object in its body.
    static func post(_ path: String..., body: some Encodable) throws -> ControlRequest {
        var request = ControlRequest("POST")
        request.path = path
        request.body = .bytes(try ControlJSON.encode(body))
        return request
    }
}

/// A code given as an argument or, better, on standard input.
struct CodeArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The ticket's code; - reads it from standard input. An argument is visible to all in the process list.",
            valueName: "code|-"))
    var code: String

    func read() throws -> String {
        code == "-" ? try Self.readCode() : code
    }

    /// The first line of standard input.
    static func readCode() throws -> String {
        guard let line = readLine(strippingNewline: true) else {
            throw CommandError(
                "read", "a code", "standard input is empty", hint: "Give the code as one line on standard input.")
        }
        return line
    }
}
