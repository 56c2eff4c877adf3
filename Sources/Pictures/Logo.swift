internal import CCairo
public import Tickets

/// A picture in colour, with its transparent places, to be drawn on pages.
public final class Logo {
    /// More pixels on a side are of no use on paper: 100 mm at 300 dots per inch are 1181.
    static let longestSide = 1200

    let surface: CairoSurface
    /// Its width for a height of 1.
    public let aspect: Double

    /// - Parameters:
    ///   - bytes: a PNG file.
    ///   - name: its name in errors.
    public init(decodingPNG bytes: [UInt8], named name: String) throws(PictureError) {
        do throws(PictureFault) {
            guard bytes.starts(with: PNG.signature) else {
                throw PictureFault(.unknownFormat, "it is not a PNG picture", hint: "Save it as PNG.")
            }
            let size = try PNG.size(of: bytes)
            let picture = try PNG.surface(of: bytes)
            guard picture.width == size.width, picture.height == size.height else {
                throw PictureFault(.damaged, "its header and its pixels disagree")
            }
            let factor = min(1, Double(Self.longestSide) / Double(max(size.width, size.height)))
            let (width, height) = (
                max(1, Int(Double(size.width) * factor)), max(1, Int(Double(size.height) * factor))
            )
            let surface = try CairoSurface(CAIRO_FORMAT_ARGB32, width: width, height: height)
            let canvas = try Canvas(on: surface)
            canvas.paint(
                picture, in: Canvas.Rectangle(x: 0, y: 0, width: Double(width), height: Double(height)))
            try canvas.check()
            self.surface = surface
            aspect = Double(width) / Double(height)
        } catch {
            throw PictureError(error, operation: "read", subject: name)
        }
    }
}

extension Canvas {
    /// Draws the logo as large as it fits into the frame, from the frame's top left corner.
    /// - Returns: its width.
    @discardableResult
    public func draw(_ logo: Logo, in frame: Rectangle) -> Double {
        let width = min(frame.width, frame.height * logo.aspect)
        paint(logo.surface, in: Rectangle(x: frame.x, y: frame.y, width: width, height: width / logo.aspect))
        return width
    }

    /// Paints an image surface, stretched to the frame.
    func paint(_ picture: borrowing CairoSurface, in frame: Rectangle) {
        unsafe cairo_save(context)
        unsafe cairo_translate(context, frame.x, frame.y)
        unsafe cairo_scale(context, frame.width / Double(picture.width), frame.height / Double(picture.height))
        paint(picture, x: 0, y: 0)
        unsafe cairo_restore(context)
    }
}
