import TestSupport
import Testing

@testable import Wedges

@Suite struct RoundTripTests {
    static let printable = String(String.UnicodeScalarView((0x20...0x7E).map { Unicode.Scalar($0) }))

    @Test(arguments: ScannerKeyboard.all)
    func `every printable character comes out as the scanner meant it`(keyboard: ScannerKeyboard) throws {
        var decoder = try WedgeDecoder(WedgeSettings(layout: KeyboardLayout(checking: keyboard.layout)))
        for character in Self.printable {
            let text = "x\(character)x"
            var typist = Typist()
            typist.type(text, on: keyboard)
            typist.tap("ENTER")
            #expect(decoder.codes(typist.events) == [text], "\(character)")
        }
    }

    @Test(arguments: ["us", "de", "fr"], [false, true])
    func `character codes are independent of the layout`(layout: String, leadingZero: Bool) throws {
        var decoder = try WedgeDecoder(WedgeSettings(layout: KeyboardLayout(checking: layout)))
        var typist = Typist()
        typist.typeCodes(Self.printable, leadingZero: leadingZero)
        typist.tap("ENTER")
        #expect(decoder.codes(typist.events) == [Self.printable])
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `two scanners at once never mix their letters`(seed: UInt64) throws {
        var chance = SplitMix64(seed: seed)
        let keyboards = [ScannerKeyboard.us, .fr]
        var texts: [[String]] = []
        var events: [(scanner: Int, event: KeyEvent)] = []
        for (scanner, keyboard) in keyboards.enumerated() {
            let own = (0..<20).map { _ in
                String(
                    (0..<Int.random(in: 1...40, using: &chance)).map { _ in
                        Self.printable.randomElement(using: &chance)!
                    })
            }
            var typist = Typist()
            for text in own {
                typist.pace = .milliseconds(Int.random(in: 2...30, using: &chance))
                typist.type(text, on: keyboard)
                typist.tap("ENTER")
                typist.now += .milliseconds(Int.random(in: 0...1500, using: &chance))
            }
            texts.append(own)
            events += typist.events.map { (scanner, $0) }
        }
        // Keys of one moment keep their order: the sort of the library is stable.
        events.sort { $0.event.time < $1.event.time }
        var first = try WedgeDecoder(WedgeSettings(layout: KeyboardLayout(checking: "us")))
        var second = try WedgeDecoder(WedgeSettings(layout: KeyboardLayout(checking: "fr")))
        var found: [[String]] = [[], []]
        for (scanner, event) in events {
            found[scanner] += scanner == 0 ? first.codes([event]) : second.codes([event])
        }
        #expect(found == texts)
    }
}

extension WedgeDecoder {
    /// What comes of the events; nothing may be dropped.
    mutating func codes(_ events: [KeyEvent]) -> [String] {
        var codes: [String] = []
        for event in events {
            for output in take(event) {
                guard case .code(let bytes, _) = output else {
                    Issue.record("\(output)")
                    continue
                }
                codes.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        return codes
    }
}
