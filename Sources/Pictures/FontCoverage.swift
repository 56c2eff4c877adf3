internal import CCairo
public import Tickets

/// Which characters the font of drawings has: the system's sans serif.
public struct FontCoverage: ~Copyable {
    private let surface: CairoSurface

    /// - Throws: ``PictureError`` when there is no memory.
    public init() throws(PictureError) {
        do throws(PictureFault) {
            surface = try CairoSurface(CAIRO_FORMAT_A8, width: 1, height: 1)
        } catch {
            throw PictureError(error, operation: "use", subject: "the font")
        }
    }

    /// Whether a text has a character that would be drawn as a box.
    public func lacks(_ text: String) -> Bool {
        guard let canvas = try? Canvas(on: surface) else { return false }
        return canvas.lacksGlyph(of: text)
    }
}

extension Canvas {
    fileprivate func lacksGlyph(of text: String) -> Bool {
        choose(TextStyle(size: 10))
        var glyphs: UnsafeMutablePointer<cairo_glyph_t>? = nil
        var count: Int32 = 0
        let status = unsafe cairo_scaled_font_text_to_glyphs(
            cairo_get_scaled_font(context), 0, 0, text.withoutControls.drawable, -1, &glyphs, &count, nil, nil, nil)
        defer { unsafe cairo_glyph_free(glyphs) }
        guard status == CAIRO_STATUS_SUCCESS else { return false }
        // Glyph 0 is the box for what is missing (OpenType specification, "cmap").
        return unsafe UnsafeBufferPointer(start: glyphs, count: Int(count)).contains { $0.index == 0 }
    }
}
