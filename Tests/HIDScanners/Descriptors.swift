/// Report descriptors as scanners have them. Spaces part the items.
enum Descriptors {
    static func bytes(_ text: String) -> [UInt8] {
        let digits = text.filter(\.isHexDigit)
        return stride(from: 0, to: digits.count, by: 2).map { place in
            let start = digits.index(digits.startIndex, offsetBy: place)
            return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)!
        }
    }

    /// As Honeywell's scanners have it, and many others after them: report 2 has a byte count, the AIM identifier, 56
    /// bytes, two bytes of the maker, and a byte whose first bit says that more follows. The reports after it are
    /// sent to the scanner.
    static let honeywell = bytes(
        """
        058C 0902 A101
          0912 A102 8502 1500 26FF00 7508 9501 0501 093B 8102 9503 058C 09FB 09FC 09FD 8102 9538 09FE 820201
          0666FF 9502 0904 0900 8102 058C 2501 7501 9508 09FF 8102 C0
          0914 A102 8504 1500 2501 7501 9508 095E 095F 0960 0900 0900 0985 0986 9186 C0
          0666FF 7508 26FF00 0903 A102 85FE 9501 0903 B28201 C0 0901 A102 85FD 9501 0921 9102 953E 0922 928201 C0
        C0
        """)

    /// The same without a byte count: the rest of the data is zeros. The last byte is one bit and seven that mean nothing.
    static let uncounted = bytes(
        """
        058C 0902 A101 8502 1500 26FF00 7508 9501 09FB 8102 09FC 8102 09FD 8102 9538 09FE 820201
          7501 9501 2501 09FF 8102 7507 8103 C0
        """)

    /// Reports without numbers, and one item for all: the identifier, and 60 bytes of data.
    static let unnumbered = bytes("058C 0902 A101 1500 26FF00 7508 953F 19FB 29FE 8102 C0")

    /// Each usage brings its page, the fields are in another order, and not at whole bytes; report 1 has no codes.
    static let complete = bytes(
        """
        0501 0B02008C00 A101 8501 7508 9504 0B2000FF00 8102
          8505 A4 7501 9501 0BFF008C00 8102 9503 8101 B4 7508 9510 0BFE008C00 8102
          9503 1BFB008C00 2BFD008C00 8102 C0
        """)

    /// A keyboard of HID 1.11, appendix E.6.
    static let keyboard = bytes(
        """
        0501 0906 A101 0507 19E0 29E7 1500 2501 7501 9508 8102 9501 7508 8103 9505 7501 0508 1901 2905 9102
          9501 7503 9103 9506 7508 1500 2565 0507 1900 2965 8100 C0
        """)

    /// The service interface of a scanner that types: the fields of a scanner, under a page of its maker.
    static let service = [0x06, 0x8C, 0xFF] + honeywell.dropFirst(2)

    static let scanners = [honeywell, uncounted, unnumbered, complete]
}
