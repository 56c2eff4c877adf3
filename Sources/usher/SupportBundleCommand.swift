import ArgumentParser
import Devices
import Foundation
import Messages
import Station
import StationAPI
import Tickets
import TimeZones

struct SupportBundleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "support-bundle", abstract: "Collects in one text what a remote helper needs.",
        discussion: """
            Versions, status, doctor, configuration, lists, figures, devices, metrics and the last lines of the log. \
            Secrets, ticket codes, references and names of people are left out; but read it before you send it. \
            It works while usherd is down, too. The log needs root, or the group systemd-journal.
            """)

    @Option(help: ArgumentHelp("The file; standard output without it.", valueName: "file")) var out: String?
    @Option(
        help: ArgumentHelp(
            "The station's state folder; without it, the running usherd, else /var/lib/usher.", valueName: "dir"))
    var state: String?

    func run() async throws {
        var options = StationOptions()
        options.state = state
        options.json = false
        let text = await SupportBundle(options: options).text()
        guard let out else { return Output.write(text) }
        try await WholeFile(path: out).write(text)
        Output.line(out)
    }
}

/// Puts the text together. A part that is not available says why; the others are still there.
struct SupportBundle {
    let options: StationOptions
    private let environment = ProcessInfo.processInfo.environment
    private static let logLines = 300

    init(options: StationOptions) {
        self.options = options
    }

    func text() async -> String {
        let station = await asResult { try await options.open() }
        let redaction = await redaction(station)
        var text = """
            USHER SUPPORT BUNDLE, made \(StationClock.system.now())
            It should hold no secret, no ticket and nobody's name. Read it before you send it.

            """
        func add(_ title: String, _ lines: () async throws -> [String]) async {
            let lines = await asResult(lines)
            let words = (try? lines.get()) ?? ["not available: \(lines.failureText)"]
            text +=
                "\n== \(title) ==\n" + redaction.clean((words.isEmpty ? ["none"] : words).joined(separator: "\n"))
                + "\n"
        }
        await add("versions") { versions }
        await add("status") { StatusCommand.lines(try await ask(station, "status"), in: .english) }
        await add("doctor") {
            DoctorCommand.lines(try await DoctorCommand.findings(of: station.get()).items, in: .english)
        }
        await add("configuration") { try configuration() }
        await add("enrolment") { Self.lines(try await ask(station, "enrolment", as: EnrolmentState.self)) }
        await add("lists") { try await ask(station, "manifests", as: Items<ManifestSummary>.self).items.map(Self.line) }
        await add("figures") {
            try await ask(station, "figures", as: Items<EventFigures>.self).items.flatMap(Self.lines)
        }
        await add("devices") { try devices() }
        await add("metrics") { try await station.get().lines(ControlRequest("GET", "metrics")) }
        await add("log") { try log() }
        return text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    }

    private func asResult<Value>(_ body: () async throws -> Value) async -> Result<Value, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    private func ask<Answer: Decodable>(
        _ station: Result<ControlChannel, any Error>, _ path: String, as type: Answer.Type = Answer.self
    ) async throws -> Answer {
        try await station.get().send(ControlRequest("GET", path), as: type).answer
    }

    // MARK: - What must not be in it

    private func redaction(_ station: Result<ControlChannel, any Error>) async -> Redaction {
        let people = try? await ask(station, "operators", as: Items<OperatorSummary>.self).items.map(\.name)
        let status = try? await ask(station, "status", as: StationStatus.self)
        let kept = (status?.installed ?? []) + (status?.backends.map(\.name) ?? []) + [status?.station ?? ""]
        // A ticket that two gates let in, and what the control room tells staff.
        let told = (status?.conditions ?? []).flatMap { condition in
            ["ticket", "text", "by"].compactMap { condition.values[$0] }
        }
        return Redaction(secrets: (people ?? []) + credentials + told, keeping: Set(kept))
    }

    /// What this user may read of them.
    private var credentials: [String] {
        let folder = options.state.map { URL(filePath: $0) } ?? ControlChannel.defaultState(environment: environment)
        let folders = [StateFolder(folder).credentials, URL(filePath: "/etc/usher/credentials")]
        return folders.flatMap { folder in
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        }.compactMap { file in
            (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    // MARK: - The parts

    private var versions: [String] {
        let system = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        let name = system.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst(12) ?? "unknown"
        let kernel = (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)) ?? "unknown"
        let process = ProcessInfo.processInfo
        return [
            "usher \(Station.version)", "tzdata \(ZoneFolder.system.version)", "system \(name)",
            "kernel \(kernel.trimmingCharacters(in: .whitespacesAndNewlines))",
            "\(process.activeProcessorCount) processors, \(process.physicalMemory >> 20) MiB of memory, "
                + "up for \(Int(process.systemUptime) / 3600) h",
        ]
    }

    private func configuration() throws -> [String] {
        do {
            return ["from usher.yaml only: a pairing and usherd's options may override it"]
                + (try Configuration.read(file: nil, environment: environment).outline)
        } catch {
            // The faults quote the file's content.
            return ["it is not valid: usherd says why when it is started"]
        }
    }

    private func devices() throws -> [String] {
        try DeviceWatcher().devices().map { device in
            let isOpen = if case .refused = device.access() { "not for this user" } else { "may be read" }
            return "\(device.kind.rawValue) \(device.node) \(device.name): \(isOpen)"
        }
    }

    private func log() throws -> [String] {
        let journal = Process()
        journal.executableURL = URL(filePath: "/usr/bin/journalctl")
        journal.arguments = [
            "--unit=usherd", "--unit=usher-screen", "--lines=\(Self.logLines)", "--output=json", "--no-pager",
            "--quiet",
        ]
        let output = Pipe()
        journal.standardOutput = output
        journal.standardError = FileHandle.nullDevice
        try journal.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        journal.waitUntilExit()
        let lines = LogExcerpt.lines(json: Array(bytes))
        return lines.isEmpty ? ["no lines, or none that this user may read"] : lines
    }

    private static func lines(_ state: EnrolmentState) -> [String] {
        guard let current = state.current else { return ["not enrolled"] }
        return ["event \(current.event), key \(current.fingerprint), until \(current.until), ends \(current.ends)"]
    }

    private static func line(_ list: ManifestSummary) -> String {
        "\(list.event): seq \(list.seq), key \(list.kid), \(list.tickets) tickets, made \(list.issued), "
            + "expires \(list.expires), \(list.isServed ? "served" : "not served")\(list.isTest ? ", TEST" : "")"
    }

    private static func lines(_ event: EventFigures) -> [String] {
        event.lists.map { "\(event.event) \($0.slug): \($0.admitted) admitted, \($0.inside) inside of \($0.tickets)" }
            + event.refusals.map { "\(event.event) refused \($0.reason.rawValue): \($0.codes) codes" }
            + ["\(event.event): \(event.unsent) unsent, \(event.conflicts) conflicts"]
    }
}

extension Result {
    fileprivate var failureText: String {
        if case .failure(let error) = self { "\(error)" } else { "" }
    }
}
