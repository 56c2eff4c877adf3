internal import Tickets
internal import ZBar

/// zbar's own search through a whole picture: slow, and used for single pictures only, after everything else.
struct WholePictureScanner: ~Copyable {
    private let scanner: ZBarScanner
    private let frame: ZBarFrame

    init() throws(ZBarError) {
        let scanner = try ZBarScanner(.init([.qr], looksForInverted: true))
        let frame = try ZBarFrame()
        self.scanner = scanner
        self.frame = frame
    }

    func symbols(in pixels: Span<UInt8>, width: Int, height: Int) -> [QRSymbol] {
        var symbols = [ZBarSymbol]()
        frame.lend(pixels, width: width, height: height) { symbols = scanner.symbols(in: $0) }
        return symbols.filter { $0.symbology != nil }.map { symbol in
            QRSymbol(bytes: symbol.bytes, corners: symbol.points.map { QRSymbol.Point(x: $0.x, y: $0.y) })
        }
    }
}
