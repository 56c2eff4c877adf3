internal import Devices
internal import SerialScanners
internal import StationAPI
internal import Synchronization
internal import Tickets

/// The serial scanners that are open, so that each hears what came of its codes.
final class SignalledScanners: Sendable {
    private struct Scanner {
        let port: SerialPort
        let device: Device
        /// It is known that it does not take its signals.
        var isDeaf = false
    }

    /// By the name of the reader.
    private let scanners = Mutex<[String: Scanner]>([:])

    func add(_ port: SerialPort, of device: Device) {
        scanners.withLock { $0[device.persistentName] = Scanner(port: port, device: device) }
    }

    /// - Parameter port: another one may have its place by now.
    func remove(_ port: SerialPort, of device: Device) {
        scanners.withLock { scanners in
            if scanners[device.persistentName]?.port === port { scanners[device.persistentName] = nil }
        }
    }

    /// Tells the scanner that read a code what came of it. Never waits.
    /// - Returns: the scanner, when it does not take its signal for the first time since it was opened.
    func signal(_ displayEvent: DisplayEvent) -> Device? {
        guard let reader = displayEvent.reader else { return nil }
        return scanners.withLock { scanners in
            guard let scanner = scanners[reader], !scanner.port.send(displayEvent.announcement.signal) else {
                return nil
            }
            scanners[reader]?.isDeaf = true
            return scanner.isDeaf ? nil : scanner.device
        }
    }
}

extension Announcement {
    /// Every announcement is one of the two, not only a verdict: a scanner that is set to wait for its signal reads
    /// nothing else until it comes.
    fileprivate var signal: ScannerSignals.Signal {
        switch self {
        case .verdict(let report):
            switch report.verdict.color {
            case .green, .blue: .good
            case .amber, .red, .grey: .bad
            }
        case .hint(let hint):
            [.pairingShown, .pairingAccepted].contains(hint.hint) ? .good : .bad
        }
    }
}
