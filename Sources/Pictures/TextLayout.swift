internal import CCairo

/// Sets one line of text in a font: letters are joined and ordered as their script wants it, from right to left too, and
/// what the font lacks is taken from others (pango, https://docs.gtk.org/Pango/).
@safe final class TextLayout {
    private let context: OpaquePointer
    /// Made when there is text: drawings without any need no fonts.
    private lazy var layout: OpaquePointer = unsafe makeLayout()
    private var isMade = false

    /// - Parameter context: of cairo; it outlives this object.
    init(on context: OpaquePointer) {
        unsafe self.context = context
    }

    deinit {
        if isMade { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    }

    private func makeLayout() -> OpaquePointer {
        isMade = true
        guard let layout = unsafe pango_cairo_create_layout(context) else {
            preconditionFailure("pango makes a layout")
        }
        // Widths add up as the letters stand in a PDF, not as whole pixels.
        unsafe pango_context_set_round_glyph_positions(pango_layout_get_context(layout), 0)
        unsafe pango_layout_set_single_paragraph_mode(layout, 1)
        return unsafe layout
    }

    /// The system's sans serif, for what is set next.
    /// - Parameter size: in the unit of the page.
    func choose(size: Double, isBold: Bool) {
        let font = unsafe pango_font_description_new()
        defer { unsafe pango_font_description_free(font) }
        // The same on every machine that has it; the system's sans serif may be taller than the lines are apart.
        unsafe pango_font_description_set_family(font, "DejaVu Sans,sans-serif")
        unsafe pango_font_description_set_weight(font, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        unsafe pango_font_description_set_absolute_size(font, size * Self.unit)
        unsafe pango_layout_set_font_description(layout, font)
    }

    /// In the unit of the page.
    func width(of line: String) -> Double {
        set(line)
        var extents = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &extents)
        return Double(extents.width) / Self.unit
    }

    /// Draws a line; its left end, on the baseline, is cairo's current point.
    func show(_ line: String, on context: OpaquePointer) {
        set(line)
        unsafe pango_cairo_update_layout(context, layout)
        unsafe pango_cairo_show_layout_line(context, pango_layout_get_line_readonly(layout, 0))
    }

    /// Whether no font has some of its characters.
    func lacksGlyph(of line: String) -> Bool {
        set(line)
        return unsafe pango_layout_get_unknown_glyphs_count(layout) > 0
    }

    private func set(_ line: String) {
        unsafe pango_layout_set_text(layout, line, -1)
    }

    /// Pango measures in 1,024ths.
    private static let unit = Double(PANGO_SCALE)
}
