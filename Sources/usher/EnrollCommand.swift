import ArgumentParser
import Foundation
import Pictures
import QRWriter
import Station
import StationAPI
import Tickets

struct EnrollCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll", abstract: "Enrols a kiosk as the station of a gate.",
        discussion: """
            On the organizer's machine, which holds the key that signs lists, this makes a pairing: a code that \
            contains everything the station needs, and is valid for five minutes.
              usher enroll --list gala.usher --key organizer.key --gate B

            On the kiosk, open it for a pairing, show the code to its camera or scanner, and confirm on its screen when \
            both show the same fingerprint:
              usher enroll --open

            Without a screen, for example with Ansible:
              usher enroll --accept pairing.txt --fingerprint "6a1f 0c9b e3d2 7784"
            """)

    @OptionGroup(title: "On the organizer's machine") var making: PairingArguments
    @OptionGroup(title: "On the kiosk") var taking: AcceptingArguments
    @OptionGroup var station: StationOptions

    func validate() throws {
        let ways = [making.list != nil, taking.open, taking.accept != nil, taking.status].count { $0 }
        guard ways == 1 else {
            throw ValidationError("say what to do: --list and --key, --open, --accept or --status")
        }
        guard (making.list == nil) == (making.key == nil) else {
            throw ValidationError("a pairing needs --list and --key")
        }
        guard (taking.accept == nil) == (taking.fingerprint == nil) else {
            throw ValidationError("--accept needs --fingerprint, as the organizer's screen shows it")
        }
    }

    func run() async throws {
        if let list = making.list, let key = making.key { return try await make(list: list, key: key) }
        if let file = taking.accept, let fingerprint = taking.fingerprint {
            let text = file == "-" ? try CodeArgument.readCode() : try FileBytes.text(of: file)
            let request = PairingRequest(
                fingerprint: fingerprint, pairing: text, operator: taking.person.operator)
            let (state, json) = try await station.ask(
                .post("enrolment", "accept", body: request), as: EnrolmentState.self, creating: true)
            return station.json ? Output.line(json) : Self.show(state)
        }
        let request = taking.open ? ControlRequest("POST", "enrolment", "open") : ControlRequest("GET", "enrolment")
        let (state, json) = try await station.ask(request, as: EnrolmentState.self)
        station.json ? Output.line(json) : Self.show(state)
    }

    static func show(_ state: EnrolmentState) {
        if let current = state.current {
            Output.line(
                "enrolled for \(current.eventName) (\(current.event)) by \(current.organizer) until \(current.until)")
            Output.line("  key \(current.fingerprint.inFours), tickets are accepted until \(current.ends)")
            for server in current.servers { Output.line("  it connects to \(server)") }
        } else {
            Output.line("not enrolled")
        }
        if let milliseconds = state.openForMs {
            Output.line("  open for a pairing for another \(max(1, milliseconds / 60_000)) minutes: show its code now")
        }
        if let pending = state.pending {
            Output.line(
                "  shown: \(pending.eventName), gate \(pending.gate ?? "as the list says"), \(pending.organizer)")
            for server in pending.servers { Output.line("  it will connect to \(server)") }
            Output.line(
                "  pairing \(pending.shortCode), key \(pending.fingerprint.inFours): "
                    + "are they the same on the organizer's screen?")
        }
        Output.line("  this station's key: \(state.stationKey)")
    }

    // MARK: - The organizer's side

    private func make(list: String, key file: String) async throws {
        let maker = try PairingMaker(list: list, key: file)
        let place = PairingMaker.Place(
            name: making.name, gate: making.gate, direction: making.direction,
            secrets: try making.secrets(event: maker.plan.event.id))
        let pairing = try maker.pairing(
            for: place, settings: try making.settings.map { try FileBytes.text(of: $0) } ?? "", until: making.until)
        let text = try pairing.text(signedWith: maker.key)
        try await show(pairing, text: text, fingerprint: maker.fingerprint)
    }

    private func show(_ pairing: Pairing, text: String, fingerprint: String) async throws {
        let code = try QRMatrix(encoding: text, errorCorrection: .low)
        if let out = making.out {
            let bytes = out.hasSuffix(".png") ? try code.picture(modulePixels: 6).pngFile() : Array((text + "\n").utf8)
            try await WholeFile(path: out).write(bytes)
        }
        guard !station.json else {
            return Output.line(
                JSONValue.object([
                    ("pairing", .string(text)), ("fingerprint", .string(fingerprint)),
                    ("short_code", .string(Pairing.shortCode(of: text))),
                    ("expires", .string(pairing.expires.description)),
                ]).text)
        }
        if making.out == nil { Output.line(code.terminalText()) }
        Output.line("pairing \(Pairing.shortCode(of: text)) for \(pairing.event.name), valid until \(pairing.expires)")
        Output.line("key \(fingerprint.inFours)")
        Output.line(
            "Show it to the kiosk, and confirm there if it shows the same pairing and key. It contains secrets.")
    }
}

struct PairingArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The event's signed list.", valueName: "F.usher")) var list: String?
    @Option(help: ArgumentHelp("The organizer's key.", valueName: "K.key")) var key: String?
    @Option(help: "The gate the station stands at.") var gate: String?
    @Option(help: "in, out or look.") var direction: String?
    @Option(help: ArgumentHelp("The name of the station.", valueName: "name")) var name: String?
    @Option(
        help: ArgumentHelp(
            "Keys of usher.yaml to include: backends, manifests (urls), orders_key.", valueName: "file.yaml"))
    var settings: String?
    @Option(help: ArgumentHelp("A secret that the settings name, and the file it is in.", valueName: "NAME=FILE"))
    var credential: [String] = []
    @Option(help: ArgumentHelp("The event's staff key, for names in a supervisor's search.", valueName: "file"))
    var staffKey: String?
    @Option(
        help: ArgumentHelp("Until when the station serves the event; without it, the event's end.", valueName: "time"))
    var until: Timestamp?
    @Option(
        help: ArgumentHelp("A picture (.png), or else the text, instead of blocks on the terminal.", valueName: "file"))
    var out: String?

    func secrets(event: String) throws -> [String: String] {
        var secrets: [String: String] = [:]
        for argument in credential {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw ValidationError("--credential is NAME=FILE") }
            secrets[parts[0]] = try PairingMaker.secret(in: parts[1])
        }
        if let staffKey {
            secrets["staff-\(event)"] = try PairingMaker.secret(in: staffKey)
        }
        return secrets
    }
}

struct AcceptingArguments: ParsableArguments {
    @Flag(help: "Accept a pairing that is shown within the next 15 minutes.") var open = false
    @Option(help: ArgumentHelp("Accept a pairing from a file, or from standard input.", valueName: "file|-"))
    var accept: String?
    @Option(help: ArgumentHelp("With --accept: the fingerprint on the organizer's screen.", valueName: "key"))
    var fingerprint: String?
    @Flag(help: "Only show whether the station is enrolled.") var status = false
    @OptionGroup var person: OperatorOption
}

struct LeaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: "Ends the station's enrolment.",
        discussion: """
            Its list, credentials and trust in the organizer's key are removed. The journal stays, including its \
            record of the newest list, so that an older one is never accepted again.
            """)

    @Flag(help: "Also while check-ins have not reached their server; they stay in the journal.") var force = false
    @OptionGroup var person: OperatorOption
    @OptionGroup var station: StationOptions

    func run() async throws {
        let request = LeaveRequest(isForced: force, operator: person.operator)
        try await station.open().send(.post("enrolment", "leave", body: request))
        Output.line(station.json ? "{}" : "no longer enrolled")
    }
}

extension String {
    /// In groups of four, to be read aloud: `6a1f 0c9b e3d2 7784`.
    var inFours: String {
        stride(from: 0, to: count, by: 4).map { String(dropFirst($0).prefix(4)) }.joined(separator: " ")
    }
}
