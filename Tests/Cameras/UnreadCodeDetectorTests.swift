import QRReader
import Testing

@testable import Cameras

@Suite struct UnreadCodeDetectorTests {
    private static let start = ContinuousClock.now

    private func reading(hasUnread: Bool = false, reads: Bool = false) -> FrameReading {
        FrameReading(
            symbols: reads ? [QRSymbol(bytes: [65], corners: [])] : [], size: FrameSize(width: 640, height: 480),
            hasUnreadCode: hasUnread, isDamaged: false)
    }

    /// When a hint was due, in tenths of a second; a character a frame: `u` an unread code, `r` one that is read, `.`
    /// nothing.
    private func hints(_ frames: String) -> [Int] {
        var watch = UnreadCodeDetector()
        return frames.enumerated().compactMap { number, frame in
            let now = Self.start + .milliseconds(number * 100)
            return watch.isHintDue(reading(hasUnread: frame == "u", reads: frame == "r"), at: now) ? number : nil
        }
    }

    @Test(arguments: [
        (String(repeating: "u", count: 30), [Int]()),
        (String(repeating: "u", count: 65), [30, 60]),
        (String(repeating: "u...", count: 10), [32]),
        (String(repeating: ".", count: 100), []),
        (String(repeating: "u", count: 29) + "r" + String(repeating: "u", count: 30), []),
        (String(repeating: "u", count: 29) + "r" + String(repeating: "u", count: 31), [60]),
        (String(repeating: "u", count: 20) + String(repeating: ".", count: 11) + String(repeating: "u", count: 30), []),
    ])
    func `tells after three seconds in which a code was there and none was read`(frames: String, expected: [Int]) {
        #expect(hints(frames) == expected)
    }
}
