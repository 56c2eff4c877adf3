import Devices
import Testing
import Tickets

@testable import Wedges

@Suite struct WedgeReaderTests {
    @Test(arguments: [
        ("/dev/usher-has-no-such-device", DeviceFailure.gone), ("/dev/null", .unsuitable),
    ])
    func `a device that is no keyboard is refused with a reason`(node: String, code: DeviceFailure) throws {
        let device = Device(kind: .scanner, node: node, name: "none")
        let stop = try StopSignal()
        #expect {
            try WedgeReader.serve(device, settings: WedgeSettings(), until: stop) { _ in }
        } throws: { error in
            (error as? DeviceError)?.code == code
        }
    }

    @Test func `a lesson without a device says what to plug in`() throws {
        let stop = try StopSignal()
        #expect {
            _ = try ScannerCalibration.calibrate([], isGrabbed: false, until: stop, timeout: .seconds(1)) {
                Issue.record("nothing can be heard")
            }
        } throws: { error in
            (error as? DeviceError)?.hint?.contains("keyboard") == true
        }
    }

    @Test func `a code arrives when its last key came`() throws {
        let outcomes = RecordedSource.Outcomes()
        let scanner = Recording.Scanner(
            settings: WedgeSettings(terminator: .none),
            steps: [.wait(.milliseconds(7)), .key(30, .down), .key(30, .up), .wait(.seconds(3))])
        var decoder = try WedgeDecoder(scanner.settings)
        var source = RecordedSource(scanner, into: outcomes, from: .seconds(5), place: "here")
        let origin = source.instant(of: .zero)
        var arrivals: [Duration] = []
        try WedgeReader.play(&source, into: &decoder) { event in
            if case .code(_, let arrived) = event { arrivals.append(arrived - origin) }
        }
        #expect(arrivals == [.milliseconds(5007)])
    }

    @Test func `a keyboard that was typing when it was grabbed begins with the next code`() throws {
        var decoder = try WedgeDecoder(WedgeSettings())
        decoder.begin(at: .seconds(100), held: [], isInsideCode: true)
        var typist = Typist(at: .seconds(100))
        typist.type("half", on: .us)
        typist.tap("ENTER")
        typist.type("whole", on: .us)
        typist.tap("ENTER")
        #expect(decoder.codes(typist.events) == ["whole"])
    }
}

@Suite struct GrabPolicyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var lastKey: Int? = nil
        let now: Int
        var isKeyDown = false
        let step: GrabPolicy.Step
    }

    static let cases = [
        Case(testDescription: "it has just been opened", now: 0, step: .wait(until: .milliseconds(100))),
        Case(testDescription: "it rests", now: 100, step: .grab(isInsideCode: false)),
        Case(testDescription: "a key is down", now: 100, isKeyDown: true, step: .wait(until: .seconds(5))),
        Case(testDescription: "it is typing", lastKey: 190, now: 200, step: .wait(until: .milliseconds(290))),
        Case(testDescription: "it typed and rests", lastKey: 190, now: 290, step: .grab(isInsideCode: true)),
        Case(testDescription: "it typed long ago", lastKey: 190, now: 1190, step: .grab(isInsideCode: false)),
        Case(testDescription: "it never rests", lastKey: 1990, now: 2000, step: .grab(isInsideCode: true)),
        Case(testDescription: "a wait ends in time", lastKey: 1950, now: 1960, step: .wait(until: .seconds(2))),
        Case(testDescription: "a key is held for ever", now: 5000, isKeyDown: true, step: .giveUp),
    ]

    @Test(arguments: cases)
    func `a keyboard is grabbed when nobody would notice`(each: Case) {
        var policy = GrabPolicy(at: .zero)
        if let lastKey = each.lastKey { policy.notice(.milliseconds(lastKey)) }
        #expect(policy.step(at: .milliseconds(each.now), isKeyDown: each.isKeyDown) == each.step)
    }
}
