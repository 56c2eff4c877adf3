// QRReader: a grey frame in, the texts of the QR codes in it out (zbar).

public import ZBar

/// Reads the QR codes in grey frames. Not `Sendable`: each thread that reads has a reader of its own.
///
/// Codes are found here, and zbar gets only clean pictures of their modules: docs/READING.md. Codes that are light on
/// dark, turned, tilted or mirrored are read too. An incomplete group of codes that make up one text (structured
/// append) is no text.
/// See docs/decisions/022-frame-is-a-span.md.
/// See docs/decisions/042-usher-searches-zbar-decodes.md.
public struct QRReader: ~Copyable {
    private static let sides = 1...16384
    /// The smallest code has 21 modules, and needs a pixel and a half for each.
    static let smallestSide = 32

    var search: CodeSearch
    let patterns: FunctionPatternTable
    let decoder: CodeDecoder
    let wholePictures: WholePictureScanner
    var memory = ReadingMemory()
    var halved = HalvedPicture()
    var trace: ReadingTrace?

    /// - Throws: `ZBarError` if zbar does not start.
    public init() throws(ZBarError) {
        self.init(try CodeDecoder(), try WholePictureScanner())
    }

    private init(_ decoder: consuming CodeDecoder, _ wholePictures: consuming WholePictureScanner) {
        patterns = FunctionPatternTable()
        search = CodeSearch(patterns)
        self.decoder = decoder
        self.wholePictures = wholePictures
    }

    /// The codes in a frame of a moving picture, each text once.
    ///
    /// The time for a frame is limited: what is not read at once is tried in other ways in the following frames, and
    /// what was read is followed without being decoded again. Give the frames of one camera to one reader, and a single
    /// picture to ``readStill(_:width:height:)``.
    ///
    /// The pixels are read where they are, and only during the call. Rows have no padding: for a frame that has some,
    /// give the distance between two rows as its width. Padding hides no code.
    /// - Parameters:
    ///   - pixels: the brightness of each pixel, 0 to 255, the top row first.
    ///   - width: pixels in a row.
    ///   - height: number of rows.
    /// - Precondition: there are at least `width * height` pixels; both sides are in 1...16384.
    public mutating func read(_ pixels: Span<UInt8>, width: Int, height: Int) -> [QRSymbol] {
        Self.check(pixels, width: width, height: height)
        return unsafe pixels.withUnsafeBufferPointer { buffer in
            unsafe readFrame(GreyView(buffer, width: width, height: height))
        }
    }

    /// In the last frames there was a code that could not be read: blurred, cut off, covered, or in glare.
    public var seesUnreadCode: Bool { memory.hasUnread }

    /// The same for a single picture: everything is tried, however long it takes. What was followed in frames is
    /// forgotten.
    public mutating func readStill(_ pixels: Span<UInt8>, width: Int, height: Int) -> [QRSymbol] {
        Self.check(pixels, width: width, height: height)
        return unsafe pixels.withUnsafeBufferPointer { buffer in
            unsafe readStill(GreyView(buffer, width: width, height: height))
        }
    }

    /// As ``readStill(_:width:height:)``, with what was seen on the way: for pictures that show why a code is not read.
    public mutating func explainStill(
        _ pixels: Span<UInt8>, width: Int, height: Int
    ) -> (symbols: [QRSymbol], trace: ReadingTrace) {
        trace = ReadingTrace()
        defer { trace = nil }
        let symbols = readStill(pixels, width: width, height: height)
        return (symbols, trace ?? ReadingTrace())
    }

    private static func check(_ pixels: Span<UInt8>, width: Int, height: Int) {
        precondition(
            sides.contains(width) && sides.contains(height) && pixels.count >= width * height,
            "a frame has width times height pixels")
    }
}
