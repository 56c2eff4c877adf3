public import Foundation

/// Base64url without padding (RFC 4648 section 5), in its one canonical spelling.
public enum Base64URL {
    /// Letters, digits, `-` and `_` only.
    public static func encode(_ bytes: Data) -> String {
        bytes.base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// `nil` for padding, foreign characters, and a spelling whose spare bits are not zero: decoding and encoding
    /// again must give the same text, so that one signature has one spelling.
    public static func decode(_ text: some StringProtocol) -> Data? {
        let padded =
            text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: padded), encode(bytes) == text else { return nil }
        return bytes
    }
}

extension Data {
    /// Lower-case hexadecimal digits.
    public var hex: String {
        var digits = [UInt8]()
        digits.reserveCapacity(count * 2)
        let alphabet = Array("0123456789abcdef".utf8)
        for byte in self {
            digits.append(alphabet[Int(byte >> 4)])
            digits.append(alphabet[Int(byte & 15)])
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// `nil` unless the text is an even number of hexadecimal digits.
    public init?(hex text: String) {
        let digits = text.utf8.map { Int8(truncatingIfNeeded: hexadecimalValue($0)) }
        guard digits.count.isMultiple(of: 2), !digits.contains(-1) else { return nil }
        self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0]) << 4 | UInt8(digits[$0 + 1]) })
    }
}

private func hexadecimalValue(_ character: UInt8) -> Int {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(character - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(character - UInt8(ascii: "A")) + 10
    default: -1
    }
}
