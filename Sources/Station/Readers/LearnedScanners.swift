internal import Devices
internal import DoorScreen
internal import Foundation
internal import Synchronization
internal import Tickets

/// The scanners that `usher devices learn` has made known to this station: `scanners.json` in its state folder.
final class LearnedScanners: Sendable {
    private let file: URL
    private let scanners: Mutex<[ScannerEntry]>
    /// Has a value after each change.
    let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    /// Why the file could not be read: no reason for a door to stay shut.
    let fault: String?

    init(file: URL) {
        self.file = file
        var (known, fault): ([ScannerEntry], String?) = ([], nil)
        if FileManager.default.fileExists(atPath: file.path) {
            do {
                known = try JSONDecoder().decode([ScannerEntry].self, from: Data(contentsOf: file))
            } catch {
                fault = "\(file.path) is not a list of scanners: learn them again (usher devices learn)."
            }
        }
        scanners = Mutex(known)
        self.fault = fault
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var all: [ScannerEntry] {
        scanners.withLock { $0 }
    }

    func entry(for device: Device) -> ScannerEntry? {
        scanners.withLock { $0.first { $0.identity == device.identity } }
    }

    /// Replaces what was known of the scanner before.
    func learn(_ scanner: ScannerEntry) throws {
        try scanners.withLock { known in
            let changed = known.filter { $0.identity != scanner.identity } + [scanner]
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            do {
                try encoder.encode(changed).write(to: file, options: .atomic)
            } catch {
                throw StationError(
                    .stateUnusable, operation: "write", subject: file.path, reason: "the folder does not take it",
                    hint: "Make room on the disk.")
            }
            known = changed
        }
        change.yield()
    }
}
