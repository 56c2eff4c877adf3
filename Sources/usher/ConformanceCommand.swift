import ArgumentParser
import Backends
import Foundation
import Station
import Tickets

struct ConformanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance",
        abstract: "Tries a server of your own against docs/webhook.openapi.yaml, rule by rule.",
        discussion: """
            Posts more than a thousand check-ins: use a server that is being written or tried, never one with a real \
            evening's. Exit status 1 when a rule does not hold. Without --organizer-token, events and tickets are not \
            tried.
            """)

    @Argument(
        help: ArgumentHelp("The address before /checkins and /events: https://shop.example.org/v1.", valueName: "url"))
    var url: String
    @Option(help: ArgumentHelp("A file with the token of a station.", valueName: "file")) var token: String
    @Option(help: ArgumentHelp("The name of the station that the token belongs to.", valueName: "name"))
    var station = "conformance"
    @Option(help: ArgumentHelp("A file with the token that reads events and tickets.", valueName: "file"))
    var organizerToken: String?
    @Option(help: ArgumentHelp("The server's id of an event; without it, the first that it lists.", valueName: "id"))
    var event: String?
    @Option(help: ArgumentHelp("Certificates (PEM) to trust instead of the system's.", valueName: "file"))
    var ca: String?
    @Flag(help: "Accept plain http to another machine.") var plainHTTP = false
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        var network = NetworkSettings()
        network.authorityFile = ca
        network.allowsPlainHTTP = plainHTTP
        let conformance = Conformance(
            base: url.hasSuffix("/") ? String(url.dropLast()) : url, network: network, station: station,
            stationToken: try SecretFile.read(URL(filePath: token)),
            organizerToken: try organizerToken.map { try SecretFile.read(URL(filePath: $0)) }, event: event,
            now: StationClock.system.now, makeID: { UUID().uuidString.lowercased() })
        var findings: [Conformance.Finding] = []
        try await conformance.run { finding in
            if json {
                Output.line(finding.json.text)
            } else {
                if finding.part != findings.last?.part { Output.line("\(finding.part.rawValue):") }
                Output.line("  " + finding.line)
            }
            findings.append(finding)
        }
        let holding = findings.count { $0.outcome == .holds }
        let broken = findings.count { $0.word == "broken" }
        if !json {
            Output.line(
                "\(holding) rules hold, \(broken) are broken, \(findings.count - holding - broken) were not tried")
        }
        if broken > 0 { throw ExitCode(1) }
    }
}

extension Conformance.Finding {
    fileprivate var word: String {
        switch outcome {
        case .holds: "holds"
        case .broken: "broken"
        case .untried: "untried"
        }
    }

    private var reason: String? {
        switch outcome {
        case .holds: nil
        case .broken(let reason), .untried(let reason): reason
        }
    }

    fileprivate var line: String {
        switch outcome {
        case .holds: "holds      \(rule)"
        case .broken(let reason): "BROKEN     \(rule) Here \(reason.withoutControls)."
        case .untried(let reason): "not tried  \(rule) Because \(reason.withoutControls)."
        }
    }

    fileprivate var json: JSONValue {
        .object([
            ("part", .string(part.rawValue)), ("rule", .string(rule)), ("outcome", .string(word)),
            ("reason", .init(reason)),
        ])
    }
}
