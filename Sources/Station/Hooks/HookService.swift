internal import Foundation
internal import Messages
internal import ServiceLifecycle
internal import StationAPI
internal import Tickets

/// Passes each verdict to the commands of the configuration, for as long as the station runs.
///
/// A hook gets a verdict after it was committed and announced, and nothing waits for the hook: it can neither delay nor
/// change a verdict. It runs once at a time.
/// See docs/decisions/055-hook-is-no-display.md.
struct HookService: Service {
    /// Verdicts that wait for a slow command. Of more, the newest are kept, because a light shows what happens now.
    private static let mostWaiting = 8

    let hooks: [Hook]
    let announcer: Announcer
    let conditions: ReportedConditions

    func run() async {
        // A hook does not count as a display: a light that hangs must not let tickets pass whose verdict nobody sees.
        let streams = hooks.map { _ in announcer.listen(as: .program, bufferSize: Self.mostWaiting) }
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                for (hook, showings) in zip(hooks, streams) {
                    group.addTask {
                        for await displayEvent in showings {
                            if case .verdict(let report) = displayEvent.announcement { await send(report, to: hook) }
                        }
                    }
                }
            }
            try? await gracefulShutdown()
        }
    }

    private func send(_ report: VerdictReport, to hook: Hook) async {
        let program = hook.command[0]
        let problem = await problem(telling: report, to: hook)
        guard !Task.isCancelled else { return }
        if let problem {
            conditions.report(problem.condition(of: program))
        } else {
            conditions.clear(.hookFailed, program)
        }
    }

    /// - Returns: `nil` when the command ended with status 0 in time.
    func problem(telling report: VerdictReport, to hook: Hook) async -> HookProblem? {
        await withTaskGroup(of: HookProblem?.self) { group in
            group.addTask { await Self.run(hook, report) }
            group.addTask {
                try? await Task.sleep(for: hook.timeout)
                return .slow(hook.timeout)
            }
            // The one that is left is cancelled, and with it the command.
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private static func run(_ hook: Hook, _ report: VerdictReport) async -> HookProblem? {
        guard let input = HookInput(report).pipe() else {
            return .tooLarge
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
                    continuation.resume(returning: .notStarted)
                }
            }
        } onCancel: {
            end(process)
        }
    }

    private static func problem(of process: Process) -> HookProblem? {
        guard process.terminationStatus != 0 else { return nil }
        return process.terminationReason == .exit
            ? .status(process.terminationStatus) : .signal(process.terminationStatus)
    }

    /// By SIGKILL: a command that does not end when it is asked to would hold up the next verdict.
    private static func end(_ process: Process) {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
}

/// Why a command failed.
enum HookProblem: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)
    case slow(Duration)
    case notStarted
    /// The verdict does not fit into a pipe.
    case tooLarge

    func condition(of program: String) -> Condition {
        let (variant, values): (String, [String: String]) =
            switch self {
            case .status(let status): ("", ["status": "\(status)"])
            case .signal(let signal): ("Signal", ["status": "\(signal)"])
            case .slow(let limit): ("Slow", ["seconds": "\(limit.components.seconds)"])
            case .notStarted: ("Start", [:])
            case .tooLarge: ("Pipe", [:])
            }
        return Condition(
            .hookFailed, subject: program, values.merging(["program": program]) { first, _ in first }, variant: variant)
    }
}
