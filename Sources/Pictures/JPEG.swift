internal import CTurboJPEG

/// Decodes JPEG files with libturbojpeg: the brightness only, never the colours.
enum JPEG {
    /// Start of image, and the first byte of the next marker (ITU-T T.81, B.1.1).
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    static func decode(_ bytes: [UInt8], mostPixels: Int) throws(PictureFault) -> GreyImage {
        let decompressor = try JPEGDecompressor()
        let size = try decompressor.size(of: bytes.span).limited(to: mostPixels)
        var luma = [UInt8](repeating: 0, count: size.pixelCount)
        // A picture that is grey from the middle on must not be taken for one without a code.
        if let warning = try decompressor.decode(bytes.span, size: size, into: &luma, stopsAtWarning: true) {
            throw PictureFault(.damaged, warning)
        }
        return GreyImage(width: size.width, height: size.height, luma: luma)
    }
}

/// Owns a libturbojpeg decompressor.
@safe struct JPEGDecompressor: ~Copyable {
    private let handle: tjhandle

    init() throws(PictureFault) {
        guard let handle = unsafe tjInitDecompress() else {
            throw PictureFault(.drawing, "libturbojpeg does not start")
        }
        unsafe self.handle = handle
    }

    deinit { unsafe tjDestroy(handle) }

    func size(of bytes: Span<UInt8>) throws(PictureFault) -> PictureSize {
        var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let status = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe tjDecompressHeader3(
                handle, bytes.baseAddress, UInt(bytes.count), &width, &height, &subsampling, &colours)
        }
        guard status == 0 else { throw PictureFault(.damaged, message) }
        return try PictureSize(width: Int(width), height: Int(height))
    }

    /// Refuses progressive files with very many scans (TJFLAG_LIMITSCANS): each scan costs a complete decode.
    /// - Parameters:
    ///   - luma: its first `size.pixelCount` elements are overwritten.
    ///   - stopsAtWarning: otherwise, places that cannot be decoded are grey.
    /// - Returns: the first warning.
    func decode(
        _ bytes: Span<UInt8>, size: PictureSize, into luma: inout [UInt8], stopsAtWarning: Bool
    ) throws(PictureFault) -> String? {
        precondition(luma.count >= size.pixelCount, "there is a byte for each pixel")
        let flags = TJFLAG_LIMITSCANS | (stopsAtWarning ? TJFLAG_STOPONWARNING : 0)
        let status = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe tjDecompress2(
                handle, bytes.baseAddress, UInt(bytes.count), &luma, Int32(size.width), 0, Int32(size.height),
                Int32(TJPF_GRAY.rawValue), flags)
        }
        if status == 0 { return nil }
        guard unsafe tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else {
            throw PictureFault(.damaged, message)
        }
        return message
    }

    private var message: String {
        // "tjDecompress2(): Premature end of JPEG file": the function's name does not help a user.
        let message = unsafe String(cString: tjGetErrorStr2(handle))
        return String(message.split(separator: "(): ").last ?? "unknown fault")
    }
}
