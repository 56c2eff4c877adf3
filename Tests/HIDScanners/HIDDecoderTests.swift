import Devices
import TestSupport
import Testing

@testable import HIDScanners

extension HIDEvent {
    /// What was read, or why it was dropped.
    var text: String {
        switch self {
        case .started: "<started>"
        case .code(let bytes, _): String(decoding: bytes, as: UTF8.self)
        case .dropped(let drop): "<\(drop.rawValue)>"
        }
    }
}

@Suite struct HIDDecoderTests {
    private let start = ContinuousClock.now

    /// A report of ``Descriptors/honeywell``.
    private func counted(
        _ text: String, identifier: String = "]Q1", count: Int? = nil, continues: Bool = false
    ) -> [UInt8] {
        var report: [UInt8] = [2, UInt8(count ?? text.utf8.count)]
        report += Array(identifier.utf8)
        report += padded(text, to: 56)
        report += [0x73, 0, continues ? 1 : 0]
        return report
    }

    private func padded(_ text: String, to count: Int) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
    }

    private func decoder(_ descriptor: [UInt8] = Descriptors.honeywell, prefix: String = "", suffix: String = "") throws
        -> HIDDecoder
    {
        try #require(HIDDecoder(reportDescriptor: descriptor, prefix: prefix, suffix: suffix))
    }

    /// What comes of these reports, one after the other, and of a long silence after them.
    private func texts(_ reports: [[UInt8]], with decoder: HIDDecoder) -> [String] {
        var decoder = decoder
        var events = reports.flatMap { decoder.take($0, at: start) }
        events += decoder.deadline.map { decoder.advance(to: $0) } ?? []
        #expect(decoder.deadline == nil)
        return events.map(\.text)
    }

    @Test func `reads a code with its AIM identifier`() throws {
        #expect(
            texts([counted("CODE"), counted("NEXT", identifier: "]C0")], with: try decoder()) == ["]Q1CODE", "]C0NEXT"])
    }

    @Test(arguments: ["\0\0\0", "Q1 ", "]11", "]Q\0"])
    func `three bytes that are no identifier are left out`(identifier: String) throws {
        #expect(texts([counted("CODE", identifier: identifier)], with: try decoder()) == ["CODE"])
    }

    @Test func `an identifier that the scanner also sends with the code stands there once`() throws {
        #expect(texts([counted("]Q1CODE")], with: try decoder()) == ["]Q1CODE"])
    }

    @Test func `joins reports that continue, with the identifier of the first`() throws {
        let (first, second) = (String(repeating: "a", count: 56), String(repeating: "b", count: 56))
        let reports = [
            counted(first, continues: true), counted(second, identifier: "\0\0\0", continues: true), counted("c"),
            counted("next"),
        ]
        #expect(texts(reports, with: try decoder()) == ["]Q1\(first)\(second)c", "]Q1next"])
    }

    @Test func `a byte count keeps zeros, and without one they are the end`() throws {
        #expect(texts([counted("a\0b\0")], with: try decoder()) == ["]Q1a\0b\0"])
        let uncounted: [UInt8] = Array("\u{2}]E0".utf8) + padded("a\0b\0", to: 56) + [0xFE]
        #expect(texts([uncounted], with: try decoder(Descriptors.uncounted)) == ["]E0a\0b"])
    }

    @Test func `reads reports without numbers, and fields in any place`() throws {
        let unnumbered = Array("]Q3".utf8) + padded("CODE", to: 60)
        #expect(texts([unnumbered], with: try decoder(Descriptors.unnumbered)) == ["]Q3CODE"])
        // The flag has the first of four bits, so that every byte lies across two.
        var halves: [UInt8] = [0]
        for byte in padded("CODE", to: 16) + Array("]Q3".utf8) { halves += [byte & 15, byte >> 4] }
        var report: [UInt8] = [5]
        for place in stride(from: 0, to: halves.count - 1, by: 2) {
            report.append(halves[place] | halves[place + 1] << 4)
        }
        report.append(halves[halves.count - 1])
        #expect(texts([report, [1, 2, 3, 4, 5]], with: try decoder(Descriptors.complete)) == ["]Q3CODE"])
    }

    @Test func `what a scanner puts around its codes is removed where it is there`() throws {
        let decoder = try decoder(prefix: "~", suffix: "!")
        #expect(texts([counted("~CODE!"), counted("CODE"), counted("~!")], with: decoder) == ["]Q1CODE", "]Q1CODE"])
    }

    @Test func `half a code is dropped after a second, and the next one is whole`() throws {
        var decoder = try decoder()
        #expect(decoder.take(counted("half", continues: true), at: start) == [])
        #expect(decoder.deadline == start + .seconds(1))
        #expect(decoder.take(counted("whole"), at: start + .seconds(2)).map(\.text) == ["<incomplete>", "]Q1whole"])
        #expect(decoder.deadline == nil)
    }

    @Test func `a report that is shorter than it says spoils its code, and no other`() throws {
        let short = Array(counted("CODE").prefix(7))
        #expect(texts([short], with: try decoder()) == ["<damaged>"])
        #expect(texts([counted("x", count: 57)], with: try decoder()) == ["<damaged>"])
        var decoder = try decoder()
        #expect(decoder.take(counted("a", continues: true), at: start) == [])
        #expect(decoder.take(short, at: start).map(\.text) == ["<damaged>"])
        #expect(decoder.take(counted("rest"), at: start) == [])
        #expect(decoder.take(counted("next"), at: start).map(\.text) == ["]Q1next"])
    }

    @Test func `a code that never ends is dropped once`() throws {
        let part = counted(String(repeating: "x", count: 56), continues: true)
        let reports = [[UInt8]](repeating: part, count: 100) + [counted("rest"), counted("next")]
        #expect(texts(reports, with: try decoder()) == ["<tooLong>", "]Q1next"])
    }

    @Test func `other reports of a scanner are no codes, nor are empty ones`() throws {
        #expect(texts([[4, 1, 2, 3], counted(""), [], [2]], with: try decoder()) == ["<damaged>"])
    }

    @Test(arguments: [Descriptors.keyboard, Descriptors.service, [], [0x05], [0xC0], [0xB4], [0xFE, 4, 1]])
    func `other devices are no scanners`(descriptor: [UInt8]) {
        #expect(HIDDecoder(reportDescriptor: descriptor, prefix: "", suffix: "") == nil)
    }

    @Test func `every reason for a drop is one or two sentences`() {
        for drop in HIDDrop.allCases { #expect(drop.sentence.hasSuffix(".")) }
    }
}

/// Whatever a device sends, and says that it sends.
@Suite struct RandomReportsTests {
    private static let seed = UInt64.random(in: 0...UInt64.max)

    private func altered(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(.random(in: 0...255, using: &random), at: place)
            case 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            default: bytes.replaceSubrange(place..., with: bytes[..<place].suffix(8))
            }
            if bytes.isEmpty { bytes = [0] }
        }
        return bytes
    }

    @Test func `hostile descriptors and reports make no code that is too long, and no crash`() {
        print("seed of the random reports: \(Self.seed)")
        var random = SplitMix64(seed: Self.seed)
        let start = ContinuousClock.now
        var scanners = 0
        for round in 0..<3000 {
            let descriptor = altered(Descriptors.scanners[round % Descriptors.scanners.count], &random)
            guard var decoder = HIDDecoder(reportDescriptor: descriptor, prefix: "a", suffix: "b") else { continue }
            scanners += 1
            for turn in 0..<20 {
                let report = (0..<Int.random(in: 0...70, using: &random)).map { place in
                    place == 0 ? UInt8.random(in: 0...5, using: &random) : .random(in: 0...255, using: &random)
                }
                for case .code(let bytes, _) in decoder.take(report, at: start + .milliseconds(turn * 100)) {
                    #expect((1...HIDDecoder.maximumByteCount + 3).contains(bytes.count), "seed \(Self.seed)")
                }
            }
        }
        #expect(scanners > 100, "seed \(Self.seed)")
    }
}
