/// What commands go to, and answers come from: a card on a reader.
protocol CardChannel: ~Copyable {
    /// - Returns: the answer without its status; `nil` when the status (ISO/IEC 7816-4, section 5.6) is not 90 00, which
    ///   is "done".
    /// - Throws: when there is no answer.
    mutating func answer(to command: [UInt8]) throws(CardError) -> [UInt8]?
}

/// A card gave no answer: it was taken away, or held badly.
struct CardError: Error, Hashable {}

/// Reads the code of a card, a tag or a phone: the text that somebody wrote on it, otherwise its number.
struct TagReader<Channel: CardChannel & ~Copyable>: ~Copyable {
    private var channel: Channel
    /// Its memory is read page by page, for it has no files.
    private let isStorageCard: Bool

    /// More than every ticket code has: of a longer message nothing is read.
    static var longestMessage: Int { 2048 }

    /// - Parameter answerToReset: what the card told the reader about itself (ATR).
    init(_ channel: consuming Channel, answerToReset: [UInt8]) {
        self.channel = channel
        // The identifier of PC/SC in the historical bytes, which only these have; PC/SC part 3, section 3.1.3.2.3.
        let identifier: [UInt8] = [0xA0, 0x00, 0x00, 0x03, 0x06]
        isStorageCard = answerToReset.indices.contains { answerToReset[$0...].starts(with: identifier) }
    }

    /// - Returns: the text of the first NDEF record that has one, or the number (UID) in hexadecimal digits; `nil` when
    ///   it has neither.
    mutating func code() throws(CardError) -> [UInt8]? {
        let message = try isStorageCard ? messageOfType2() : messageOfType4()
        if let text = message.flatMap({ NDEFMessage(parsing: $0) })?.text { return Array(text.utf8) }
        // GET DATA of PC/SC part 3, section 3.2.2.1.3.
        guard let number = try channel.answer(to: [0xFF, 0xCA, 0x00, 0x00, 0x00]), !number.isEmpty else { return nil }
        return number.flatMap { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return Array((digits.count == 1 ? "0" + digits : digits).utf8)
        }
    }

    // MARK: - Type 2: MIFARE Ultralight, NTAG. NFC Forum Type 2 Tag Operation 1.1

    /// A page has 4 bytes; a command reads 4 pages.
    private mutating func pages(from page: Int) throws(CardError) -> [UInt8]? {
        // READ BINARY of PC/SC part 3, section 3.2.2.1.8.
        guard let pages = try channel.answer(to: [0xFF, 0xB0, 0x00, UInt8(page), 0x10]), pages.count == 16 else {
            return nil
        }
        return pages
    }

    private mutating func messageOfType2() throws(CardError) -> [UInt8]? {
        // The capability container is page 3: E1, a version, the size of the data in 8 bytes; section 6.1.
        guard let first = try pages(from: 3), first[0] == 0xE1, first[1] >> 4 == 1 else { return nil }
        var data = first[4...]
        let byteCount = Int(first[2]) * 8
        var page = 7
        while true {
            switch Self.messageOfBlocks(data.prefix(byteCount)) {
            case .found(let message): return message
            case .none: return nil
            case .unfinished:
                guard data.count < byteCount, page <= UInt8.max, let next = try pages(from: page) else { return nil }
                data += next
                page += 4
            }
        }
    }

    enum Search: Hashable {
        case found([UInt8])
        case none
        /// More of the data has to be read.
        case unfinished
    }

    /// Looks for the message among the blocks (a tag, a length, a value) in the data; section 2.3.
    static func messageOfBlocks(_ data: ArraySlice<UInt8>) -> Search {
        var rest = data
        while let tag = rest.popFirst() {
            if tag == 0x00 { continue }
            if tag == 0xFE { return .none }
            guard var length = rest.number(byteCount: 1) else { return .unfinished }
            if length == 0xFF {
                guard let long = rest.number(byteCount: 2) else { return .unfinished }
                length = long
            }
            if tag == 0x03, length > longestMessage { return .none }
            guard let value = rest.taken(length) else { return .unfinished }
            if tag == 0x03 { return .found(value) }
        }
        return .unfinished
    }

    // MARK: - Type 4: phones, DESFire. NFC Forum Type 4 Tag Operation 2.0

    private mutating func messageOfType4() throws(CardError) -> [UInt8]? {
        // Selects the application by its name; section 5.4.2.
        let application: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
        guard try channel.answer(to: [0x00, 0xA4, 0x04, 0x00, 0x07] + application + [0x00]) != nil,
            // The capability container: its length, a version, the most bytes of an answer and of a command, and the
            // block of the file with the message: 04 06, name, size, rights to read and to write; section 5.1.
            let container = try bytes(ofFile: [0xE1, 0x03], at: 0, count: 15), container[7] == 0x04,
            container[8] == 0x06, container[13] == 0x00
        else { return nil }
        let file = Array(container[9...10])
        var rest = container[3...4]
        let mostBytes = min(rest.number(byteCount: 2) ?? 0, 0xFF)
        // The message has its length before it; section 5.2.
        guard mostBytes > 0, let length = try bytes(ofFile: file, at: 0, count: 2) else { return nil }
        let byteCount = Int(length[0]) << 8 | Int(length[1])
        guard (1...Self.longestMessage).contains(byteCount) else { return nil }
        var message: [UInt8] = []
        while message.count < byteCount {
            let count = min(mostBytes, byteCount - message.count)
            guard let next = try bytes(at: 2 + message.count, count: count) else { return nil }
            message += next
        }
        return message
    }

    private mutating func bytes(ofFile name: [UInt8], at offset: Int, count: Int) throws(CardError) -> [UInt8]? {
        guard try channel.answer(to: [0x00, 0xA4, 0x00, 0x0C, 0x02] + name) != nil else { return nil }
        return try bytes(at: offset, count: count)
    }

    /// READ BINARY of the file that is selected; section 5.4.3.
    private mutating func bytes(at offset: Int, count: Int) throws(CardError) -> [UInt8]? {
        let command = [0x00, 0xB0, UInt8(offset >> 8), UInt8(offset & 0xFF), UInt8(count)]
        guard let bytes = try channel.answer(to: command), bytes.count == count else { return nil }
        return bytes
    }
}
