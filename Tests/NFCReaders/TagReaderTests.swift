import Devices
import TestSupport
import Testing

@testable import NFCReaders

/// A record that is the only one: a text in English, or an address.
private func text(_ text: String, language: String = "en") -> [UInt8] {
    let payload: [UInt8] = [UInt8(language.utf8.count)] + Array((language + text).utf8)
    let short: [UInt8] = [0xD1, 0x01, UInt8(payload.count & 0xFF), 0x54]
    let long: [UInt8] = [0xC1, 0x01, 0, 0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), 0x54]
    return (payload.count < 256 ? short : long) + payload
}

private func address(_ number: UInt8, _ rest: String) -> [UInt8] {
    let header: [UInt8] = [0xD1, 0x01, UInt8(rest.utf8.count + 1), 0x55, number]
    return header + Array(rest.utf8)
}

@Suite struct NDEFMessageTests {
    @Test func `reads texts and addresses`() {
        #expect(NDEFMessage(parsing: text("GALA-1"))?.text == "GALA-1")
        #expect(NDEFMessage(parsing: text("é", language: "fr-CA"))?.text == "é")
        #expect(NDEFMessage(parsing: address(0, "geo:1,2"))?.text == "geo:1,2")
        #expect(NDEFMessage(parsing: address(4, "example.org/t/1"))?.text == "https://example.org/t/1")
        #expect(NDEFMessage(parsing: address(0x23, "x"))?.text == "urn:nfc:x")
        #expect(NDEFMessage(parsing: address(0x24, "x"))?.text == nil)
    }

    @Test func `reads texts in UTF-16`() {
        let letters: [UInt8] = [0x00, 0x41, 0x00, 0x42]
        let swapped: [UInt8] = [0xFF, 0xFE, 0x41, 0x00, 0x42, 0x00]
        for content in [letters, [0xFE, 0xFF] + letters, swapped] {
            let payload: [UInt8] = [0x82, 0x65, 0x6E] + content
            let header: [UInt8] = [0xD1, 0x01, UInt8(payload.count), 0x54]
            #expect(NDEFMessage(parsing: header + payload)?.text == "AB")
        }
    }

    @Test func `takes the first record that has a text, whatever stands around it`() {
        let other: [UInt8] = [0x9A, 0x01, 0x02, 0x01, 0x78, 0x09, 0x01, 0x02]  // of a MIME type, with an id
        let empty: [UInt8] = [0x11, 0x01, 0x03, 0x54, 0x02, 0x65, 0x6E]
        let last: [UInt8] = [0x51] + Array(text("CODE").dropFirst())
        #expect(NDEFMessage(parsing: other + empty + last)?.text == "CODE")
        #expect(NDEFMessage(parsing: other + empty + last)?.records.count == 3)
        #expect(NDEFMessage(parsing: [0xD0, 0x00, 0x00])?.text == nil, "an empty tag")
    }

    @Test(
        arguments: [
            [], [0xD1], [0xD1, 0x01], [0xD1, 0x01, 0x05, 0x54, 0x02], [0xC1, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0x54],
            [0xF1, 0x01, 0x00, 0x54], [0x91, 0x01, 0x00, 0x54],
        ] as [[UInt8]])
    func `incomplete bytes are no message`(bytes: [UInt8]) {
        #expect(NDEFMessage(parsing: bytes)?.text == nil)
    }

    @Test func `a text that is not UTF-8 is left out`() {
        #expect(NDEFMessage(parsing: [0xD1, 0x01, 0x03, 0x54, 0x00, 0xC3, 0x28])?.text == nil)
        #expect(NDEFMessage(parsing: [0xD1, 0x01, 0x04, 0x54, 0x80, 0x00, 0x41, 0x00])?.text == nil)
    }
}

@Suite struct TagReaderTests {
    private func code(_ tag: some CardChannel, _ answerToReset: [UInt8]) throws -> String? {
        var reader = TagReader(tag, answerToReset: answerToReset)
        return try reader.code().map { String(decoding: $0, as: UTF8.self) }
    }

    private func block(_ message: [UInt8]) -> [UInt8] {
        let short: [UInt8] = [0x03, UInt8(message.count & 0xFF)]
        let long: [UInt8] = [0x03, 0xFF, UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
        return (message.count < 255 ? short : long) + message
    }

    @Test func `a tag without a text has its number as code`() throws {
        #expect(try code(Type2Tag([0xFE]), Type2Tag.answerToReset) == "04A1B20C5D6E80")
        #expect(try code(Type2Tag(block([]) + [0xFE]), Type2Tag.answerToReset) == "04A1B20C5D6E80")
        #expect(try code(Type4Tag([]), Type4Tag.answerToReset) == "08112233")
        var unformatted = Type2Tag([0xFE])
        unformatted.memory[0] = 0
        #expect(try code(unformatted, Type2Tag.answerToReset) == "04A1B20C5D6E80")
    }

    @Test func `a text on a tag of type 2 is its code`() throws {
        let lock: [UInt8] = [0x00, 0x01, 0x03, 0xA0, 0x0C, 0x34]
        #expect(try code(Type2Tag(lock + block(text("GALA-1")) + [0xFE]), Type2Tag.answerToReset) == "GALA-1")
        let long = String(repeating: "x", count: 600)
        #expect(try code(Type2Tag(block(text(long)), byteCount: 872), Type2Tag.answerToReset) == long)
        // It does not fit into what the tag says that it has.
        #expect(try code(Type2Tag(block(text(long)), byteCount: 144), Type2Tag.answerToReset) == "04A1B20C5D6E80")
    }

    @Test func `a text on a tag of type 4 is its code, in as many pieces as it asks for`() throws {
        #expect(try code(Type4Tag(address(4, "example.org/t/1")), Type4Tag.answerToReset) == "https://example.org/t/1")
        let long = String(repeating: "x", count: 1024)
        #expect(try code(Type4Tag(text(long)), Type4Tag.answerToReset) == long)
        #expect(try code(Type4Tag(text(String(repeating: "x", count: 3000))), Type4Tag.answerToReset) == "08112233")
    }

    @Test func `a file that must not be read, or a container that is not one, leaves the number`() throws {
        for (place, value) in [(13, 0xFF), (7, 0x05), (8, 0x07), (4, 0x00), (9, 0x00)] as [(Int, UInt8)] {
            var tag = Type4Tag(text("CODE"))
            tag.container[place] = value
            #expect(try code(tag, Type4Tag.answerToReset) == "08112233", "byte \(place)")
        }
    }

    @Test func `a card for contacts has no code, and one that is gone fails`() throws {
        var tag = Type4Tag([])
        tag.number = nil
        #expect(try code(tag, [0x3B]) == nil)
        #expect(throws: CardError()) { try code(GoneTag(), Type2Tag.answerToReset) }
        #expect(throws: CardError()) { try code(GoneTag(), []) }
    }

    private static let seed = UInt64.random(in: 0...UInt64.max)

    @Test func `hostile tags and messages end, and make no code that is too long`() {
        print("seed of the random tags: \(Self.seed)")
        var random = SplitMix64(seed: Self.seed)
        for round in 0..<5000 {
            let channel = RandomTag(random: SplitMix64(seed: random.next()))
            var reader = TagReader(channel, answerToReset: round.isMultiple(of: 2) ? Type2Tag.answerToReset : [])
            let code = try? reader.code()
            #expect((code?.count ?? 0) <= 3 * TagReader<RandomTag<SplitMix64>>.longestMessage, "seed \(Self.seed)")
        }
        for _ in 0..<20_000 {
            var message = text("GALA-1") + text(String(repeating: "y", count: 300))
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<message.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: message.removeSubrange(place...)
                case 1: message[place] = .random(in: 0...255, using: &random)
                default: message.insert(.random(in: 0...255, using: &random), at: place)
                }
                if message.isEmpty { message = [0] }
            }
            #expect((NDEFMessage(parsing: message)?.text ?? "").utf8.count <= 1000, "seed \(Self.seed)")
            _ = TagReader<GoneTag>.messageOfBlocks(message[...])
        }
    }
}

@Suite struct CardSlotsTests {
    @Test func `a reader is named without the numbers that depend on what else is plugged in`() {
        let device = Device(reader: "ACS ACR122U PICC Interface 01 0A")
        #expect(device.persistentName == "ACS ACR122U PICC Interface" && device.kind == .nfc)
        #expect(device.isNamed("ACS ACR122U PICC Interface 01 0A") && !device.isNamed("ACS ACR122U"))
        #expect(Device(reader: "Reader").persistentName == "Reader")
    }

    private func state(_ hasCard: Bool, changes: UInt = 0) -> PCSCContext.State {
        PCSCContext.State(word: changes << 16 | (hasCard ? 0x22 : 0x12), answerToReset: [])
    }

    @Test func `a card is new once, until it was taken away`() {
        var slots = CardSlots()
        #expect(slots.take(["A"]) == [.plugged("A")])
        #expect(slots.take(["A": state(false)]) == [])
        #expect(slots.take(["A": state(true, changes: 1)]) == ["A"])
        #expect(slots.take(["A"]) == [])
        #expect(slots.take(["A": state(true, changes: 1)]) == [])
        #expect(slots.take(["A": state(false, changes: 2)]) == [])
        #expect(slots.take(["A": state(true, changes: 3)]) == ["A"])
        #expect(slots.take(["A": state(true, changes: 5)]) == ["A"], "another one, faster than anybody looked")
    }

    @Test func `a card that lies there from the beginning is not new`() {
        var slots = CardSlots()
        _ = slots.take(["A"])
        #expect(slots.take(["A": state(true, changes: 1)]) == [])
        #expect(slots.take(["A": state(true, changes: 1)]) == [])
    }

    @Test func `readers come and go`() {
        var slots = CardSlots()
        #expect(slots.take(["B", "A"]) == [.plugged("A"), .plugged("B")])
        _ = slots.take(["A": state(false), "B": state(false)])
        #expect(slots.take(["B"]) == [.unplugged("A")])
        #expect(slots.states.keys.sorted() == ["B"])
    }
}
