internal import CCairo

/// A grey picture with coloured lines over it, and room next to it for other pictures. All lengths are in pixels.
@safe public struct Overlay: ~Copyable {
    /// The colours of the lines.
    public enum Ink: Sendable { case red, orange, green, blue }

    private let surface: CairoSurface
    private let context: OpaquePointer

    /// - Parameter extraWidth: pixels of white paper to the right of the picture.
    /// - Throws: ``PictureError`` when there is no memory for it.
    public init(over picture: GreyImage, extraWidth: Int = 0) throws(PictureError) {
        do throws(PictureFault) {
            let size = try PictureSize(width: picture.width + extraWidth, height: picture.height)
            let surface = try CairoSurface(CAIRO_FORMAT_RGB24, width: size.width, height: size.height)
            guard let context = unsafe cairo_create(surface.handle) else {
                throw PictureFault(.drawing, "cairo made no context")
            }
            unsafe self.context = context
            self.surface = surface
        } catch {
            throw PictureError(error, operation: "draw", subject: "an overlay")
        }
        for row in 0..<picture.height {
            surface.withRow(row, as: UInt32.self) { pixels in
                for column in pixels.indices { pixels[column] = 0xFFFFFF }
            }
        }
        paint(picture, x: 0, y: 0)
    }

    deinit { unsafe cairo_destroy(context) }

    /// Copies a picture, its top left corner to this place. What is outside is cut off.
    public func paint(_ picture: GreyImage, x: Int, y: Int) {
        for row in max(0, -y)..<max(0, -y, min(picture.height, surface.height - y)) {
            surface.withRow(y + row, as: UInt32.self) { pixels in
                for column in max(0, -x)..<max(0, -x, min(picture.width, pixels.count - x)) {
                    pixels[x + column] = UInt32(picture.luma[row * picture.width + column]) * 0x010101
                }
            }
        }
    }

    /// Draws lines from point to point, in pixels, and back to the first if `closed`.
    public func draw(_ ink: Ink, width: Double, closed: Bool, _ points: [SIMD2<Double>]) {
        choose(ink)
        unsafe cairo_set_line_width(context, width)
        for point in points { unsafe cairo_line_to(context, point.x, point.y) }
        if closed { unsafe cairo_close_path(context) }
        unsafe cairo_stroke(context)
    }

    private func choose(_ ink: Ink) {
        switch ink {
        case .red: unsafe cairo_set_source_rgb(context, 0.90, 0.10, 0.10)
        case .orange: unsafe cairo_set_source_rgb(context, 0.95, 0.55, 0)
        case .green: unsafe cairo_set_source_rgb(context, 0, 0.65, 0.20)
        case .blue: unsafe cairo_set_source_rgb(context, 0.10, 0.35, 1)
        }
    }

    /// A PNG file of 8 bits per colour.
    public func pngFile() throws(PictureError) -> [UInt8] {
        do throws(PictureFault) {
            try unsafe cairo_status(context).check()
            let sink = ByteSink()
            try unsafe cairo_surface_write_to_png_stream(
                surface.handle, ByteSink.write, Unmanaged.passUnretained(sink).toOpaque()
            ).check()
            return withExtendedLifetime(sink) { sink.bytes }
        } catch {
            throw PictureError(error, operation: "draw", subject: "a PNG picture")
        }
    }
}
