import Devices
import TestSupport
import Testing

@testable import SerialScanners

extension SerialEvent {
    /// What was read, or why it was dropped.
    var text: String {
        switch self {
        case .started: "<started>"
        case .code(let bytes, _): String(decoding: bytes, as: UTF8.self)
        case .dropped(let drop): "<\(drop.rawValue)>"
        }
    }
}

@Suite struct SerialDecoderTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var settings = SerialSettings()
        /// What came, each after so many milliseconds.
        let steps: [(Int, String)]
        let texts: [String]
    }

    private let start = ContinuousClock.now

    /// What comes of these bytes, and of a long silence after them.
    private func events(_ steps: [(Int, [UInt8])], _ settings: SerialSettings) -> [SerialEvent] {
        var decoder = SerialDecoder(settings)
        var events: [SerialEvent] = []
        for (milliseconds, bytes) in steps {
            events += decoder.take(bytes, at: start + .milliseconds(milliseconds))
        }
        events += decoder.deadline.map { decoder.advance(to: $0) } ?? []
        #expect(decoder.deadline == nil)
        return events
    }

    private func texts(_ steps: [(Int, String)], _ settings: SerialSettings) -> [String] {
        events(steps.map { ($0, Array($1.utf8)) }, settings).map(\.text)
    }

    static let longest = String(repeating: "x", count: SerialDecoder.maximumByteCount)
    static let silent = SerialSettings(terminator: .none)
    static let framed = SerialSettings(prefix: "~", suffix: "!")

    static let ends = [
        Case(testDescription: "CR", steps: [(0, "a\rb\r")], texts: ["a", "b"]),
        Case(testDescription: "LF", steps: [(0, "a\n")], texts: ["a"]),
        Case(testDescription: "CR LF", steps: [(0, "a\r\u{A}b\r\u{A}")], texts: ["a", "b"]),
        Case(testDescription: "Tab", steps: [(0, "a\tb\t")], texts: ["a", "b"]),
        Case(testDescription: "empty lines", steps: [(0, "\r\u{A}\r\u{A}\t")], texts: []),
        Case(testDescription: "STX and ETX", steps: [(0, "\u{2}a\u{3}\u{2}b\u{3}")], texts: ["a", "b"]),
        Case(testDescription: "all of them", steps: [(0, "\u{2}a\u{3}\r\u{A}")], texts: ["a"]),
        Case(
            testDescription: "STX after half a code", steps: [(0, "half\u{2}a\u{3}")],
            texts: ["<noTerminator>", "a"]),
        Case(testDescription: "a code in pieces", steps: [(0, "a"), (900, "b"), (1800, "c\r")], texts: ["abc"]),
        Case(testDescription: "no end", steps: [(0, "a")], texts: ["<noTerminator>"]),
        Case(
            testDescription: "an end that is late", steps: [(0, "a"), (1000, "b\r")], texts: ["<noTerminator>", "b"]),
    ]

    static let silences = [
        Case(
            testDescription: "silence ends a code", settings: silent, steps: [(0, "a"), (79, "b"), (159, "c")],
            texts: ["ab", "c"]),
        Case(testDescription: "so does a character", settings: silent, steps: [(0, "a\rb")], texts: ["a", "b"]),
        Case(
            testDescription: "damage ends with silence", settings: silent, steps: [(0, "a\0b"), (80, "c")],
            texts: ["<damaged>", "c"]),
    ]

    static let contents = [
        Case(testDescription: "prefix and suffix", settings: framed, steps: [(0, "~a!\r")], texts: ["a"]),
        Case(testDescription: "a code without them", settings: framed, steps: [(0, "a\r")], texts: ["a"]),
        Case(testDescription: "nothing but them", settings: framed, steps: [(0, "~!\r")], texts: []),
        Case(testDescription: "a damaged byte", steps: [(0, "a\0b\0c\rd\r")], texts: ["<damaged>", "d"]),
        Case(testDescription: "noise", steps: [(0, "\0\0\0"), (500, "\0"), (1500, "a\r")], texts: ["<damaged>", "a"]),
        Case(testDescription: "the longest code", steps: [(0, longest + "\r")], texts: [longest]),
        Case(testDescription: "a longer one", steps: [(0, longest + "xx\ra\r")], texts: ["<tooLong>", "a"]),
        Case(
            testDescription: "a longer one where a prefix may be", settings: framed, steps: [(0, longest + "x\ra\r")],
            texts: ["<tooLong>", "a"]),
        Case(testDescription: "an answer that nobody waits for", steps: [(0, "\u{4}x\r")], texts: ["\u{4}x"]),
    ]

    @Test(arguments: ends + silences + contents)
    func `bytes become codes`(each: Case) {
        #expect(texts(each.steps, each.settings) == each.texts)
    }

    /// CMD_ACK and CMD_NAK, the latter with a line feed in it.
    private let answers: [[UInt8]] = [[4, 0xD0, 0, 0, 0xFF, 0x2C], [5, 0xD1, 0, 0, 10, 0xFF, 0x20]]

    @Test func `answers to a signal are no part of a code`() {
        let settings = SerialSettings(signals: .zebra)
        for answer in answers {
            #expect(events([(0, answer), (1, Array("a\r".utf8))], settings).map(\.text) == ["a"])
            #expect(events([(0, answer + Array("a\r".utf8) + answer + answer)], settings).map(\.text) == ["a"])
            #expect(events([(0, answer.dropLast(2)), (1000, Array("a\r".utf8))], settings).map(\.text) == ["a"])
        }
        #expect(events([(0, answers[0])], SerialSettings()).map(\.text) == ["<damaged>"])
    }

    @Test func `a code arrives when its last byte came`() {
        let ended = events([(0, [97]), (40, [13])], SerialSettings())
        #expect(ended == [.code(bytes: [97], arrived: start + .milliseconds(40))])
        let silent = events([(0, [97]), (40, [98])], Self.silent)
        #expect(silent == [.code(bytes: [97, 98], arrived: start + .milliseconds(40))])
    }

    @Test func `a code is in no text about it`() {
        let event = SerialEvent.code(bytes: Array("secret".utf8), arrived: start)
        var dumped = ""
        dump(event, to: &dumped)
        #expect("\(event)" == "a code" && !dumped.contains("115"))
    }

    @Test(arguments: [SerialSettings(), silent, SerialSettings(prefix: "a", suffix: "\u{1B}", signals: .zebra)])
    func `a decoder takes any bytes`(settings: SerialSettings) {
        var random = SplitMix64(seed: 7)
        var decoder = SerialDecoder(settings)
        var instant = start
        for _ in 0..<5000 {
            instant += .milliseconds(Int.random(in: 0..<200, using: &random))
            let bytes = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            for case .code(let code, _) in decoder.take(bytes, at: instant) {
                #expect((1...SerialDecoder.maximumByteCount).contains(code.count))
            }
        }
    }
}
