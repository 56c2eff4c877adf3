/// Where a scanner puts what it has read: HID Point of Sale Usage Tables 1.02, chapter "Bar Code Scanner Page (0x8C)".
///
/// Makers order and size the fields as they like, so only the report descriptor says where they are.
struct ScannedDataReport: Sendable {
    /// What one report has of a code.
    struct Part {
        var bytes: [UInt8]
        /// The three bytes of the AIM identifier (ISO/IEC 15424); empty when the scanner sends none.
        var identifier: [UInt8]
        /// The next report has more of the same code.
        var continues: Bool
    }

    /// The first byte of the report; `nil` when it has no number.
    let number: UInt8?
    /// The first bit of each byte of data.
    private var data: [Int] = []
    /// The first bit of each byte of the identifier.
    private var identifier: [Int] = []
    /// How many bytes of data are filled.
    private var byteCount: (offset: Int, bitCount: Int)?
    private var continued: Int?

    /// Those of a scanner; empty for every other device.
    static func all(in descriptor: ReportDescriptor) -> [ScannedDataReport] {
        // A scanner that types may have a service interface with these usages, under a page of its maker.
        let fields = descriptor.inputs.filter { $0.application >> 16 == Usage.page }
        return Set(fields.map(\.report)).sorted().compactMap { number in
            ScannedDataReport(
                number: descriptor.hasNumbers ? number : nil, fields: fields.filter { $0.report == number })
        }
    }

    private init?(number: UInt8?, fields: [ReportDescriptor.Field]) {
        self.number = number
        for field in fields {
            for element in 0..<field.count {
                let offset = field.bitOffset + element * field.bitCount
                guard let usage = field.usage(of: element) else { continue }
                switch usage {
                case Usage.decodedData where field.bitCount == 8: data.append(offset)
                case Usage.identifiers where field.bitCount == 8: identifier.append(offset)
                case Usage.byteCount where field.bitCount <= 16: byteCount = byteCount ?? (offset, field.bitCount)
                // One bit, or a whole byte of which it is the first.
                case Usage.decodeDataContinued: continued = continued ?? offset
                default: break
                }
            }
        }
        if data.isEmpty { return nil }
    }

    /// - Parameter report: with its number, if it has one.
    /// - Returns: `nil` when it is shorter than it says.
    func part(of report: [UInt8]) -> Part? {
        let bits = Bits(bytes: report.dropFirst(number == nil ? 0 : 1))
        var count = data.count
        if let byteCount {
            guard let stated = bits.value(at: byteCount.offset, bitCount: byteCount.bitCount), stated <= count else {
                return nil
            }
            count = stated
        }
        let bytes = data.prefix(count).compactMap { bits.byte(at: $0) }
        let flag = continued.map { bits.value(at: $0, bitCount: 1) } ?? 0
        guard bytes.count == count, let flag else { return nil }
        return Part(
            bytes: byteCount == nil ? Array(bytes[..<bytes.endOfText]) : bytes,
            identifier: identifier.compactMap { bits.byte(at: $0) }, continues: flag == 1)
    }
}

/// Page and usage in one number.
private enum Usage {
    /// Bar Code Scanner Page.
    static let page: UInt32 = 0x8C
    /// "Symbology Identifier 1" to 3.
    static let identifiers: ClosedRange<UInt32> = 0x8C_00FB...0x8C_00FD
    static let decodedData: UInt32 = 0x8C_00FE
    static let decodeDataContinued: UInt32 = 0x8C_00FF
    /// "Byte Count" of the Generic Desktop Page; HID Usage Tables, chapter 4.
    static let byteCount: UInt32 = 0x01_003B
}

/// A report bit by bit: the lowest bit of the first byte is the first (HID 1.11, section 5.6 and 8.4).
private struct Bits {
    let bytes: ArraySlice<UInt8>

    func value(at offset: Int, bitCount: Int) -> Int? {
        guard offset + bitCount <= bytes.count * 8 else { return nil }
        return (0..<bitCount).reduce(0) { value, bit in
            let place = offset + bit
            return value | Int(bytes[bytes.startIndex + place / 8] >> (place % 8) & 1) << bit
        }
    }

    func byte(at offset: Int) -> UInt8? { value(at: offset, bitCount: 8).map { UInt8($0) } }
}

extension [UInt8] {
    /// Without the zeros that fill the rest of the report.
    fileprivate var endOfText: Int { (lastIndex { $0 != 0 } ?? -1) + 1 }
}
