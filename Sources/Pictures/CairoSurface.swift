internal import CCairo

/// Owns a cairo surface: what is drawn on.
@safe struct CairoSurface: ~Copyable {
    let handle: OpaquePointer

    /// Takes ownership of a surface that cairo has just made. cairo never returns `nil`, but possibly a surface that
    /// only carries an error.
    init(taking handle: OpaquePointer?) throws(PictureFault) {
        guard let handle = unsafe handle else { throw PictureFault(.drawing, "cairo made no surface") }
        do throws(PictureFault) {
            try unsafe cairo_surface_status(handle).check()
        } catch {
            unsafe cairo_surface_destroy(handle)
            throw error
        }
        unsafe self.handle = handle
    }

    /// Blank memory with 8 (A8) or 32 (RGB24) bits per pixel.
    init(_ format: cairo_format_t, width: Int, height: Int) throws(PictureFault) {
        try unsafe self.init(taking: cairo_image_surface_create(format, Int32(width), Int32(height)))
    }

    deinit { unsafe cairo_surface_destroy(handle) }

    var width: Int { unsafe Int(cairo_image_surface_get_width(handle)) }
    var height: Int { unsafe Int(cairo_image_surface_get_height(handle)) }

    /// Lends a row of an image surface, one element per pixel: `UInt8` for A8, `UInt32` for RGB24.
    func withRow<Pixel: BitwiseCopyable>(_ row: Int, as _: Pixel.Type, _ body: (inout MutableSpan<Pixel>) -> Void) {
        let stride = unsafe Int(cairo_image_surface_get_stride(handle))
        unsafe cairo_surface_flush(handle)
        guard let memory = unsafe cairo_image_surface_get_data(handle),
            (0..<height).contains(row), width * MemoryLayout<Pixel>.stride <= stride
        else { preconditionFailure("an image surface has memory for its rows") }
        unsafe (memory + row * stride).withMemoryRebound(to: Pixel.self, capacity: width) { start in
            var pixels = unsafe UnsafeMutableBufferPointer(start: start, count: width).mutableSpan
            body(&pixels)
        }
        unsafe cairo_surface_mark_dirty(handle)
    }
}

/// Collects what cairo writes.
final class ByteSink {
    private(set) var bytes = [UInt8]()

    /// Forgets what was collected.
    func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// For cairo's `..._to_stream` functions; their closure is an unretained `ByteSink`.
    static let write: cairo_write_func_t = { closure, data, count in
        guard let closure = unsafe closure, let data = unsafe data else { return CAIRO_STATUS_WRITE_ERROR }
        let sink = unsafe Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue()
        unsafe sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
    }
}

extension cairo_status_t {
    func check() throws(PictureFault) {
        guard self != CAIRO_STATUS_SUCCESS else { return }
        throw PictureFault(.drawing, "cairo: " + (unsafe String(cString: cairo_status_to_string(self))))
    }
}
