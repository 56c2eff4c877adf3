import Testing

@testable import SerialScanners

@Suite struct ScannerSignalsTests {
    /// The two's complement of the sum, in two bytes.
    private func checksum(of packet: some Collection<UInt8>) -> [UInt8] {
        let sum = packet.reduce(UInt16(0)) { $0 &+ UInt16($1) }
        let complement = 0 &- sum
        return [UInt8(complement >> 8), UInt8(complement & 0xFF)]
    }

    @Test func `the signals of Zebra are whole packets`() {
        // An example of the maker: DS457 Product Reference Guide, p. 6-31.
        let example: [UInt8] = [0x0A, 0x80, 0x04, 0x00, 0x00, 0x06, 0x20, 0x00, 0x00, 0xFF, 0xFE, 0x4D]
        for packet in [example, ScannerSignals.zebra.good, ScannerSignals.zebra.bad] {
            #expect(packet.count == Int(packet[0]) + 2)
            #expect(Array(packet.suffix(2)) == checksum(of: packet.dropLast(2)))
        }
    }

    @Test(arguments: [ScannerSignals.honeywell, .zebra, .datalogic])
    func `a maker has two signals`(signals: ScannerSignals) {
        #expect(signals.good != signals.bad)
        for bytes in [signals.bytes(of: .good), signals.bytes(of: .bad)] {
            #expect((1...ScannerSignals.maximumByteCount).contains(bytes.count))
        }
    }
}
