import ArgumentParser
import Devices
import Dispatch
import Foundation
import Glibc
import NFCReaders
import QRWriter
import Station
import StationAPI
import Tickets
import Web
import Wedges

extension DevicesCommand {
    struct Learn: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "learn",
            abstract: "Finds out which reader is in your hand, and how it is read.",
            discussion: """
                It prints a QR code that holds every printable character. Scan it with the scanner that you want to know \
                about, or hold a card to an NFC reader. Of a scanner that types like a keyboard, the keyboard layout it is \
                set to, the key that ends its codes and what it types before and after them are found out and kept for \
                this station. Of any other reader it says which one it is, and what usher.yaml needs.

                Anything may be on a serial line, so only those are opened that you name. While usherd runs, it alone \
                reads the readers that it knows: stop it to learn one of them again.
                """)

        @Argument(
            help: ArgumentHelp(
                "Device files, or names of NFC readers, of which one is meant; without them, whatever is plugged in "
                    + "except serial lines.",
                valueName: "device"))
        var devices: [String] = []
        @OptionGroup var station: StationOptions

        func run() async throws {
            let candidates = try await candidates()
            let code = try QRMatrix(encoding: ScannerCalibration.text).terminalText()
            let session = LearningSession(
                devices: candidates, isGrabbed: !devices.isEmpty || candidates.allSatisfy { $0.kind == .scanner })
            guard
                let answer = try await NoEchoTerminal.during({ [isQuiet = station.json] in
                    if !isQuiet { Output.line(code + "\nScan this code with the scanner. Ctrl-C stops.") }
                    return try await session.firstAnswer()
                })
            else { throw silence }
            switch answer.content {
            case .typed(.failed(let sentences)): throw unread(answer.device, sentences)
            case .unusable(let sentence): throw unread(answer.device, [sentence])
            case .typed(.learned(let scanner)): try await keep(scanner, of: answer.device)
            case .sent(let bytes): show(answer.device, bytes)
            }
        }

        private func unread(_ device: Device, _ sentences: [String]) -> CommandError {
            CommandError(
                "learn", device.name, "its scan was not read correctly", hint: sentences.joined(separator: " "))
        }

        private func keep(_ scanner: LearnedScanner, of device: Device) async throws {
            let entry = ScannerEntry(scanner.settings, of: device)
            var request = ControlRequest("PUT", "scanners")
            request.body = .bytes(try ControlJSON.encode(entry))
            try await station.open(creating: true).send(request)
            guard !station.json else {
                return Output.line(String(decoding: try ControlJSON.encode(entry), as: UTF8.self))
            }
            Output.line("\(Ink.green.paint(" learned ")) \(device.name) (\(device.persistentName))")
            Output.line("  layout \(entry.layout), codes end with \(scanner.end?.label ?? "silence")")
            if let prefix = entry.prefix { Output.line("  before each code it types \(prefix.withoutControls)") }
            if let suffix = entry.suffix { Output.line("  after each code it types \(suffix.withoutControls)") }
            for sentence in scanner.advice { Output.line("  \(sentence)") }
            Output.line("  \(ScannerCalibration.beepAdvice(vendorID: device.vendorID))")
        }

        /// Of a reader that needs nothing to be learned: which one it is, and how the station gets to read it.
        private func show(_ device: Device, _ bytes: [UInt8]) {
            let found = FoundReader(device: device, bytes: bytes)
            guard !station.json else { return Output.line(found.json.text) }
            Output.line("\(Ink.green.paint(" found ")) \(device.name) (\(device.persistentName))")
            for line in found.lines { Output.line("  \(line)") }
        }

        private func candidates() async throws -> [Device] {
            let present = try DeviceWatcher().devices().filter { $0.kind != .camera } + NFCReaders.devices()
            guard devices.isEmpty else { return try devices.map { try chosen($0, from: present) } }
            // A card is also judged by a station that reads it.
            let read = present.contains { $0.kind == .nfc } ? await DevicesCommand.List.known().readers ?? [] : []
            let possible = present.filter { device in
                device.kind != .serial && (device.kind != .nfc || !read.contains(where: device.isNamed))
            }
            guard let first = possible.first else {
                throw CommandError(
                    "learn", "a reader", "no scanner and no NFC reader is plugged in",
                    hint: "Plug the scanner in, and set it to type like a keyboard (USB HID) or to HID-POS. Name it if "
                        + "it is on a serial line.")
            }
            // One that may be read is enough: the scanner may be it.
            if !possible.contains(where: { $0.access() == .granted }) { try first.requireAccess() }
            return possible
        }

        private func chosen(_ name: String, from present: [Device]) throws -> Device {
            guard let device = present.first(where: { $0.isNamed(name) }) else {
                throw CommandError(
                    "learn", name.withoutControls, "it is no scanner, keyboard, serial line or NFC reader",
                    hint: "usher devices lists what is there.")
            }
            try device.requireAccess()
            return device
        }

        private var silence: CommandError {
            CommandError(
                "learn", devices.isEmpty ? "a reader" : devices.map(\.withoutControls).joined(separator: ", "),
                "nothing was read in time",
                hint: "If usherd reads this reader, stop usherd first. Some scanners cannot read a screen: "
                    + "print the code (usher ticket render).")
        }
    }
}

/// A reader that has sent something, by which it was recognised.
struct FoundReader {
    let device: Device
    /// What it sent.
    let bytes: [UInt8]

    /// What it puts around its codes; `nil` when it has not read the code that was printed.
    private var around: (prefix: String, suffix: String)? {
        guard case .ticket(let code) = ScannedText(parsing: bytes) else { return nil }
        let parts = code.text.split(separator: ScannerCalibration.text, maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }

    /// For people: what the station needs to read it.
    var lines: [String] {
        let name = device.persistentName
        switch device.kind {
        case .nfc: return ["the station reads it with this in usher.yaml:", "  nfc_readers: [\(name)]"]
        case .serial:
            let lines = [
                "the station reads it with this in usher.yaml:", "  serial_scanners:", "    - device: \(name)",
            ]
            guard let around else {
                return lines + [
                    "It sent something else than the code that was printed. If that was scanned: compare baud, parity,",
                    "data_bits and stop_bits in usher.yaml with the scanner's settings.",
                ]
            }
            return lines + Self.keys(around)
        case .camera, .scanner, .keyboard, .hidPOS:
            guard let around, around != ("", "") else { return ["the station reads it without any setting"] }
            return ["the station reads it with this in usher.yaml:", "  scanners:", "    - device: \(name)"]
                + Self.keys(around)
        }
    }

    private static func keys(_ around: (prefix: String, suffix: String)) -> [String] {
        [("prefix", around.prefix), ("suffix", around.suffix)].filter { !$0.1.isEmpty }.map { key, text in
            "      \(key): \(JSONValue.string(text).text)"
        }
    }

    var json: JSONValue {
        .object([
            ("kind", .string(device.kind.rawValue)), ("device", .string(device.persistentName)),
            ("name", .string(device.name)), ("prefix", around.map { .string($0.prefix) } ?? .null),
            ("suffix", around.map { .string($0.suffix) } ?? .null),
        ])
    }
}

extension LineEnd {
    fileprivate var label: String {
        switch self {
        case .enter: "Enter"
        case .keypadEnter: "the keypad's Enter"
        case .tab: "Tab"
        case .lineFeed: "a line feed"
        }
    }
}

/// A terminal that shows nothing of what a scanner types into it, and runs nothing of it.
private enum NoEchoTerminal {
    /// - Returns: `nil` when somebody asked to stop, by Ctrl-C or otherwise; `body` is cancelled then.
    static func during<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result?
    ) async throws -> Result? {
        var before = termios()
        let isTerminal = unsafe tcgetattr(STDIN_FILENO, &before) == 0
        if isTerminal {
            var quiet = before
            quiet.c_lflag &= ~tcflag_t(ECHO)
            _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &quiet)
        }
        defer {
            if isTerminal {
                tcflush(STDIN_FILENO, TCIFLUSH)
                _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &before)
            }
        }
        let (requests, request) = AsyncStream.makeStream(of: Void.self)
        let ends = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let end = DispatchSource.makeSignalSource(signal: number)
            end.setEventHandler { request.finish() }
            end.resume()
            return end
        }
        defer { for end in ends { end.cancel() } }
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                for await _ in requests {}
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
