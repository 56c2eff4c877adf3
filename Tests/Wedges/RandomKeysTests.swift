import TestSupport
import Testing

@testable import Wedges

/// Whatever a device sends and whatever its clock says: no text beyond the limits, and no crash.
@Suite struct RandomKeysTests {
    private static let layouts = ["us", "de", "fr", "ch(fr)", "jp", "tr"]
    private static let times: [Duration] = [
        .zero, .seconds(-1), .seconds(Int64.max), .seconds(Int64.min), .milliseconds(80), .seconds(1),
    ]

    private func event(_ random: inout SplitMix64, at time: inout Duration) -> KeyEvent {
        switch Int.random(in: 0..<50, using: &random) {
        case 0: time = Self.times.randomElement(using: &random)!
        case 1: time -= .seconds(5)
        case 2: time += .seconds(2)
        default: time += .milliseconds(1)
        }
        // Mostly the keys that keyboards have.
        let last: UInt16 = Int.random(in: 0..<10, using: &random) == 0 ? .max : 0x80
        let actions: [KeyEvent.Action] = [.down, .up, .repeated]
        return KeyEvent(
            code: UInt16.random(in: 0...last, using: &random), action: actions.randomElement(using: &random)!,
            time: time)
    }

    @Test(arguments: layouts, [WedgeSettings.Terminator.key, .none])
    func `a decoder takes any keys at any time`(layout: String, terminator: WedgeSettings.Terminator) throws {
        var random = SplitMix64(seed: 7)
        var time = Duration.zero
        var decoder = try WedgeDecoder(
            WedgeSettings(
                layout: try KeyboardLayout(checking: layout), terminator: terminator, prefix: "a", suffix: "\u{1B}"))
        for turn in 0..<20_000 {
            var outputs = decoder.take(event(&random, at: &time))
            if turn % 100 == 0 { outputs += decoder.advance(to: decoder.deadline ?? time) }
            if turn % 1000 == 0 { outputs += decoder.lose(at: time, held: [30, 42, 0xFFFF]) }
            for case .code(let bytes, _) in outputs {
                #expect(!bytes.isEmpty && bytes.count <= 4 * WedgeDecoder.maximumCharacterCount)
                #expect(String(validating: bytes, as: UTF8.self) != nil)
            }
        }
    }

    @Test func `a lesson judges any keys`() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<4 {
            var lesson = ScannerCalibration()
            var time = Duration.seconds(100)
            for _ in 0..<300 { lesson.take(event(&random, at: &time)) }
            guard case .learned = lesson.advance(to: .seconds(Int64.max)) else { continue }
            Issue.record("noise taught something")
        }
    }
}
