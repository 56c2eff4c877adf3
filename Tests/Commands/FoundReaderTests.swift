import Devices
import Testing
import Wedges

@testable import usher

@Suite struct FoundReaderTests {
    private func lines(_ kind: Device.Kind, _ text: String) -> String {
        let device = Device(kind: kind, node: "/dev/x0", name: "Scanner", links: ["/dev/by-id/x"])
        return FoundReader(device: device, bytes: Array(text.utf8)).lines.joined(separator: "\n")
    }

    private static let lesson = ScannerCalibration.text

    @Test func `a scanner that needs no setting says so`() {
        #expect(lines(.hidPOS, "]Q1" + Self.lesson) == "the station reads it without any setting")
        #expect(lines(.hidPOS, "another code") == "the station reads it without any setting")
    }

    @Test func `prints what usher yaml needs`() {
        #expect(lines(.nfc, "04A1B2") == "the station reads it with this in usher.yaml:\n  nfc_readers: [/dev/by-id/x]")
        #expect(
            lines(.serial, Self.lesson + "\r") == """
                the station reads it with this in usher.yaml:
                  serial_scanners:
                    - device: /dev/by-id/x
                """)
        #expect(
            lines(.hidPOS, "]Q1~" + Self.lesson + "!\"") == """
                the station reads it with this in usher.yaml:
                  scanners:
                    - device: /dev/by-id/x
                      prefix: "~"
                      suffix: "!\\""
                """)
    }

    @Test func `a serial line at another speed is told of`() {
        #expect(lines(.serial, "\u{7F}x").contains("compare baud"))
    }
}
