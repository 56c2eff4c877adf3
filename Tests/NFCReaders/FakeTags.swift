@testable import NFCReaders

/// A tag whose memory is read in pages of 4 bytes: MIFARE Ultralight, NTAG.
struct Type2Tag: CardChannel {
    static let answerToReset: [UInt8] = [
        0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x03, 0x00, 0x03, 0x00, 0x00, 0x00,
        0x00, 0x68,
    ]

    var number: [UInt8] = [0x04, 0xA1, 0xB2, 0x0C, 0x5D, 0x6E, 0x80]
    /// From page 3 on: the capability container, and the data.
    var memory: [UInt8]

    init(_ data: [UInt8], byteCount: Int = 144) {
        memory = [0xE1, 0x10, UInt8(byteCount / 8), 0x00] + data
    }

    mutating func answer(to command: [UInt8]) throws(CardError) -> [UInt8]? {
        switch command.prefix(3) {
        case [0xFF, 0xCA, 0x00]: return number
        case [0xFF, 0xB0, 0x00]:
            let start = (Int(command[3]) - 3) * 4
            return (start..<start + Int(command[4])).map { memory.indices.contains($0) ? memory[$0] : 0 }
        default: return nil
        }
    }
}

/// A card or a phone with files.
struct Type4Tag: CardChannel {
    static let answerToReset: [UInt8] = [0x3B, 0x81, 0x80, 0x01, 0x80, 0x80]

    var number: [UInt8]? = [0x08, 0x11, 0x22, 0x33]
    var container: [UInt8] = [0x00, 0x0F, 0x20, 0x00, 0x3B, 0x00, 0x34, 0x04, 0x06, 0xE1, 0x04, 0x0F, 0xFF, 0x00, 0x00]
    var message: [UInt8]
    private var selected: [UInt8] = []
    private(set) var mostAsked = 0

    init(_ message: [UInt8]) { self.message = message }

    mutating func answer(to command: [UInt8]) throws(CardError) -> [UInt8]? {
        switch command.prefix(2) {
        case [0xFF, 0xCA]: return number
        case [0x00, 0xA4] where command[2] == 0x04:
            return command == [0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00] ? [] : nil
        case [0x00, 0xA4]:
            switch Array(command.suffix(2)) {
            case [0xE1, 0x03]: selected = container
            case [0xE1, 0x04]: selected = [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
            default: return nil
            }
            return []
        case [0x00, 0xB0]:
            mostAsked = max(mostAsked, Int(command[4]))
            let start = Int(command[2]) << 8 | Int(command[3])
            return Array(selected.dropFirst(start).prefix(Int(command[4])))
        default: return nil
        }
    }
}

/// It was taken away.
struct GoneTag: CardChannel {
    mutating func answer(to command: [UInt8]) throws(CardError) -> [UInt8]? { throw CardError() }
}

/// Answers whatever chance says.
struct RandomTag<Random: RandomNumberGenerator>: CardChannel {
    var random: Random
    var count = 0

    mutating func answer(to command: [UInt8]) throws(CardError) -> [UInt8]? {
        count += 1
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return nil
        case 1: throw CardError()
        default: break
        }
        var answer = (0..<(Int(command.last ?? 0))).map { _ in UInt8.random(in: 0...255, using: &random) }
        // Mostly with the beginning that a tag has, so that more is asked.
        if Bool.random(using: &random), answer.count == 16 {
            answer.replaceSubrange(0..<4, with: [0xE1, 0x10, 0x6D, 0])
        }
        if Bool.random(using: &random), answer.count == 15 {
            answer.replaceSubrange(
                3..., with: [0x00, UInt8.random(in: 0...255, using: &random), 0, 52, 4, 6, 1, 2, 3, 4, 0, 0])
        }
        if answer.count == 2 { answer[0] &= 0x0F }
        return answer
    }
}
