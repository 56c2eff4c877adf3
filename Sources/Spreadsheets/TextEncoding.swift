internal import Glibc

/// How a text file spells its characters: an encoding that the C library can read (iconv(3)).
public struct TextEncoding: Hashable, Sendable {
    /// As people know it, and as ``init(named:)`` reads it: `Windows-1251`.
    public let name: String

    /// - Parameter name: one that is known; see ``init(named:)`` for others.
    init(_ name: String) {
        self.name = name
    }

    public static let utf8 = TextEncoding("UTF-8")
    public static let utf16LittleEndian = TextEncoding("UTF-16LE")
    public static let utf16BigEndian = TextEncoding("UTF-16BE")
    static let utf32LittleEndian = TextEncoding("UTF-32LE")
    static let utf32BigEndian = TextEncoding("UTF-32BE")
    static let iso2022Japanese = TextEncoding("ISO-2022-JP")
    public static let windows1252 = TextEncoding("Windows-1252")

    /// Reads a name as people write it: `windows-1251`, `cp1251`, `1251`, `Latin-1`, `Shift JIS`.
    /// - Returns: `nil` for one that this system's C library cannot read.
    public init?(named text: String) {
        guard text.contains(where: \.isLetter) || Int(text) != nil else { return nil }
        let word = text.filter { !$0.isWhitespace && $0 != "_" }.uppercased()
        let known = Self.known.first { $0.key == word.filter { $0 != "-" } }?.value
        let spellings: [String?] = [
            known, text, text.split(whereSeparator: \.isWhitespace).joined(separator: "-"), "CP" + word,
        ]
        guard let name = spellings.compactMap(\.self).first(where: { TextEncoding($0).isReadable }) else { return nil }
        self.init(known ?? Self.shown[name.uppercased()] ?? name)
    }

    /// By their spelling without hyphens and white space.
    private static let known: [String: String] = {
        var known = [
            "LATIN1": "Windows-1252", "LATIN2": "ISO-8859-2", "ANSI": "Windows-1252", "SJIS": "Shift_JIS",
            "GBK": "GB18030", "GB2312": "GB18030", "UTF8": "UTF-8", "UTF16": "UTF-16LE", "UTF32": "UTF-32LE",
        ]
        for name in EncodingRecognition.names { known[name.uppercased().filter { !"-_".contains($0) }] = name }
        for name in EncodingRecognition.names where name.hasPrefix("CP") { known[String(name.dropFirst(2))] = name }
        for page in 1250...1258 {
            for prefix in ["CP", "WIN", ""] { known["\(prefix)\(page)"] = "Windows-\(page)" }
        }
        return known
    }()

    private static let shown = Dictionary(uniqueKeysWithValues: EncodingRecognition.names.map { ($0.uppercased(), $0) })

    /// The name by which the C library has the largest set of that family: what programs of Windows really write.
    var iconvName: String {
        switch name {
        case "Shift_JIS": "CP932"
        case "EUC-KR": "CP949"
        case "Big5": "CP950"
        case "Mac-Roman": "MACINTOSH"
        case "Mac-Cyrillic": "MAC-CYRILLIC"
        case "Mac-Central-Europe": "MAC-CENTRALEUROPE"
        default: name.uppercased()
        }
    }

    private var isReadable: Bool { TextConverter.text(of: [], in: self) != nil }
}

/// Characters of other encodings, by the C library (iconv(3)).
enum TextConverter {
    private static let roomByteCount = 1 << 16

    /// - Returns: `nil` when the bytes are no text in the encoding, or the C library does not have it.
    static func text(of bytes: some Sequence<UInt8>, in encoding: TextEncoding) -> String? {
        if encoding == .utf8 { return String(validating: Array(bytes), as: UTF8.self) }
        let converter = unsafe iconv_open("UTF-8", encoding.iconvName)
        guard unsafe converter != iconv_t(bitPattern: -1) else { return nil }
        defer { unsafe iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        return unsafe input.withUnsafeMutableBufferPointer { unsafe convert($0, with: converter) }
    }

    private static func convert(_ input: UnsafeMutableBufferPointer<CChar>, with converter: iconv_t?) -> String? {
        var next = input.baseAddress
        var left = input.count
        var result: [UInt8] = []
        var room = [CChar](repeating: 0, count: roomByteCount)
        // The last call, without input, gives what a letter with a mark may still follow.
        for isLast in [false, true] {
            var isFull = true
            while isFull {
                let (status, count, cause) = unsafe room.withUnsafeMutableBufferPointer { room in
                    var free = room.baseAddress
                    var freeCount = room.count
                    let status =
                        isLast
                        ? unsafe iconv(converter, nil, nil, &free, &freeCount)
                        : unsafe iconv(converter, &next, &left, &free, &freeCount)
                    return (status, room.count - freeCount, errno)
                }
                isFull = status == -1 && cause == E2BIG
                guard isFull || status != -1 else { return nil }
                result.append(contentsOf: room[..<count].lazy.map { UInt8(bitPattern: $0) })
            }
        }
        return String(validating: result, as: UTF8.self)
    }
}
