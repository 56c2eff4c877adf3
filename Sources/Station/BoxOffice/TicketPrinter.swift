internal import Files
internal import Foundation
internal import Tickets

/// Prints tickets with CUPS: `ticket_printer` in usher.yaml (lp(1)).
struct TicketPrinter: Sendable {
    /// What `default` in usher.yaml says: the printer that CUPS chooses.
    static let defaultName = "default"
    private static let patience = Duration.seconds(15)

    /// As CUPS knows it, or ``defaultName``.
    let name: String
    /// lp of CUPS.
    var program = "/usr/bin/lp"
    /// For a file that is there only while lp reads it: it holds codes.
    let folder: URL

    /// Returns once CUPS has the tickets, not when they are on paper.
    func print(_ sale: PrintedSale) async throws {
        let file = folder.appending(path: ".print-\(UUID().uuidString).pdf")
        try DurableFile.write(Data(try sale.pdfFile()), to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments =
            (name == Self.defaultName ? [] : ["-d", name]) + ["-s", "-o", "fit-to-page", "--", file.path]
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        let words = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = words
        do {
            try await run(process)
        } catch is CocoaError {
            throw StationError(
                .unavailable, "print", "the tickets", "\(program) cannot be started",
                hint: "Install cups-client, and set the printer up in CUPS.")
        }
        guard process.terminationStatus == 0 else {
            let said = String(decoding: words.fileHandleForReading.availableData.prefix(300), as: UTF8.self)
            throw StationError(
                .unavailable, "print", "the tickets",
                "CUPS does not take them: \(said.withoutControls.trimmingCharacters(in: .whitespaces))",
                hint: "Look with lpstat -t.")
        }
    }

    /// By SIGKILL after a while: a printer that is away must not hold up the next sale.
    private func run(_ process: Process) async throws {
        let watch = Task {
            try await Task.sleep(for: Self.patience)
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
        defer { watch.cancel() }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}
