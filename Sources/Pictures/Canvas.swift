internal import CCairo
internal import Tickets

/// Draws on one page; lent to the closure that fills it, in the page's own unit with the origin at the top left.
@safe public struct Canvas: ~Copyable {
    public enum Ink: Sendable { case black, white, green }

    public struct Rectangle: Sendable {
        public let x: Double
        public let y: Double
        public let width: Double
        public let height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    let context: OpaquePointer

    /// cairo keeps the surface alive for as long as the canvas is.
    init(on surface: borrowing CairoSurface) throws(PictureFault) {
        guard let context = unsafe cairo_create(surface.handle) else {
            throw PictureFault(.drawing, "cairo made no context")
        }
        unsafe self.context = context
    }

    deinit { unsafe cairo_destroy(context) }

    /// Covers the whole page.
    public func fill(_ ink: Ink) {
        choose(ink)
        unsafe cairo_paint(context)
    }

    /// Fills the rectangles as one shape: between neighbours that are filled one by one, renderers that smooth edges
    /// leave light hairlines.
    public func fill(_ ink: Ink, _ rectangles: some Sequence<Rectangle>) {
        choose(ink)
        for rectangle in rectangles {
            unsafe cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        }
        unsafe cairo_fill(context)
    }

    public struct Point: Sendable {
        public let x: Double
        public let y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Draws the closed line from corner to corner.
    public func outline(_ ink: Ink, _ corners: some Sequence<Point>, lineWidth: Double) {
        choose(ink)
        for corner in corners { unsafe cairo_line_to(context, corner.x, corner.y) }
        unsafe cairo_close_path(context)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_set_line_width(context, lineWidth)
        unsafe cairo_stroke(context)
    }

    /// One line of black text around `x`. What is too wide is set smaller, down to three quarters, then cut short.
    ///
    /// Control characters are left out. The font is the system's sans serif; a character it lacks shows as a box.
    public func write(_ text: String, centredAt x: Double, baseline: Double, size: Double, maximumWidth: Double) {
        write(
            text, at: Point(x: x, y: baseline), style: TextStyle(size: size, alignment: .centre),
            maximumWidth: maximumWidth)
    }

    /// Paints an image surface with its top left corner at `x`, `y`.
    func paint(_ picture: borrowing CairoSurface, x: Double, y: Double) {
        unsafe cairo_set_source_surface(context, picture.handle, x, y)
        unsafe cairo_paint(context)
    }

    func finishPage() { unsafe cairo_show_page(context) }

    /// cairo remembers the first thing that went wrong.
    func check() throws(PictureFault) { try unsafe cairo_status(context).check() }

    private func choose(_ ink: Ink) {
        let (red, green, blue) =
            switch ink {
            case .black: (0.0, 0.0, 0.0)
            case .white: (1.0, 1.0, 1.0)
            case .green: (0.0, 0.8, 0.2)
            }
        unsafe cairo_set_source_rgb(context, red, green, blue)
    }
}
