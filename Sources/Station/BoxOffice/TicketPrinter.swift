internal import Foundation
internal import Tickets

/// Prints tickets with CUPS: `ticket_printer` in usher.yaml (lp(1)).
struct TicketPrinter: Sendable {
    /// What `default` in usher.yaml says: the printer that CUPS chooses.
    static let defaultName = "default"
    /// As CUPS knows it, or ``defaultName``.
    let name: String
    /// lp of CUPS.
    var program = "/usr/bin/lp"
    /// For files without names, which lp reads and writes.
    let folder: URL
    var patience = Duration.seconds(15)

    /// Returns once CUPS has the tickets, not when they are on paper.
    func print(_ sale: PrintedSale) async throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = (name == Self.defaultName ? [] : ["-d", name]) + ["-s", "-o", "fit-to-page"]
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        process.standardInput = try NamelessFile(in: folder, Data(try sale.pdfFile())).handle
        process.standardOutput = FileHandle.nullDevice
        let words = try NamelessFile(in: folder).handle
        process.standardError = words
        do {
            try await run(process)
        } catch is CocoaError {
            throw StationError(
                .unavailable, "print", "the tickets", "\(program) cannot be started",
                hint: "Install cups-client, and set the printer up in CUPS.")
        }
        guard process.terminationStatus == 0 else {
            throw StationError(
                .unavailable, "print", "the tickets",
                process.terminationReason == .exit
                    ? "CUPS refuses them: \(Self.firstLine(of: words))" : "CUPS does not answer",
                hint: "Look with lpstat -t.")
        }
    }

    private static func firstLine(of words: FileHandle) -> String {
        try? words.seek(toOffset: 0)
        let said = (try? words.read(upToCount: 300)) ?? Data()
        return String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)?
            .withoutControls ?? "it does not say why"
    }

    /// By SIGKILL after a while: a printer that is away must not hold up the next sale.
    private func run(_ process: Process) async throws {
        let watch = Task { [patience] in
            try await Task.sleep(for: patience)
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
        defer { watch.cancel() }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}

/// A file without a name: whatever happens to this process, nothing is left of it on the disk. The tickets hold codes.
private struct NamelessFile {
    /// At its beginning.
    let handle: FileHandle

    init(in folder: URL, _ bytes: Data = Data()) throws {
        let file = folder.appending(path: ".print-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw StationError(
                .unavailable, "print", "the tickets", "no file can be written to the state folder",
                hint: "Look at usher doctor, the part disk.")
        }
        handle = try FileHandle(forUpdating: file)
        try FileManager.default.removeItem(at: file)
        try handle.write(contentsOf: bytes)
        try handle.seek(toOffset: 0)
    }
}
