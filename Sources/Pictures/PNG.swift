internal import CCairo

/// PNG files in and out, through cairo.
enum PNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func decode(_ bytes: [UInt8], mostPixels: Int) throws(PictureFault) -> GreyImage {
        let size = try size(of: bytes).limited(to: mostPixels)
        let picture = try surface(of: bytes)
        guard picture.width == size.width, picture.height == size.height else {
            throw PictureFault(.damaged, "its header and its pixels disagree")
        }
        return GreyImage(width: size.width, height: size.height, luma: try luma(of: picture, size: size))
    }

    /// From the first chunk, IHDR (PNG specification, 11.2.1): cairo allocates memory for any size before its caller
    /// can learn it.
    static func size(of bytes: [UInt8]) throws(PictureFault) -> PictureSize {
        guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else {
            throw PictureFault(.damaged, "it has no PNG header")
        }
        let number = { (range: Range<Int>) in bytes[range].reduce(0) { $0 << 8 | Int($1) } }
        return try PictureSize(width: number(16..<20), height: number(20..<24))
    }

    static func surface(of bytes: [UInt8]) throws(PictureFault) -> CairoSurface {
        var source = ByteSource(bytes: bytes)
        let handle = unsafe withUnsafeMutablePointer(to: &source) { source in
            unsafe cairo_image_surface_create_from_png_stream(ByteSource.read, source)
        }
        do {
            return try unsafe CairoSurface(taking: handle)
        } catch {
            throw PictureFault(.damaged, "it is truncated or corrupt")
        }
    }

    /// Paints the picture over white paper a few rows at a time. That removes transparency, and converts all pixel
    /// formats that cairo makes of PNG files (16 bits per sample from 1.18 on), without a second picture in memory.
    private static func luma(of picture: borrowing CairoSurface, size: PictureSize) throws(PictureFault) -> [UInt8] {
        let band = try CairoSurface(CAIRO_FORMAT_RGB24, width: size.width, height: min(size.height, 64))
        var luma = [UInt8]()
        luma.reserveCapacity(size.pixelCount)
        for top in stride(from: 0, to: size.height, by: band.height) {
            let canvas = try Canvas(on: band)
            canvas.fill(.white)
            canvas.paint(picture, x: 0, y: -Double(top))
            try canvas.check()
            for row in 0..<min(band.height, size.height - top) {
                band.withRow(row, as: UInt32.self) { pixels in
                    for column in pixels.indices { luma.append(brightness(of: pixels[column])) }
                }
            }
        }
        return luma
    }

    static func encode(_ surface: borrowing CairoSurface) throws(PictureFault) -> [UInt8] {
        let sink = ByteSink()
        try unsafe cairo_surface_write_to_png_stream(
            surface.handle, ByteSink.write, Unmanaged.passUnretained(sink).toOpaque()
        ).check()
        return withExtendedLifetime(sink) { sink.bytes }
    }

    /// The luma of JPEG (ITU-R BT.601) in 1/256 of a cairo RGB24 pixel, `0xRRGGBB` in the machine's byte order.
    private static func brightness(of pixel: UInt32) -> UInt8 {
        let (red, green, blue): (UInt32, UInt32, UInt32) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
        return UInt8((77 * red + 150 * green + 29 * blue) >> 8)
    }
}

extension GreyImage {
    /// A PNG file of 8 bits per pixel, grey.
    public func pngFile() throws(PictureError) -> [UInt8] {
        do throws(PictureFault) {
            // cairo writes a surface of alphas as a grey PNG.
            let surface = try CairoSurface(CAIRO_FORMAT_A8, width: width, height: height)
            for row in 0..<height {
                surface.withRow(row, as: UInt8.self) { pixels in
                    for column in pixels.indices { pixels[column] = luma[row * width + column] }
                }
            }
            return try PNG.encode(surface)
        } catch {
            throw PictureError(error, operation: "draw", subject: "a PNG picture of \(width) x \(height) pixels")
        }
    }
}

/// Gives cairo the bytes of a file, piece by piece.
private struct ByteSource {
    let bytes: [UInt8]
    var position = 0

    /// For `cairo_image_surface_create_from_png_stream`; its closure points to a `ByteSource`.
    static let read: cairo_read_func_t = { closure, target, count in
        guard let target = unsafe target,
            let source = unsafe closure?.assumingMemoryBound(to: ByteSource.self)
        else { return CAIRO_STATUS_READ_ERROR }
        let start = unsafe source.pointee.position
        let end = start + Int(count)
        guard unsafe end <= source.pointee.bytes.count else { return CAIRO_STATUS_READ_ERROR }
        _ = unsafe UnsafeMutableBufferPointer(start: target, count: Int(count))
            .update(fromContentsOf: source.pointee.bytes[start..<end])
        unsafe source.pointee.position = end
        return CAIRO_STATUS_SUCCESS
    }
}
