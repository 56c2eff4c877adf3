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
            goes back by itself when something breaks within half a minute, and the others only get what went well there. \
            bundle: has one station send what "usher support-bundle" says there, without the log, into the file of --out.

            Stations take orders that are signed with the key that they have as `orders_key`: make it with "usher key \
            generate --for orders". A station does an order once, within seconds if it is heard, and not at all after the \
            order has expired. What each made of it is printed as it comes; the exit code is 1 when one could not, or has \
            not answered within 15 seconds. It may still do it then: the page of the control room shows who did. \
            docs/CONTROL.md says more.
            """)

    @Argument(help: "place, notice, pause, resume, restart, leave, settings or bundle.") var act: Order.Act
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
    @Option(help: ArgumentHelp("The file for what the station sends, with bundle.", valueName: "file")) var out: String?
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
        guard (act == .bundle) == (out != nil) else { throw ValidationError("--out goes with bundle, which needs it") }
        guard act != .bundle || to.count == 1 else { throw ValidationError("bundle is for one station: --to") }
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
            url: ServerAddress(control), token: try SecretFile.read(URL(filePath: token)), network: network)
        guard act == .settings, let file = text else {
            let order = order(to: to)
            try await give(order, with: key, by: client, within: act == .bundle ? Self.bundlePatience : Self.patience)
            if let out { try await save(order, client, as: out) }
            return
        }
        let settings = try Self.settings(in: file)
        if let fault = order(to: to, settings: settings).fault {
            throw CommandError("order", file, fault, hint: "Leave out comments, and what is not settings.")
        }
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
        let text = try FileBytes.text(of: file).replacing("\r\n", with: "\n")
        try Configuration.check(orderedSettings: text)
        return text
    }

    /// - Parameter file: gets what the station has sent.
    private func save(_ order: Order, _ client: ControlRoomClient, as file: String) async throws {
        let end = ContinuousClock.now + Self.patience
        while true {
            if let text = try await client.bundle(of: to[0], order: order.id) {
                try await WholeFile(path: file).write(text)
                return Output.line(file)
            }
            guard .now < end else {
                throw CommandError(
                    "get", "the support bundle", "it has not come", hint: "Is the control room as new as the station?")
            }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    private func give(
        _ order: Order, with key: SigningKey, by client: ControlRoomClient, within patience: Duration
    ) async throws {
        try await client.post(order: SignedOrder.sign(order, with: key))
        let names = act == .settings ? " to \(order.stations?.joined(separator: ", ") ?? "")" : ""
        let what =
            act == .settings && order.details.isEmpty ? "settings: none, those of usher.yaml count" : order.summary
        Output.line("\(what)\(names); stations take it until \(order.expires)")
        try await follow(order, client, within: patience)
    }

    /// Longer than a station that is heard takes to report.
    private static let patience = Duration.seconds(15)
    /// Longer than the station takes to make it, with a picture of each camera.
    private static let bundlePatience = Duration.seconds(45)
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
                    Output.printError(
                        order.expires <= StationClock.system.now()
                            ? "attention: the order has expired, and no station has answered"
                            : "attention: no station has reported yet")
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
