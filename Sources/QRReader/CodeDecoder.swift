internal import Tickets
internal import ZBar

/// Turns the modules of one code into its text, with zbar.
struct CodeDecoder: ~Copyable {
    enum Content {
        case text([UInt8])
        /// One of several codes that make up one text (structured append).
        case part(ModulePicture)
    }

    private let scanner: ZBarScanner
    private let frame: ZBarFrame

    /// Its pictures are clean, every module three pixels wide: every second line crosses each finder at least twice.
    init() throws(ZBarError) {
        let scanner = try ZBarScanner(.init([.qr], rowStep: 2, columnStep: 2))
        let frame = try ZBarFrame()
        self.scanner = scanner
        self.frame = frame
    }

    func content(of picture: ModulePicture) -> Content? {
        var content: Content?
        frame.lend(picture.pixels.span, width: picture.side, height: picture.side) { frame in
            let found = scanner.symbols(in: frame)
            if let symbol = found.first(where: { $0.symbology != nil }) {
                content = .text(symbol.bytes)
            } else if !found.isEmpty {
                content = .part(picture)
            }
        }
        return content
    }

    /// The text of parts that belong together; `nil` if one is missing.
    func text(of parts: [ModulePicture]) -> [UInt8]? {
        guard parts.count > 1 else { return nil }
        let height = parts.map(\.side).max() ?? 0
        let width = parts.map(\.side).reduce(0, +)
        var pixels = [UInt8](repeating: 255, count: width * height)
        var left = 0
        for part in parts {
            for row in 0..<part.side {
                let start = row * width + left
                pixels.replaceSubrange(
                    start..<start + part.side, with: part.pixels[row * part.side..<(row + 1) * part.side])
            }
            left += part.side
        }
        var text: [UInt8]?
        frame.lend(pixels.span, width: width, height: height) { frame in
            text = scanner.symbols(in: frame).first { $0.symbology != nil }?.bytes
        }
        return text
    }
}
