public import ArgumentParser
import Backends
public import Fleet
import Foundation
import Manifests
import Station
import Tickets

struct OrderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: "Tells stations what to do, by way of the control room.",
        discussion: """
            place: to another gate or direction. notice: shows staff a text. pause: lets nobody in, and shows why; people may \
            leave. resume: ends a pause. restart: opens the station anew, which then asks for new lists. leave: ends its \
            enrolment. settings: replaces some of usher.yaml (language, symbologies, policy, and how the screen looks and \
            sounds); the keys are in a file, and an empty one ends that. One station tries them first, the first of --to; it \
            goes back by itself when something breaks within half a minute, and the others only get what went well there.

            Stations take orders that are signed with the key that they have as `orders_key`: make it with "usher key \
            generate --for orders". A station does an order once, within seconds if it is heard, and not at all after the \
            order has expired. What each made of it is printed as it comes; the exit code is 1 when one could not, or has \
            not answered within 15 seconds. It may still do it then: the page of the control room shows who did. \
            docs/CONTROL.md says more.
            """)

    @Argument(help: "place, notice, pause, resume, restart, leave or settings.") var act: Order.Act
    @Argument(
        help: ArgumentHelp(
            "What staff are shown, with notice and pause: at most 300 bytes. With settings: the file.",
            valueName: "text|file.yaml"))
    var text: String?
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The names of the stations; a notice without it goes to all of them.", valueName: "station"))
    var to: [String] = []
    @Flag(help: "All stations.") var all = false
    @Option(help: "The gate, with place.") var gate: String?
    @Option(help: "in or out, with place.") var direction: Direction?
    @Option(
        help: ArgumentHelp(
            "For how long stations take it, and a notice or a pause lasts: at most 1440.", valueName: "minutes"))
    var minutes = 60
    @Option(help: ArgumentHelp("Who gives it; without it, \"control room\".", valueName: "name")) var by =
        "control room"
    @Option(help: ArgumentHelp("The secret key for orders.", valueName: "name.key")) var key: String
    @Option(help: ArgumentHelp("The control room: https://control.example.org.", valueName: "url")) var control: String
    @Option(help: ArgumentHelp("The file with the token that opens its page.", valueName: "file")) var token: String
    @Option(help: ArgumentHelp("Certificates (PEM) to trust instead of the system's.", valueName: "file"))
    var ca: String?
    @Flag(help: "Accept plain http to another machine.") var plainHTTP = false

    func validate() throws {
        guard (1...1440).contains(minutes) else { throw ValidationError("--minutes is 1 to 1440: a day at most") }
        guard !to.isEmpty || all || act == .notice else {
            throw ValidationError("name the stations with --to, or give --all")
        }
        guard to.isEmpty || !all else { throw ValidationError("--to and --all exclude each other") }
        guard act == .settings else {
            if let fault = order(to: to).fault { throw ValidationError("\(act.rawValue): \(fault)") }
            return
        }
        guard text != nil else { throw ValidationError("settings: name the file with the keys, or an empty one") }
    }

    /// - Parameters:
    ///   - stations: none: all of them.
    ///   - settings: what the file has.
    private func order(to stations: [String], settings: String? = nil) -> Order {
        let now = StationClock.system.now()
        return Order(
            id: UUID().uuidString.lowercased(), stations: stations.isEmpty ? nil : stations, act: act, gate: gate,
            direction: direction, text: act == .settings ? nil : text, settings: settings, by: by, issued: now,
            expires: now + .seconds(minutes * 60))
    }

    func run() async throws {
        let key = try KeyFile.signingKey(at: URL(filePath: key), for: .orders)
        var network = NetworkSettings()
        network.authorityFile = ca
        network.allowsPlainHTTP = plainHTTP
        let client = ControlRoomClient(
            url: control, token: try SecretFile.read(URL(filePath: token)), network: network)
        guard act == .settings, let file = text else {
            return try await give(order(to: to), with: key, by: client, within: Self.patience)
        }
        let settings = try Self.settings(in: file)
        let stations = all ? try await client.stations().sorted() : to
        guard let first = stations.first else {
            throw CommandError("order", "settings", "no station has reported yet")
        }
        for group in [[first], Array(stations.dropFirst())] where !group.isEmpty {
            try await give(order(to: group, settings: settings), with: key, by: client, within: Self.trialPatience)
        }
    }

    /// The file as it is, when all that it says can be ordered.
    private static func settings(in file: String) throws -> String {
        let text = try FileBytes.text(of: file)
        try Configuration.check(orderedSettings: text)
        guard text.utf8.count <= Order.longestSettings else {
            throw CommandError(
                "order", file, "it has more than \(Order.longestSettings) bytes", hint: "Leave out comments.")
        }
        return text
    }

    private func give(
        _ order: Order, with key: SigningKey, by client: ControlRoomClient, within patience: Duration
    ) async throws {
        try await client.post(order: SignedOrder.sign(order, with: key))
        let names = act == .settings ? " to \(order.stations?.joined(separator: ", ") ?? "")" : ""
        Output.line("\(order.summary)\(names); stations take it until \(order.expires)")
        try await follow(order, client, within: patience)
    }

    /// Longer than a station that is heard takes to report.
    private static let patience = Duration.seconds(15)
    /// Longer than it takes to try settings, and to report then.
    private static let trialPatience = Duration.seconds(75)

    /// Says what each station made of it, as their answers come.
    private func follow(_ order: Order, _ client: ControlRoomClient, within patience: Duration) async throws {
        var told: Set<String> = []
        var isDone = true
        let end = ContinuousClock.now + patience
        while true {
            let state = try await client.answers(to: order.id)
            for answer in state.answers where told.insert(answer.station).inserted {
                isDone = isDone && answer.outcome == "done"
                Output.line("  \(answer.station.withoutControls): \(Self.words(answer))")
            }
            let unknown = state.waiting.filter { !state.known.contains($0) }
            guard state.waiting.count > unknown.count || (state.answers.isEmpty && unknown.isEmpty), .now < end else {
                for station in state.waiting {
                    Output.printError(
                        unknown.contains(station)
                            ? "attention: no station \(station.withoutControls) has reported: is the name right?"
                            : "attention: \(station.withoutControls) has not answered yet: it may \(act == .leave ? "have left, " : "")be away, or have another orders_key"
                    )
                }
                if state.waiting.isEmpty && state.answers.isEmpty {
                    Output.printError("attention: no station has reported yet")
                }
                guard isDone, state.waiting.isEmpty, !state.answers.isEmpty else { throw ExitCode(1) }
                return
            }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    private static func words(_ answer: ControlRoomClient.Answers.Answer) -> String {
        switch answer.outcome {
        case "failed": "could not: \(answer.why?.withoutControls ?? "")"
        case "overtaken": "a later order came first"
        default: answer.outcome.withoutControls
        }
    }
}

extension Order.Act: ExpressibleByArgument {}
