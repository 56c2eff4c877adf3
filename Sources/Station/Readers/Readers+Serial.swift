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
            switch event {
            case .started:
                opened()
                board.note(device, is: .reading, manner: "\(settings)")
            case .code(let bytes, let arrived):
                board.note(device, problem: nil)
                // It is a hand scanner in all that matters: each code comes once for each pull of a trigger.
                present(Presentation(bytes: bytes, how: .wedge, source: device.persistentName, arrived: arrived))
            case .dropped(let drop):
                if board.note(device, problem: drop.sentence) {
                    logger.notice("a code was dropped", metadata: device.metadata(why: drop.sentence))
                }
            }
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
