internal import Devices
internal import Files
internal import Foundation
internal import StationAPI
internal import Synchronization
internal import Tickets

/// The scanners that `usher devices learn` has made known to this station: `scanners.json` in its state folder.
/// See docs/decisions/035-learned-scanners-file.md.
final class LearnedScanners: Sendable {
    private let file: URL
    private let state: Mutex<State>
    /// The identity of each scanner when it is learned.
    let changes: AsyncStream<String>
    private let change: AsyncStream<String>.Continuation

    private struct State {
        var scanners: [ScannerEntry] = []
        var isUnreadable = false
    }

    init(file: URL) {
        self.file = file
        var state = State()
        if FileManager.default.fileExists(atPath: file.path) {
            do {
                state.scanners = try JSONDecoder().decode([ScannerEntry].self, from: Data(contentsOf: file))
            } catch {
                state.isUnreadable = true
            }
        }
        self.state = Mutex(state)
        (changes, change) = AsyncStream.makeStream()
    }

    var all: [ScannerEntry] {
        state.withLock { $0.scanners }
    }

    /// The file, when it could not be read; `nil` again once it was written.
    var unreadable: URL? { state.withLock { $0.isUnreadable ? file : nil } }

    func entry(for device: Device) -> ScannerEntry? {
        state.withLock { $0.scanners.first { $0.identity == device.identity } }
    }

    /// Replaces what was known of the scanner.
    func learn(_ scanner: ScannerEntry) throws {
        try state.withLock { state in
            let changed = state.scanners.filter { $0.identity != scanner.identity } + [scanner]
            try DurableFile.write(changed, asJSONTo: file)
            state = State(scanners: changed)
        }
        change.yield(scanner.identity)
    }
}
