internal import Foundation

/// Texts that another program has read in the wrong encoding before it wrote them: `JosÃ©`, `Èâàí`.
public struct BrokenLetters: Hashable, Sendable {
    /// What the letters were in.
    public let encoding: TextEncoding
    /// What they were taken for.
    public let takenFor: TextEncoding

    /// - Parameter texts: those of a file.
    /// - Returns: `nil` unless most texts with letters beyond ASCII look so.
    public init?(in texts: some Sequence<String>) {
        var sample: Set<String> = []
        for text in texts where sample.count < Self.sampleCount && !text.utf8.allSatisfy({ $0 < 0x80 }) {
            sample.insert(text)
        }
        guard !sample.isEmpty else { return nil }
        for page in Self.pages {
            let bytes = sample.compactMap { page.bytes(of: $0) }
            guard bytes.count * 2 > sample.count else { continue }
            if bytes.count(where: Self.isUnicode) * 2 > sample.count {
                (encoding, takenFor) = (.utf8, page.encoding)
                return
            }
            // Other pages are hardly ever what somebody takes a text for.
            guard page.encoding == .windows1252, let other = Self.other(bytes) else { continue }
            (encoding, takenFor) = (other, page.encoding)
            return
        }
        return nil
    }

    private static let sampleCount = 300
    /// As sure as this, the letters are of another encoding: in hundredths of a nat.
    private static let certainty = 800

    private static func isUnicode(_ bytes: [UInt8]) -> Bool {
        bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil
    }

    private static func other(_ texts: [[UInt8]]) -> TextEncoding? {
        let candidates = EncodingRecognition(lines: texts.map { $0[...] }).candidates
        guard let best = candidates.first, best.encoding != .windows1252,
            let own = candidates.first(where: { $0.encoding == .windows1252 }), own.cost - best.cost >= certainty
        else { return nil }
        return best.encoding
    }

    /// An encoding with one byte for each character, backwards.
    private struct Page {
        let encoding: TextEncoding
        private let byteOf: [UInt32: UInt8]

        init(_ name: String) {
            encoding = TextEncoding(name)
            var bytes: [UInt32: UInt8] = [:]
            for byte in UInt8(0x80)...0xFF {
                // Where an encoding has no character, programs put a control.
                let scalar = TextConverter.text(of: [byte], in: encoding)?.unicodeScalars.first
                bytes[scalar?.value ?? UInt32(byte)] = byte
            }
            byteOf = bytes
        }

        /// `nil` when it does not have all the characters.
        func bytes(of text: String) -> [UInt8]? {
            var bytes: [UInt8] = []
            for scalar in text.unicodeScalars {
                guard let byte = scalar.isASCII ? UInt8(scalar.value) : byteOf[scalar.value] else { return nil }
                bytes.append(byte)
            }
            return bytes
        }
    }

    private static let pages = [
        "Windows-1252", "Windows-1251", "Windows-1250", "Windows-1253", "Windows-1254", "Windows-1255", "Windows-1256",
        "CP850", "CP437", "CP866", "KOI8-R", "Mac-Roman", "ISO-8859-2", "CP874",
    ].map(Page.init)
}
