internal import CCairo

/// A grey picture with coloured marks drawn on it.
public struct ColourPicture: ~Copyable {
    private let surface: CairoSurface

    /// Copies a grey picture, to draw on.
    public init(_ picture: GreyImage) throws(PictureError) {
        do throws(PictureFault) {
            surface = try CairoSurface(CAIRO_FORMAT_RGB24, width: picture.width, height: picture.height)
        } catch {
            throw Self.error(error)
        }
        for row in 0..<picture.height {
            surface.withRow(row, as: UInt32.self) { pixels in
                // 0xRRGGBB in the machine's byte order.
                for column in pixels.indices {
                    pixels[column] = UInt32(picture.luma[row * picture.width + column]) * 0x01_01_01
                }
            }
        }
    }

    /// Calls the closure with a canvas over the picture, in pixels, the origin at the top left.
    public mutating func draw(_ body: (borrowing Canvas) -> Void) throws(PictureError) {
        do throws(PictureFault) {
            let canvas = try Canvas(on: surface)
            body(canvas)
            try canvas.check()
        } catch {
            throw Self.error(error)
        }
    }

    /// A PNG file of 8 bits per colour.
    public func pngFile() throws(PictureError) -> [UInt8] {
        do throws(PictureFault) {
            return try PNG.encode(surface)
        } catch {
            throw Self.error(error)
        }
    }

    private static func error(_ fault: PictureFault) -> PictureError {
        PictureError(fault, operation: "draw", subject: "a picture with marks")
    }
}
