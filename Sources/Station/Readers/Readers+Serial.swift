internal import Devices
internal import Logging
internal import SerialScanners
internal import StationAPI
internal import Tickets

/// Scanners on serial lines: their codes in, the sound of the verdict back.
extension Readers {
    func readSerialScanner(
        _ device: Device, until stop: StopSignal, opened: () -> Void, present: (Presentation) -> Void
    ) throws {
        let settings = serialScanners.settings(named: device) ?? SerialSettings()
        let port = try SerialPort(opening: device.node, settings)
        signalled.add(port, of: device)
        defer { signalled.remove(port, of: device) }
        try port.read(until: stop) { event in
            take(event, from: device, manner: "\(settings)", opened: opened, present: present)
        }
    }

    /// Lets a serial scanner hear what came of its code.
    func signal(_ displayEvent: DisplayEvent) {
        guard let device = signalled.signal(displayEvent) else { return }
        let problem = "It does not take the signals that it is sent: the verdict is only on the screen."
        board.note(device, problem: problem)
        logger.notice("a scanner does not hear its verdict", metadata: device.metadata(why: problem))
    }
}
