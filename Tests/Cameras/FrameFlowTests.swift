import Testing

@testable import Cameras

@Suite struct FrameFlowTests {
    private func frame(_ index: Int, _ sequence: UInt32, bytes: Int = 100, isDamaged: Bool = false) -> CapturedFrame {
        CapturedFrame(index: index, byteCount: bytes, sequence: sequence, isDamaged: isDamaged)
    }

    @Test func `keeps the newest frame and gives back the others`() {
        var pick = FramePick()
        #expect(pick.take(frame(0, 10)) == nil)
        #expect(pick.take(frame(1, 11)) == 0)
        #expect(pick.take(frame(2, 12)) == 1)
        #expect(pick.newest == frame(2, 12))
        #expect(pick.tally == FrameTally(captured: 3, skipped: 2, lost: 0, damaged: 0))
    }

    @Test func `prefers an older good frame to a damaged or empty one`() {
        var pick = FramePick()
        #expect(pick.take(frame(0, 1)) == nil)
        #expect(pick.take(frame(1, 2, isDamaged: true)) == 1)
        #expect(pick.take(frame(2, 3, bytes: 0)) == 2)
        #expect(pick.newest == frame(0, 1))
        #expect(pick.tally == FrameTally(captured: 3, skipped: 0, lost: 0, damaged: 2))
    }

    @Test(
        arguments: [
            ([5, 6, 7], 0), ([5, 7, 10], 3), ([5, 5, 5], 0), ([0, 0, 0], 0), ([900, 3, 4], 0), ([4_294_967_295, 0], 0),
            ([1, 4_000_000], 0),
        ] as [([UInt32], Int)])
    func `counts the frames that are missing in the driver's numbers`(sequences: [UInt32], lost: Int) {
        var pick = FramePick()
        var total = 0
        for sequence in sequences {
            // Also from one wait to the next.
            pick.reset()
            _ = pick.take(frame(0, sequence))
            total += pick.tally.lost
        }
        #expect(total == lost)
    }

    /// `x` a damaged frame, `.` a good one; below each `T` where trouble begins and `R` where it ends.
    @Test(arguments: [
        ("....................", "                    "),
        ("xxxx.xxxx.xxxx.xxxx.", "                    "),
        ("..xxxxx.............", "      T    R        "),
        ("xxxxxxxxxxxxxxxxxx..", "    T               "),
        ("xxxxx....x....x.....", "    T              R"),
        ("xxxxx.....xxxxx.....", "    T    R    T    R"),
    ])
    func `several damaged frames in a row are trouble until several are good`(frames: String, changes: String) {
        var health = FrameHealth()
        let seen = frames.map { frame in
            switch health.note(isGood: frame == ".") {
            case .trouble: "T"
            case .recovered: "R"
            case nil: " "
            }
        }
        #expect(seen.joined() == changes)
    }
}
