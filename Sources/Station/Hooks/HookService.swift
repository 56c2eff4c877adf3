internal import DoorScreen
internal import Foundation
internal import ServiceLifecycle
internal import Tickets

/// Tells each verdict to the commands of the configuration, for as long as the station runs.
///
/// A hook hears of a verdict when it is committed and announced, and nothing waits for it: it can neither delay nor
/// change one. It runs once at a time.
struct HookService: Service {
    /// Verdicts that wait for a slow command; of more, the newest count, because a light shows what is now.
    private static let mostWaiting = 8

    let hooks: [Hook]
    let announcer: Announcer
    let health: Health

    func run() async {
        // A light that hangs is no reason to take tickets that nobody sees judged, so that a hook is no face.
        let streams = hooks.map { _ in announcer.listen(as: .program, bufferSize: Self.mostWaiting) }
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                for (hook, showings) in zip(hooks, streams) {
                    group.addTask {
                        for await showing in showings {
                            if case .verdict(let report) = showing.announcement { await tell(report, to: hook) }
                        }
                    }
                }
            }
            try? await gracefulShutdown()
        }
    }

    private func tell(_ report: VerdictReport, to hook: Hook) async {
        let program = hook.command[0]
        let problem = await problem(telling: report, to: hook)
        guard !Task.isCancelled else { return }
        if let problem {
            health.report(.hook(program), "The hook \(program) \(problem).")
        } else {
            health.clear(.hook(program))
        }
    }

    /// - Returns: `nil` when the command ended as it should.
    func problem(telling report: VerdictReport, to hook: Hook) async -> String? {
        await withTaskGroup(of: String?.self) { group in
            group.addTask { await Self.run(hook, report) }
            group.addTask {
                try? await Task.sleep(for: hook.timeout)
                return "did not end within \(hook.timeout.components.seconds) s, and was ended"
            }
            // The one that is left is cancelled, and with it the command.
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private static func run(_ hook: Hook, _ report: VerdictReport) async -> String? {
        guard let input = HookInput(report).pipe() else {
            return "was not started: the verdict is more than a pipe takes"
        }
        let process = Process()
        process.executableURL = URL(filePath: hook.command[0])
        process.arguments = Array(hook.command.dropFirst())
        process.environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "USHER_VERDICT": report.verdict.word,
            "USHER_REASON": report.verdict.reason?.rawValue ?? "", "USHER_COLOR": report.verdict.color.rawValue,
        ]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: problem(of: $0)) }
                do {
                    try process.run()
                    if Task.isCancelled { end(process) }
                } catch {
                    continuation.resume(returning: "cannot be started")
                }
            }
        } onCancel: {
            end(process)
        }
    }

    private static func problem(of process: Process) -> String? {
        guard process.terminationStatus != 0 else { return nil }
        let what = process.terminationReason == .exit ? "failed with exit status" : "was ended by signal"
        return "\(what) \(process.terminationStatus)"
    }

    /// At once: a command that does not end when it is asked to would hold up the next verdict.
    private static func end(_ process: Process) {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
}
