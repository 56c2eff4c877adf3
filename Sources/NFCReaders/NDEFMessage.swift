/// The records on a tag that a person or a phone wrote: NFC Data Exchange Format (NDEF) 1.0 of the NFC Forum.
struct NDEFMessage {
    /// One of its records.
    struct Record: Hashable {
        var typeNameFormat: UInt8
        var type: [UInt8]
        var payload: [UInt8]
    }

    private(set) var records: [Record] = []

    /// - Returns: `nil` for bytes that are no message, and for one with records in pieces (section 2.3.3), which no tag
    ///   needs.
    init?(parsing bytes: [UInt8]) {
        var rest = bytes[...]
        while let header = rest.popFirst() {
            guard header & Flag.chunk == 0, let typeLength = rest.popFirst(),
                let payloadLength = rest.number(byteCount: header & Flag.short == 0 ? 4 : 1),
                let idLength = header & Flag.id == 0 ? 0 : rest.number(byteCount: 1),
                let type = rest.taken(Int(typeLength)), rest.taken(idLength) != nil,
                let payload = rest.taken(payloadLength)
            else { return nil }
            records.append(Record(typeNameFormat: header & Flag.typeNameFormat, type: type, payload: payload))
            if header & Flag.end != 0 { return }
        }
        return nil
    }

    /// The first text or address that is not empty; `nil` without one.
    var text: String? {
        records.lazy.compactMap(\.text).first { !$0.isEmpty }
    }
}

extension NDEFMessage.Record {
    /// Of a text record (Text Record Type Definition 1.0), or of an address (URI Record Type Definition 1.0).
    fileprivate var text: String? {
        guard typeNameFormat == Self.wellKnown, let first = payload.first else { return nil }
        switch type {
        case Array("T".utf8):
            let content = payload.dropFirst(1 + Int(first & 0x3F))
            return first & 0x80 == 0 ? String(validating: content, as: UTF8.self) : Self.utf16(content)
        case Array("U".utf8):
            guard Self.beginnings.indices.contains(Int(first)) else { return nil }
            return String(validating: payload.dropFirst(), as: UTF8.self).map { Self.beginnings[Int(first)] + $0 }
        default: return nil
        }
    }

    /// The highest byte first, unless a byte order mark says otherwise (section 3.4 of the definition of texts).
    private static func utf16(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        switch units.first {
        case 0xFEFF: return String(validating: units.dropFirst(), as: UTF16.self)
        case 0xFFFE: return String(validating: units.dropFirst().map(\.byteSwapped), as: UTF16.self)
        default: return String(validating: units, as: UTF16.self)
        }
    }

    private static let wellKnown: UInt8 = 1

    /// By number; section 3.2.2 of the definition of addresses.
    private static let beginnings = [
        "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
        "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:", "telnet://", "imap:",
        "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://", "tcpobex://",
        "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
    ]
}

/// Bits of the first byte of a record; section 3.2.
private enum Flag {
    static let end: UInt8 = 0x40
    static let chunk: UInt8 = 0x20
    static let short: UInt8 = 0x10
    static let id: UInt8 = 0x08
    static let typeNameFormat: UInt8 = 0x07
}

extension ArraySlice<UInt8> {
    /// Takes a number, the highest byte first; `nil` when there are not so many bytes.
    mutating func number(byteCount: Int) -> Int? {
        taken(byteCount).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Takes the next bytes; `nil` when there are not so many.
    mutating func taken(_ count: Int) -> [UInt8]? {
        guard self.count >= count else { return nil }
        defer { self = dropFirst(count) }
        return Array(prefix(count))
    }
}
