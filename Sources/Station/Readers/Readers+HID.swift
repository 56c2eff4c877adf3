internal import Devices
internal import HIDScanners
internal import Tickets
internal import Wedges

extension Readers {
    /// A scanner with a HID-POS interface. It sends characters and not keys, so that of its settings only what it puts
    /// around its codes matters.
    func readHIDScanner(
        _ device: Device, until stop: StopSignal, opened: () -> Void, present: (Presentation) -> Void
    ) throws {
        let settings = scanners.settings(named: device) ?? WedgeSettings()
        let scanner = try HIDScanner(opening: device.node, prefix: settings.prefix, suffix: settings.suffix)
        try scanner.read(until: stop) { event in
            take(event, from: device, manner: "HID-POS", opened: opened, present: present)
        }
    }
}
