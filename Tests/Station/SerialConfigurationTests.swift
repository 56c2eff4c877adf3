import Foundation
import SerialScanners
import TestSupport
import Testing
import Tickets

@testable import Station

@Suite struct SerialConfigurationTests {
    private func read(_ yaml: String) throws -> DeviceChoice<SerialSettings> {
        let folder = try TemporaryFolder()
        let file = try folder.write(yaml, to: "usher.yaml")
        return try Configuration.read(file: file.path, environment: [:]).serialScanners
    }

    @Test func `reads none, one with the defaults, and every key`() throws {
        #expect(try read("{}") == .off)
        #expect(
            try read("serial_scanners: [{device: /dev/ttyACM0}]\n")
                == .listed([.init(path: "/dev/ttyACM0", settings: SerialSettings())]))
        let every = try read(
            """
            serial_scanners:
              - device: /dev/serial/by-id/usb-Honeywell
                baud: 115200
                parity: even
                data_bits: 7
                stop_bits: 2
                flow_control: rts_cts
                terminator: none
                prefix: "~"
                suffix: "!"
                model: honeywell
            """)
        let settings = SerialSettings(
            speed: 115_200, parity: .even, dataBits: 7, stopBits: 2, flowControl: .rtsCts, terminator: .none,
            prefix: "~", suffix: "!", signals: .honeywell)
        #expect(every == .listed([.init(path: "/dev/serial/by-id/usb-Honeywell", settings: settings)]))
    }

    @Test(arguments: [
        ("model: zebra", ScannerSignals.zebra), ("model: datalogic", .datalogic),
        ("good: 07, bad: 1B372c", ScannerSignals(good: [7], bad: [0x1B, 0x37, 0x2C])),
        ("bad: '07'", ScannerSignals(good: [], bad: [7])),
    ])
    func `knows the signals of makers, and own ones`(keys: String, signals: ScannerSignals) throws {
        let settings = SerialSettings(signals: signals)
        #expect(
            try read("serial_scanners: [{device: /dev/ttyS0, \(keys)}]\n")
                == .listed([.init(path: "/dev/ttyS0", settings: settings)]))
    }

    @Test func `names every fault`() throws {
        let error = #expect(throws: (any Error).self) {
            try read(
                """
                serial_scanners:
                  - {device: ttyS0, baud: 9601, parity: mark, data_bits: 9, stop_bits: 0, terminator: key}
                  - {model: acme, good: 1b3, bad: xyz, bauds: 300}
                  - {device: /dev/ttyS1, model: zebra, good: 07}
                """)
        }
        let text = String(describing: try #require(error))
        for word in [
            "serial_scanners[0].device", "serial_scanners[0].baud", "serial_scanners[0].parity",
            "serial_scanners[0].data_bits", "serial_scanners[0].stop_bits", "serial_scanners[0].terminator",
            "serial_scanners[1].device", "serial_scanners[1].model", "serial_scanners[1].good",
            "serial_scanners[1].bad", "bauds", "serial_scanners[2].model",
        ] { #expect(text.contains(word), "\(text)") }
        #expect(throws: (any Error).self) { try read("serial_scanners: auto\n") }
    }
}
