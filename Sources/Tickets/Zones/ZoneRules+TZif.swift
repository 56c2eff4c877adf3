extension ZoneRules {
    /// The rules in a file of the time zone database: TZif of the versions 1 to 4 (RFC 8536 and RFC 9636, section 3).
    /// - Returns: `nil` for anything else, and for a file that counts leap seconds, as no clock of a computer does.
    public init?(tzif bytes: [UInt8]) {
        var reader = TZifReader(rest: bytes[...])
        guard var header = reader.header() else { return nil }
        guard header.version > 1 else {
            self.init(&reader, header, timeWidth: 4)
            return
        }
        // The first block is for readers of version 1.
        guard reader.bytes(header.byteCount(timeWidth: 4)) != nil, let second = reader.header() else { return nil }
        header = second
        self.init(&reader, header, timeWidth: 8)
    }

    private init?(_ reader: inout TZifReader, _ header: TZifReader.Header, timeWidth: Int) {
        guard header.leapSeconds == 0, header.types > 0,
            let times = reader.numbers(header.times, width: timeWidth),
            let indices = reader.bytes(header.times), indices.allSatisfy({ $0 < header.types }),
            let types = reader.types(header.types),
            reader.bytes(header.names + header.standardMarks + header.utcMarks) != nil,
            zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        var footer: ZoneFooter?
        if timeWidth == 8 {
            guard let text = reader.footer() else { return nil }
            footer = ZoneFooter(text)
            guard footer != nil || text.isEmpty else { return nil }
        }
        // Before the first change, the first type counts.
        self.init(changes: times, offsets: [types[0]] + indices.map { types[Int($0)] }, footer: footer)
    }
}

/// Reads numbers of the network's byte order.
private struct TZifReader {
    var rest: ArraySlice<UInt8>

    struct Header {
        let version: Int
        let utcMarks, standardMarks, leapSeconds, times, types, names: Int

        /// Of the block that follows.
        func byteCount(timeWidth: Int) -> Int {
            times * (timeWidth + 1) + types * 6 + names + leapSeconds * (timeWidth + 4) + standardMarks + utcMarks
        }
    }

    mutating func header() -> Header? {
        guard bytes(4).map(Array.init) == Array("TZif".utf8), let version = bytes(1)?.first, bytes(15) != nil,
            let counts = numbers(6, width: 4)?.map(Int.init), counts.allSatisfy({ (0...1 << 16).contains($0) })
        else { return nil }
        let digit = Int(version) - Int(UInt8(ascii: "0"))
        guard version == 0 || (2...9).contains(digit) else { return nil }
        return Header(
            version: version == 0 ? 1 : digit, utcMarks: counts[0], standardMarks: counts[1], leapSeconds: counts[2],
            times: counts[3], types: counts[4], names: counts[5])
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// - Parameter width: of each, in bytes: 4 or 8.
    mutating func numbers(_ count: Int, width: Int) -> [Int64]? {
        bytes(count * width).map { bytes in
            (0..<count).map { Self.number(bytes.dropFirst($0 * width).prefix(width)) }
        }
    }

    /// The offsets of the local time types, in seconds ahead of UTC.
    mutating func types(_ count: Int) -> [Int64]? {
        guard let bytes = bytes(count * 6) else { return nil }
        let offsets = (0..<count).map { Self.number(bytes.dropFirst($0 * 6).prefix(4)) }
        return offsets.allSatisfy { abs($0) <= ZoneRules.most } ? offsets : nil
    }

    /// The text between two line feeds.
    mutating func footer() -> ArraySlice<UInt8>? {
        guard rest.first == UInt8(ascii: "\n") else { return nil }
        let text = rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        return text.endIndex < rest.endIndex ? text : nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return bytes.count == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
    }
}
