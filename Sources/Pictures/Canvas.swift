internal import CCairo
internal import Tickets

/// Draws on one page. Lent to the closure that fills the page; all lengths are in the page's own unit, with the origin
/// at the top left.
@safe public struct Canvas: ~Copyable {
    /// The colours of QR codes and of marks on pictures.
    public enum Ink: Sendable { case black, white, green }

    /// Its sides are parallel to those of the page.
    public struct Rectangle: Sendable {
        /// Of the left side.
        public let x: Double
        /// Of the top side.
        public let y: Double
        /// To the right.
        public let width: Double
        /// Down.
        public let height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    let context: OpaquePointer
    let text: TextLayout

    /// cairo keeps the surface alive for as long as the canvas is.
    init(on surface: borrowing CairoSurface) throws(PictureFault) {
        guard let context = unsafe cairo_create(surface.handle) else {
            throw PictureFault(.drawing, "cairo made no context")
        }
        unsafe self.context = context
        text = unsafe TextLayout(on: context)
    }

    deinit { unsafe cairo_destroy(context) }

    /// Covers the whole page.
    public func fill(_ ink: Ink) {
        choose(ink)
        unsafe cairo_paint(context)
    }

    /// Fills the rectangles as one shape. If neighbours were filled one by one, renderers that smooth edges would leave
    /// light hairlines between them.
    public func fill(_ ink: Ink, _ rectangles: some Sequence<Rectangle>) {
        choose(ink)
        for rectangle in rectangles {
            unsafe cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        }
        unsafe cairo_fill(context)
    }

    /// A place on the page.
    public struct Point: Sendable {
        /// From the left.
        public let x: Double
        /// From the top.
        public let y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Draws a closed line from corner to corner, half of its width on each side.
    public func outline(_ ink: Ink, _ corners: some Sequence<Point>, lineWidth: Double) {
        choose(ink)
        // Writing text leaves a current point, from which the line would begin.
        unsafe cairo_new_path(context)
        for corner in corners { unsafe cairo_line_to(context, corner.x, corner.y) }
        unsafe cairo_close_path(context)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_set_line_width(context, lineWidth)
        unsafe cairo_stroke(context)
    }

    /// Writes one line of black text around `x`. Text that is too wide is set smaller, down to three quarters, and then
    /// cut short.
    ///
    /// Control characters are left out. The font is the system's sans serif; a character that no font has is shown as a
    /// box.
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
