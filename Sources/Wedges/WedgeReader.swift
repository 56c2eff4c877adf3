public import Devices
public import Tickets

/// Reads a hand scanner that types like a keyboard.
public enum WedgeReader {
    /// Grabs the device and reports what it types, on the thread of the caller, until `stop` is raised.
    ///
    /// A code that is incomplete when the device goes away is not reported.
    /// - Parameter handle: called on this thread.
    /// - Throws: ``DeviceError`` when the device cannot be opened or grabbed, or is gone.
    public static func serve(
        _ device: Device, settings: WedgeSettings, until stop: StopSignal, handle: (WedgeEvent) -> Void
    ) throws(DeviceError) {
        var decoder = try decoder(settings, of: device)
        var source = try EvdevSource(opening: device.node, until: stop)
        // The kernel's buffer holds 64 events of a keyboard, which are 21 reports (evdev_compute_buffer_size in
        // drivers/input/evdev.c): a scanner that sends one each millisecond fills that in 21 ms, and on a busy machine
        // an ordinary thread may wait longer.
        ThreadUrgency.raise()
        guard let grab = try source.grab() else { return }
        decoder.begin(at: grab.time, held: grab.held, isInsideCode: grab.isInsideCode)
        handle(.started)
        try play(&source, into: &decoder, handle: handle)
    }

    /// The loop of a reader. It waits only in the source.
    static func play<Source: KeySource & ~Copyable>(
        _ source: inout Source, into decoder: inout WedgeDecoder, handle: (WedgeEvent) -> Void
    ) throws(DeviceError) {
        while true {
            let outputs: [WedgeDecoder.Output]
            switch try source.next(until: decoder.deadline) {
            case .stopped: return
            case .key(let event): outputs = decoder.take(event)
            case .lost(let time, let held): outputs = decoder.lose(at: time, held: held)
            case .quiet(let time): outputs = decoder.advance(to: time)
            }
            for output in outputs {
                switch output {
                case .code(let bytes, let time): handle(.code(bytes: bytes, arrived: source.instant(of: time)))
                case .dropped(let drop): handle(.dropped(drop))
                }
            }
        }
    }

    private static func decoder(_ settings: WedgeSettings, of device: Device) throws(DeviceError) -> WedgeDecoder {
        do throws(WedgeError) {
            return try WedgeDecoder(settings)
        } catch {
            throw DeviceError(
                .failed, "read", device.persistentName, error.description)
        }
    }
}
