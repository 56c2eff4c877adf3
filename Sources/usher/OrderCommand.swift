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
            enrolment.

            Stations take orders that are signed with the key that they have as `orders_key`: make it with "usher key \
            generate --for orders". A station does an order once, within seconds if it is heard, and not at all after the \
            order has expired. What each made of it is printed as it comes; the exit code is 1 when one could not, or has \
            not answered within 15 seconds. It may still do it then: the page of the control room shows who did. \
            docs/CONTROL.md says more.
            """)

    @Argument(help: "place, notice, pause, resume, restart or leave.") var act: Order.Act
    @Argument(help: ArgumentHelp("What staff are shown, with notice and pause: at most 300 bytes.", valueName: "text"))
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
        if let fault = order.fault { throw ValidationError("\(act.rawValue): \(fault)") }
    }

    private var order: Order {
        let now = StationClock.system.now()
        return Order(
            id: UUID().uuidString.lowercased(), stations: to.isEmpty ? nil : to, act: act, gate: gate,
            direction: direction, text: text, by: by, issued: now, expires: now + .seconds(minutes * 60))
    }

    func run() async throws {
        let key = try KeyFile.signingKey(at: URL(filePath: key), for: .orders)
        var network = NetworkSettings()
        network.authorityFile = ca
        network.allowsPlainHTTP = plainHTTP
        let order = order
        let client = ControlRoomClient(
            url: control, token: try SecretFile.read(URL(filePath: token)), network: network)
        try await client.post(order: SignedOrder.sign(order, with: key))
        Output.line("\(order.summary); stations take it until \(order.expires)")
        try await follow(order, client)
    }

    /// Longer than a station that is heard takes to report.
    private static let patience = Duration.seconds(15)

    /// Says what each station made of it, as their answers come.
    private func follow(_ order: Order, _ client: ControlRoomClient) async throws {
        var told: Set<String> = []
        var isDone = true
        let end = ContinuousClock.now + Self.patience
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
                            : "attention: \(station.withoutControls) has not answered yet: it may be away, or have another orders_key"
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
