import Pictures
import Testing

@testable import Cameras

@Suite struct CameraSessionTests {
    static let size = FrameSize(width: 320, height: 240)

    @Test func `tells the codes of every frame, and when several tickets are in view`() throws {
        let format = try #require(FrameFormat(.yuyv, Self.size))
        let start = ContinuousClock.now
        var session = try CameraSession(CameraSettings(), format: format, now: start)
        var events = [CameraEvent]()
        // A reader that holds a code looks for others only now and then.
        let both = [[("A", 100, 60), ("B", 210, 60)]]
        let scenes = [[("A", 100, 60)]] + Array(repeating: both, count: 6).joined() + [[], [], [], [("B", 210, 60)]]
        for (number, codes) in scenes.enumerated() {
            let picture = try SampleFrames.picture(Self.size, codes, modulePixels: 3)
            let frame = SampleFrames.raw(picture, .yuyv)
            session.take(frame.bytes.span, arrived: start + .seconds(number)) { events.append($0) }
        }
        let (a, b) = (Array("A".utf8), Array("B".utf8))
        // A frame a second: as much as that nobody has seen a code leave.
        func code(_ bytes: [UInt8], _ number: Int) -> CameraEvent {
            .code(bytes, arrived: start + .seconds(number), seen: start + CameraSession.longestStep * number)
        }
        #expect(events.filter { $0.isCode } == (0..<7).map { code(a, $0) } + [code(b, 10)])
        #expect(events.filter { !$0.isCode } == [.severalTickets([a, b]), .severalTickets([])])
    }

    @Test func `says after some seconds that a code is there and cannot be read`() throws {
        let format = try #require(FrameFormat(.grey, Self.size))
        let start = ContinuousClock.now
        let code = try SampleFrames.picture(Self.size, [("a-ticket-with-a-long-code", 100, 60)])
        // A sticker over the lower right half of the code: its finders are there, and no correction mends the rest.
        var luma = code.luma
        for row in 105..<160 { for column in 132..<240 { luma[row * Self.size.width + column] = 255 } }
        let covered = SampleFrames.raw(GreyImage(width: code.width, height: code.height, luma: luma), .grey)
        let empty = SampleFrames.raw(try SampleFrames.picture(Self.size, []), .grey)
        for (frame, expected) in [(covered, [CameraEvent.unreadCode]), (empty, [])] {
            var session = try CameraSession(CameraSettings(), format: format, now: start)
            var events = [CameraEvent]()
            for number in 0..<40 {
                session.take(frame.bytes.span, arrived: start + .milliseconds(100 * number)) { events.append($0) }
            }
            #expect(events == expected)
        }
    }

    @Test func `counts what is wrong with frames, and says so without their codes`() throws {
        let format = try #require(FrameFormat(.mjpeg, Self.size))
        let start = ContinuousClock.now
        var session = try CameraSession(CameraSettings(), format: format, now: start)
        var events = [CameraEvent]()
        let good = SampleFrames.jpeg(try SampleFrames.picture(Self.size, []))
        let cut = Array(good.prefix(good.count / 2))
        for _ in 0..<3 { session.take(cut.span, arrived: start) { events.append($0) } }
        for _ in 0..<2 { session.take([1, 2, 3].span, arrived: start) { events.append($0) } }
        guard case .trouble(let sentence)? = events.first, events.count == 1 else {
            Issue.record("five damaged frames are trouble: \(events)")
            return
        }
        #expect(sentence.hasPrefix("The camera's pictures are damaged: "))
        for _ in 0..<5 { session.take(good.span, arrived: start) { events.append($0) } }
        #expect(events.count == 2 && events.last == .recovered)
        let tally = FrameTally(captured: 9, skipped: 3, lost: 2, damaged: 1)
        session.count(tally, now: start + .seconds(9)) { events.append($0) }
        #expect(events.count == 2, "figures come every ten seconds")
        session.count(FrameTally(), now: start + .seconds(10)) { events.append($0) }
        var figures = CameraFigures()
        figures.read = 8
        figures.skipped = 3
        figures.lost = 2
        figures.damaged = 6
        #expect(events.last == .figures(figures))
    }

    @Test func `frames that the driver marks are trouble too`() throws {
        let format = try #require(FrameFormat(.grey, Self.size))
        var session = try CameraSession(CameraSettings(), format: format, now: .now)
        var events = [CameraEvent]()
        session.count(FrameTally(captured: 5, damaged: 5), now: .now) { events.append($0) }
        #expect(events == [.trouble("The camera's pictures are damaged: its driver marks them so")])
    }
}

extension CameraEvent {
    fileprivate var isCode: Bool {
        if case .code = self { true } else { false }
    }
}
