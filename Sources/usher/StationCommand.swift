import ArgumentParser
import Foundation
import QRWriter
import Station
import StationAPI
import Tickets
import Web

struct StationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "station", abstract: "The station's key, gate and direction.",
        subcommands: [Place.self, Key.self, LogLevelCommand.self, NewIdentity.self])

    struct Key: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The station's own public key, by which an organizer can check its journal.")

        @Flag(help: "Also as a QR code.") var qr = false
        @OptionGroup var station: StationOptions

        func run() async throws {
            let state = try await station.ask(ControlRequest("GET", "enrolment"), as: EnrolmentState.self).answer
            if station.json {
                return Output.line(JSONValue.object([("key", .string(state.stationKey))]).text)
            }
            if qr { Output.line(try QRMatrix(encoding: state.stationKey).terminalText()) }
            Output.line(state.stationKey)
        }
    }

    struct Place: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows the station's gate and direction, or changes them.",
            discussion: """
                The choice applies until the end of the events that are served now, also after a restart; it takes \
                precedence over usher.yaml and the list.
                """)

        @Option(help: "Another gate.") var gate: String?
        @Option(help: "in, out or look (shows verdicts, records nothing).") var direction: Direction?
        @OptionGroup var person: OperatorOption
        @OptionGroup var station: StationOptions

        func run() async throws {
            var request = ControlRequest("GET", "place")
            if gate != nil || direction != nil {
                request = ControlRequest(
                    "PUT", "place",
                    body: .bytes(
                        try ControlJSON.encode(
                            PlaceRequest(gate: gate, direction: direction, operator: person.operator))))
            }
            let (answer, json) = try await station.ask(request, as: PlaceAnswer.self)
            guard !station.json else { return Output.line(json) }
            let names = answer.gates.map { ($0.slug, $0.name == $0.slug ? $0.slug : "\($0.name) (\($0.slug))") }
            let gates = names.map(\.1).joined(separator: ", ")
            let gate = answer.gate.map { slug in names.first { $0.0 == slug }?.1 ?? slug }
            Output.line("gate \(gate ?? "none") of \(gates), direction \(answer.direction.rawValue)")
        }
    }

    struct NewIdentity: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new-identity", abstract: "Gives a new key to a station whose disk was moved or copied.",
            discussion: """
                A state folder is bound to its machine, so that a copied card cannot pretend to be the station \
                it was copied from. The journal stays and is continued. If the other machine is still in use, give this \
                station another name in usher.yaml.
                """)

        @Option(help: ArgumentHelp("The station's state folder.", valueName: "dir")) var state: String?
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let environment = ProcessInfo.processInfo.environment
            let folder = state.map { URL(filePath: $0) } ?? ControlChannel.defaultState(environment: environment)
            let kid = try await Station.renewIdentity(of: StateFolder(folder), environment: environment)
            Output.line(json ? JSONValue.object([("kid", .string(kid))]).text : "the station's key is now \(kid)")
        }
    }
}
