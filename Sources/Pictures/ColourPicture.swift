internal import CCairo

/// A picture that can be drawn on in colour: a grey one with marks.
public struct ColourPicture: ~Copyable {
    private let surface: CairoSurface

    /// Starts with a grey picture.
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

    /// In pixels, the origin at the top left.
    public mutating func draw(_ body: (borrowing Canvas) -> Void) throws(PictureError) {
        do throws(PictureFault) {
            let canvas = try Canvas(on: surface)
            body(canvas)
            try canvas.check()
        } catch {
            throw Self.error(error)
        }
    }

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
