/// zbar's own search through a whole picture: slow, and used for single pictures only, after everything else.
struct WholePictureScanner: ~Copyable {
    private let scanner: ZBarScanner
    private let frame: ZBarFrame

    init() throws(QRReaderError) {
        let scanner = try ZBarScanner(.pictures)
        let frame = try ZBarFrame()
        self.scanner = scanner
        self.frame = frame
    }

    func symbols(in pixels: Span<UInt8>, width: Int, height: Int) -> [QRSymbol] {
        var symbols = [QRSymbol]()
        frame.lend(pixels, width: width, height: height) { symbols = scanner.symbols(in: $0).whole }
        return symbols
    }
}
