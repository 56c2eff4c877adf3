import ArgumentParser
import DoorScreen
import Foundation
import QRWriter
import Station
import Tickets

struct StationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "station", abstract: "What makes this station this one.",
        subcommands: [Key.self, NewIdentity.self])

    struct Key: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The station's own public key, by which an organizer can check its journal.")

        @Flag(help: "As a QR code, too.") var qr = false
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

    struct NewIdentity: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new-identity", abstract: "Gives a station whose disk was moved or copied a key of its own.",
            discussion: """
                A state folder is bound to its machine, so that a copied card cannot pass for the station it was \
                copied from. The journal stays and goes on. If the other machine is still in use, give this station \
                another name in usher.yaml.
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
