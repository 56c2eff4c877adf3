internal import CZBar

/// Owns a zbar image scanner, set up for QR codes only.
@safe struct ZBarScanner: ~Copyable {
    /// What is scanned.
    enum Purpose {
        /// Clean pictures of one code, every module three pixels wide: every second line crosses each finder at least
        /// twice.
        case crops
        /// Whole pictures, whose codes may be light on dark.
        case pictures
    }

    private let handle: OpaquePointer

    init(_ purpose: Purpose) throws(QRReaderError) {
        guard let handle = unsafe zbar_image_scanner_create() else {
            throw QRReaderError(reason: "zbar makes no scanner")
        }
        for setting in Self.settings(purpose) {
            guard unsafe zbar_image_scanner_set_config(handle, setting.symbology, setting.name, setting.value) == 0
            else {
                unsafe zbar_image_scanner_destroy(handle)
                throw QRReaderError(reason: "this zbar lacks the setting \(setting.name.rawValue)")
            }
        }
        unsafe self.handle = handle
    }

    deinit { unsafe zbar_image_scanner_destroy(handle) }

    private typealias Setting = (symbology: zbar_symbol_type_t, name: zbar_config_t, value: Int32)

    private static func settings(_ purpose: Purpose) -> [Setting] {
        let common: [Setting] = [
            // ZBAR_NONE stands for every symbology.
            (ZBAR_NONE, ZBAR_CFG_ENABLE, 0),
            (ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1),
            // Otherwise zbar guesses Shift JIS, Latin 1, Big 5 or UTF-8 from the bytes, sometimes wrongly.
            (ZBAR_QRCODE, ZBAR_CFG_BINARY, 1),
            (ZBAR_NONE, ZBAR_CFG_POSITION, 1),
        ]
        return switch purpose {
        case .crops: common + [(ZBAR_NONE, ZBAR_CFG_X_DENSITY, 2), (ZBAR_NONE, ZBAR_CFG_Y_DENSITY, 2)]
        // When a picture shows nothing, zbar inverts a copy of its own and looks at that.
        case .pictures: common + [(ZBAR_NONE, ZBAR_CFG_TEST_INVERTED, 1)]
        }
    }

    func symbols(in frame: borrowing ZBarFrame) -> (whole: [QRSymbol], hasParts: Bool) {
        let count = unsafe zbar_scan_image(handle, frame.handle)
        precondition(count >= 0, "zbar refuses only frames that are not grey")
        var (whole, hasParts) = ([QRSymbol](), false)
        var next = unsafe zbar_image_first_symbol(frame.handle)
        while let symbol = unsafe next {
            // The other type is ZBAR_PARTIAL, an incomplete group of codes that make up one text.
            if unsafe zbar_symbol_get_type(symbol) == ZBAR_QRCODE {
                whole.append(unsafe QRSymbol(symbol))
            } else {
                hasParts = true
            }
            unsafe next = zbar_symbol_next(symbol)
        }
        return (whole, hasParts)
    }
}

/// Owns zbar's description of a frame, never the pixels.
@safe struct ZBarFrame: ~Copyable {
    /// FourCC `Y800`: one byte of brightness per pixel.
    private static let grey: UInt = 0x3030_3859

    let handle: OpaquePointer

    init() throws(QRReaderError) {
        guard let handle = unsafe zbar_image_create() else { throw QRReaderError(reason: "zbar makes no image") }
        unsafe zbar_image_set_format(handle, Self.grey)
        unsafe self.handle = handle
    }

    deinit { unsafe zbar_image_destroy(handle) }

    /// Lets zbar read the caller's pixels for the duration of the call.
    ///
    /// Without a clean-up handler zbar does not own the pixels: it neither copies, writes nor frees them.
    func lend(_ pixels: Span<UInt8>, width: Int, height: Int, _ body: (borrowing ZBarFrame) -> Void) {
        unsafe zbar_image_set_size(handle, UInt32(width), UInt32(height))
        unsafe pixels.withUnsafeBufferPointer { pixels in
            unsafe zbar_image_set_data(handle, pixels.baseAddress, UInt(pixels.count), nil)
            body(self)
            unsafe zbar_image_set_data(handle, nil, 0, nil)
        }
    }
}

extension QRSymbol {
    /// Copies from a symbol of zbar, which is valid until the next scan.
    fileprivate init(_ symbol: OpaquePointer) {
        let data = unsafe UnsafeRawBufferPointer(
            start: zbar_symbol_get_data(symbol), count: Int(zbar_symbol_get_data_length(symbol)))
        let corners = unsafe (0..<zbar_symbol_get_loc_size(symbol)).map { corner in
            unsafe Point(x: Int(zbar_symbol_get_loc_x(symbol, corner)), y: Int(zbar_symbol_get_loc_y(symbol, corner)))
        }
        self.init(bytes: unsafe [UInt8](data), corners: corners)
    }
}
