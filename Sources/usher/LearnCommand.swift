import ArgumentParser
import Devices
import Dispatch
import Foundation
import Glibc
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
            abstract: "Finds out how a scanner types, from one scan, and makes the station read it.",
            discussion: """
                It prints a QR code that holds every printable character. Scan it with the scanner that is to be \
                learned: the keyboard layout it is set to, the key that ends its codes and what it types before and \
                after them are found out and kept for this station.

                While usherd runs, it alone reads the scanners that it knows: stop it to learn one of them again.
                """)

        @Argument(
            help: ArgumentHelp("Its device file; without it, whichever device types the text.", valueName: "device"))
        var device: String?
        @OptionGroup var station: StationOptions

        /// Time limit for the scan.
        private static let scanTimeout = Duration.seconds(120)

        func run() async throws {
            let candidates = try candidates()
            let code = try QRMatrix(encoding: ScannerCalibration.text).terminalText()
            // Without a name the only keyboard-like device may be the keyboard that Ctrl-C is typed on.
            let isGrabbed = device != nil || candidates.allSatisfy { $0.kind == .scanner }
            guard
                let (device, outcome) = try await NoEchoTerminal.during({ [isQuiet = station.json] stop in
                    try ScannerCalibration.calibrate(
                        candidates, isGrabbed: isGrabbed, until: stop, timeout: Self.scanTimeout
                    ) {
                        if !isQuiet { Output.line(code + "\nScan this code with the scanner. Ctrl-C stops.") }
                    }
                })
            else { throw silence }
            switch outcome {
            case .failed(let sentences):
                throw CommandError(
                    "learn", device.name, "its scan was not read correctly",
                    hint: sentences.joined(separator: " "))
            case .learned(let scanner):
                try await keep(scanner, of: device)
            }
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

        private func candidates() throws -> [Device] {
            let devices = try DeviceWatcher().devices().filter(\.kind.isTypedOn)
            guard let device else {
                guard let first = devices.first else {
                    throw CommandError(
                        "learn", "a scanner", "no keyboard-like device is plugged in",
                        hint: "Plug the scanner in, and set it to type like a keyboard (USB HID).")
                }
                // One that may be read is enough: the scanner may be it.
                if !devices.contains(where: { $0.access() == .granted }) { try first.requireAccess() }
                return devices
            }
            guard let chosen = devices.first(where: { $0.isNamed(device) }) else {
                throw CommandError(
                    "learn", device.withoutControls, "it is not a keyboard-like device",
                    hint: "usher devices lists what is there.")
            }
            try chosen.requireAccess()
            return [chosen]
        }

        private var silence: CommandError {
            CommandError(
                "learn", device?.withoutControls ?? "a scanner", "the code was not scanned in time",
                hint: "If usherd reads this scanner, stop usherd first. Some scanners cannot read a screen: "
                    + "print the code (usher ticket render).")
        }
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
    /// - Parameter body: runs on a thread of its own; Ctrl-C, and every other request to stop, raises its signal.
    static func during<Result: Sendable>(
        _ body: @escaping @Sendable (StopSignal) throws -> Result
    ) async throws -> Result {
        let stop = try StopSignal()
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
        let ends = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let end = DispatchSource.makeSignalSource(signal: number)
            end.setEventHandler { stop.raise() }
            end.resume()
            return end
        }
        defer { for end in ends { end.cancel() } }
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body(stop) }) }
        }
    }
}
