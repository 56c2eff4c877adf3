internal import CTurboJPEG

/// JPEG files in, through libturbojpeg: the brightness only, so that no colour is ever decoded.
enum JPEG {
    /// Start of image, and the first byte of the next marker (ITU-T T.81, B.1.1).
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    static func decode(_ bytes: [UInt8]) throws(PictureFault) -> GreyImage {
        let decompressor = try Decompressor()
        let size = try decompressor.size(of: bytes)
        return GreyImage(width: size.width, height: size.height, luma: try decompressor.luma(of: bytes, size: size))
    }
}

/// Owns a libturbojpeg decompressor.
@safe private struct Decompressor: ~Copyable {
    private let handle: tjhandle

    init() throws(PictureFault) {
        guard let handle = unsafe tjInitDecompress() else {
            throw PictureFault(.drawing, "libturbojpeg does not start")
        }
        unsafe self.handle = handle
    }

    deinit { unsafe tjDestroy(handle) }

    func size(of bytes: [UInt8]) throws(PictureFault) -> PictureSize {
        var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        try check(
            unsafe tjDecompressHeader3(
                handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colours))
        return try PictureSize(width: Int(width), height: Int(height))
    }

    /// A warning is a failure too: a picture that is grey from the middle on must not pass for one without a code.
    /// A progressive file of thousands of scans, each of which costs a whole decode, is refused.
    func luma(of bytes: [UInt8], size: PictureSize) throws(PictureFault) -> [UInt8] {
        var luma = [UInt8](repeating: 0, count: size.pixelCount)
        try check(
            unsafe tjDecompress2(
                handle, bytes, UInt(bytes.count), &luma, Int32(size.width), 0, Int32(size.height),
                Int32(TJPF_GRAY.rawValue), TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS))
        return luma
    }

    private func check(_ status: Int32) throws(PictureFault) {
        guard status != 0 else { return }
        // "tjDecompress2(): Premature end of JPEG file": the function's name helps nobody at a desk.
        let message = unsafe String(cString: tjGetErrorStr2(handle))
        throw PictureFault(.damaged, String(message.split(separator: "(): ").last ?? "unknown fault"))
    }
}
