internal import CheckedYAML
internal import Foundation
internal import SerialScanners
internal import Tickets

/// The key `serial_scanners`: a list of devices with their settings. None is found by itself: on a serial line may be
/// anything, and opening it may disturb it.
/// See docs/decisions/125-serial-scanners-are-named.md.
extension Configuration {
    static func readSerialScanners(_ root: YAMLMapping) -> DeviceChoice<SerialSettings> {
        guard let scanners = root.mappings("serial_scanners") else { return .off }
        return .listed(
            scanners.map { scanner in
                let path = scanner.string("device")
                if !path.hasPrefix("/dev/") { scanner.fault("device", "must be a device file, like /dev/ttyACM0") }
                return DeviceChoice.Listed(path: path, settings: SerialSettings(scanner))
            })
    }
}

extension SerialSettings {
    fileprivate init(_ scanner: YAMLMapping) {
        self.init()
        speed =
            scanner.optionalValue("baud", "one of \(Self.speeds.map(String.init).joined(separator: ", "))") { text in
                Self.speeds.first { String($0) == text }
            } ?? speed
        parity = scanner.word("parity", of: ["none": .none, "even": .even, "odd": .odd], default: parity)
        dataBits = scanner.word("data_bits", of: ["7": 7, "8": 8], default: dataBits)
        stopBits = scanner.word("stop_bits", of: ["1": 1, "2": 2], default: stopBits)
        flowControl = scanner.word("flow_control", of: ["none": .none, "rts_cts": .rtsCts], default: flowControl)
        terminator = scanner.word(
            "terminator", of: ["character": .character, "none": .none], default: terminator)
        prefix = scanner.optionalString("prefix", maximumByteCount: Self.maximumAffixByteCount) ?? ""
        suffix = scanner.optionalString("suffix", maximumByteCount: Self.maximumAffixByteCount) ?? ""
        signals = Self.signals(scanner)
    }

    /// Those of a maker, or own ones.
    private static func signals(_ scanner: YAMLMapping) -> ScannerSignals? {
        let makers: KeyValuePairs<String, ScannerSignals> = [
            "honeywell": .honeywell, "zebra": .zebra, "datalogic": .datalogic,
        ]
        let ofMaker = scanner.optionalValue("model", "one of \(makers.map(\.key).joined(separator: ", "))") { word in
            makers.first { $0.key == word }?.value
        }
        let (good, bad) = (bytes("good", of: scanner), bytes("bad", of: scanner))
        guard good != nil || bad != nil else { return ofMaker }
        if ofMaker != nil { scanner.fault("model", "has signals of its own: leave it out, or good and bad") }
        return ScannerSignals(good: good ?? [], bad: bad ?? [])
    }

    private static func bytes(_ key: String, of scanner: YAMLMapping) -> [UInt8]? {
        let limit = ScannerSignals.maximumByteCount
        return scanner.optionalValue(key, "1 to \(limit) bytes in hexadecimal digits, like 1b372c") { text in
            Data(hex: text).flatMap { (1...limit).contains($0.count) ? Array($0) : nil }
        }
    }
}
