import Dispatch
import Foundation
import Glibc
import Messages
import Station
import StationAPI
import Synchronization
import Tickets

/// `usher tail --large`: follows a station on the whole terminal until it is stopped, through every restart of usherd.
struct LargeTail {
    let station: StationOptions
    /// `nil`: the station's.
    let language: Language?

    private static let retryPause = Duration.seconds(1)
    private static let statusInterval = Duration.seconds(5)
    private static let tick = Duration.milliseconds(100)

    func run() async throws {
        let (stops, end) = AsyncStream<Void>.makeStream()
        let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { end.finish() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        FullScreenTerminal.enter()
        defer { FullScreenTerminal.leave() }
        let display = SharedDisplay(in: language?.messages)
        await withTaskGroup { group in
            group.addTask { await follow(display) }
            group.addTask { await draw(display) }
            group.addTask { for await _ in stops {} }
            await group.next()
            group.cancelAll()
        }
    }

    private func follow(_ display: SharedDisplay) async {
        while !Task.isCancelled {
            do {
                let channel = try await station.open()
                guard channel.isDaemon else { throw CancellationError() }
                let lines = try await channel.announcements()
                try await ask(channel, for: display)
                try await withThrowingTaskGroup { group in
                    group.addTask {
                        for try await line in lines { show(line, on: display) }
                    }
                    group.addTask {
                        while true {
                            try await Task.sleep(for: Self.statusInterval)
                            try await ask(channel, for: display)
                        }
                    }
                    try await group.next()
                    group.cancelAll()
                }
            } catch {}
            display.state.withLock { $0.lose(at: .now) }
            try? await Task.sleep(for: Self.retryPause)
        }
    }

    private func ask(_ channel: ControlChannel, for display: SharedDisplay) async throws {
        let status = try await channel.send(ControlRequest("GET", "status"), as: StationStatus.self).answer
        display.state.withLock { $0.take(status, at: .now) }
    }

    private func show(_ line: String, on display: SharedDisplay) {
        let data = Data(line.utf8)
        if let report = try? JSONDecoder().decode(VerdictReport.self, from: data) {
            display.state.withLock { $0.take(report, at: .now) }
        } else if let hint = try? JSONDecoder().decode(ScanHint.self, from: data) {
            display.state.withLock { $0.take(hint, at: .now) }
        }
    }

    private func draw(_ display: SharedDisplay) async {
        var last: [String] = []
        repeat {
            let size = FullScreenTerminal.size
            let screen = display.state.withLock { display in
                display.tick(at: .now)
                return display.screen(columns: size.columns, rows: size.rows)
            }
            if screen != last { FullScreenTerminal.show(screen) }
            last = screen
        } while (try? await Task.sleep(for: Self.tick)) != nil
    }
}

/// Updated by the station's stream, drawn by a timer.
private final class SharedDisplay: Sendable {
    let state: Mutex<LargeDisplay>

    init(in language: Messages?) {
        state = Mutex(LargeDisplay(in: language))
    }
}

/// A terminal in full-screen use; its previous content is restored afterwards.
private enum FullScreenTerminal {
    /// The other screen, the cursor hidden (xterm control sequences; the Linux console knows the second).
    static func enter() {
        Output.write("\u{1B}[?1049h\u{1B}[?25l")
    }

    static func leave() {
        Output.write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    }

    static func show(_ lines: [String]) {
        Output.write("\u{1B}[H" + lines.joined(separator: "\u{1B}[0m\r\n"))
    }

    /// Columns and rows; 80 by 24 where nobody says (ioctl_tty(2)).
    static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 9, size.ws_row > 4 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
