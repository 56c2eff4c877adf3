// ZBar: the calls of libzbar that the readers of codes need.

internal import CZBar
public import Tickets

/// Owns a zbar image scanner, which has its settings from the beginning. Not `Sendable`: each thread has its own.
@safe public struct ZBarScanner: ~Copyable {
    /// Where a scanner looks, and how closely.
    public struct Settings: Hashable, Sendable {
        /// What is read; everything else is passed over.
        public var symbologies: Set<Symbology>
        /// Every so many rows are looked at; 0: none.
        public var rowStep: Int
        /// The same for columns.
        public var columnStep: Int
        /// When a picture shows nothing, zbar inverts a copy of its own and looks at that.
        public var looksForInverted: Bool

        public init(
            _ symbologies: Set<Symbology>, rowStep: Int = 1, columnStep: Int = 1, looksForInverted: Bool = false
        ) {
            self.symbologies = symbologies
            self.rowStep = rowStep
            self.columnStep = columnStep
            self.looksForInverted = looksForInverted
        }
    }

    private let handle: OpaquePointer

    /// - Throws: ``ZBarError`` if zbar makes no scanner, or lacks a setting.
    public init(_ settings: Settings) throws(ZBarError) {
        guard let handle = unsafe zbar_image_scanner_create() else {
            throw ZBarError(reason: "zbar makes no scanner")
        }
        for (symbology, name, value) in Self.values(of: settings) {
            guard unsafe zbar_image_scanner_set_config(handle, symbology, name, Int32(value)) == 0 else {
                unsafe zbar_image_scanner_destroy(handle)
                throw ZBarError(reason: "this zbar lacks the setting \(name.rawValue)")
            }
        }
        unsafe self.handle = handle
    }

    deinit { unsafe zbar_image_scanner_destroy(handle) }

    private static func values(of settings: Settings) -> [(zbar_symbol_type_t, zbar_config_t, Int)] {
        // ZBAR_NONE stands for every symbology.
        [
            (ZBAR_NONE, ZBAR_CFG_ENABLE, 0),
            // Otherwise zbar guesses Shift JIS, Latin 1, Big 5 or UTF-8 from the bytes, sometimes wrongly.
            (ZBAR_QRCODE, ZBAR_CFG_BINARY, 1),
            (ZBAR_I25, ZBAR_CFG_MIN_LEN, 14), (ZBAR_I25, ZBAR_CFG_MAX_LEN, 14),
            (ZBAR_NONE, ZBAR_CFG_POSITION, 1),
            (ZBAR_NONE, ZBAR_CFG_TEST_INVERTED, settings.looksForInverted ? 1 : 0),
            (ZBAR_NONE, ZBAR_CFG_X_DENSITY, settings.columnStep),
            (ZBAR_NONE, ZBAR_CFG_Y_DENSITY, settings.rowStep),
        ] + settings.symbologies.flatMap { symbology in symbology.types.map { ($0, ZBAR_CFG_ENABLE, 1) } }
    }

    /// What is in the frame, which is valid only while its pixels are lent.
    public func symbols(in frame: borrowing ZBarFrame) -> [ZBarSymbol] {
        let count = unsafe zbar_scan_image(handle, frame.handle)
        precondition(count >= 0, "zbar refuses only frames that are not grey")
        var symbols = [ZBarSymbol]()
        var next = unsafe zbar_image_first_symbol(frame.handle)
        while let symbol = unsafe next {
            unsafe symbols.append(ZBarSymbol(symbol))
            unsafe next = zbar_symbol_next(symbol)
        }
        return symbols
    }
}

/// Owns zbar's description of a frame, never the pixels.
@safe public struct ZBarFrame: ~Copyable {
    /// FourCC `Y800`: one byte of brightness per pixel.
    private static let grey: UInt = 0x3030_3859

    fileprivate let handle: OpaquePointer

    /// - Throws: ``ZBarError`` if zbar makes no image.
    public init() throws(ZBarError) {
        guard let handle = unsafe zbar_image_create() else { throw ZBarError(reason: "zbar makes no image") }
        unsafe zbar_image_set_format(handle, Self.grey)
        unsafe self.handle = handle
    }

    deinit { unsafe zbar_image_destroy(handle) }

    /// Lets zbar read the caller's pixels for the duration of the call.
    ///
    /// Without a clean-up handler zbar does not own the pixels: it neither copies, writes nor frees them.
    public func lend(_ pixels: Span<UInt8>, width: Int, height: Int, _ body: (borrowing ZBarFrame) -> Void) {
        unsafe zbar_image_set_size(handle, UInt32(width), UInt32(height))
        unsafe pixels.withUnsafeBufferPointer { pixels in
            unsafe zbar_image_set_data(handle, pixels.baseAddress, UInt(pixels.count), nil)
            body(self)
            unsafe zbar_image_set_data(handle, nil, 0, nil)
        }
    }
}

/// What zbar read.
public struct ZBarSymbol: Hashable, Sendable {
    /// `nil`: part of an incomplete group of codes that make up one text.
    public let symbology: Symbology?
    /// Its text, in no character set that zbar would name.
    public let bytes: [UInt8]
    /// Of a QR code its four corners; of any other a point for each line on which it was read.
    public let points: [Point]

    /// A pixel of the frame, the origin at the top left. May be a little outside the frame.
    public struct Point: Hashable, Sendable {
        /// To the right.
        public let x: Int
        /// Down.
        public let y: Int
    }

    /// Copies from a symbol of zbar, which is valid until the next scan.
    fileprivate init(_ symbol: OpaquePointer) {
        let type = unsafe zbar_symbol_get_type(symbol)
        symbology = Symbology.allCases.first { $0.types.contains(type) }
        let data = unsafe UnsafeRawBufferPointer(
            start: zbar_symbol_get_data(symbol), count: Int(zbar_symbol_get_data_length(symbol)))
        bytes = unsafe [UInt8](data)
        points = unsafe (0..<zbar_symbol_get_loc_size(symbol)).map { point in
            unsafe Point(x: Int(zbar_symbol_get_loc_x(symbol, point)), y: Int(zbar_symbol_get_loc_y(symbol, point)))
        }
    }
}

extension Symbology {
    /// What zbar calls it.
    fileprivate var types: [zbar_symbol_type_t] {
        switch self {
        case .qr: [ZBAR_QRCODE]
        case .code128: [ZBAR_CODE128]
        case .code39: [ZBAR_CODE39]
        case .ean: [ZBAR_EAN13, ZBAR_EAN8]
        case .itf14: [ZBAR_I25]
        case .codabar: [ZBAR_CODABAR]
        case .aztec, .dataMatrix, .pdf417: []
        }
    }
}
