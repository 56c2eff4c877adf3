internal import Fleet
internal import Foundation
internal import StationAPI
internal import Synchronization
internal import Threads
internal import Tickets

/// The support bundle that the control room has ordered. It is part of every report for one minute, because a control room
/// does not read every report.
final class SupportBundles: Sendable {
    /// How long it goes with reports.
    private static let time = Duration.seconds(60)

    /// Makes the text; it may take seconds.
    private let make: @Sendable () throws -> String
    private let work = WorkQueue("support bundle")
    private let made = Mutex<(bundle: StationReport.Bundle, until: ContinuousClock.Instant)?>(nil)

    init(make: @escaping @Sendable () throws -> String) {
        self.make = make
    }

    /// Of the reports that are made now; `nil` when nobody has asked.
    var current: StationReport.Bundle? {
        made.withLock { made in made.flatMap { $0.until > .now ? $0.bundle : nil } }
    }

    func make(for order: Order) async throws {
        let text = try await work.run { [make] in try make() }
        let bundle = StationReport.Bundle(order: order.id, text: Self.cut(text))
        made.withLock { $0 = (bundle, .now + Self.time) }
    }

    /// The beginning has what matters most.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > StationReport.Bundle.longest else { return text }
        let note = "\n(the rest is too long to be sent)\n"
        return String(decoding: text.utf8.prefix(StationReport.Bundle.longest - note.utf8.count - 3), as: UTF8.self)
            + note
    }
}

extension SupportBundles {
    /// Runs `usher support-bundle` beside this program, as a person at the kiosk would. It asks the station by its socket.
    static func program(state: URL) -> @Sendable () throws -> String {
        {
            let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/timeout")
            process.arguments = ["20", folder.appending(path: "usher").path, "support-bundle", "--state", state.path]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            do {
                try process.run()
                let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
                process.waitUntilExit()
                guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
                return String(decoding: bytes, as: UTF8.self)
            } catch {
                throw StationError(
                    .unavailable, "make", "a support bundle", "usher support-bundle did not end as it should",
                    hint: "Run it at the station: usher support-bundle --out FILE.")
            }
        }
    }
}
