// Pictures: PNG, JPEG and PGM files in; PNG, SVG and PDF out.

public import Tickets

/// A picture of brightnesses, 0 black to 255 white: one byte per pixel, row after row, without padding.
///
/// `luma.span` lends the pixels to a reader of codes without a copy.
public struct GreyImage: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Number of rows.
    public let height: Int
    /// `width * height` bytes, the top row first.
    public let luma: [UInt8]

    /// - Precondition: there are exactly `width * height` bytes, and both sides are above 0.
    public init(width: Int, height: Int, luma: [UInt8]) {
        precondition(width > 0 && height > 0 && luma.count == width * height, "a picture has width times height pixels")
        self.width = width
        self.height = height
        self.luma = luma
    }

    /// Reads a PNG, JPEG or PGM file. Colours become brightness, transparent places show white paper.
    ///
    /// The format is recognised by the content, not by the name. At most 64 MiB, 64 megapixels, and 16384 pixels on a
    /// side.
    public init(readingFile path: String) throws(PictureError) {
        try self.init(decoding: try PictureFile.read(path), named: path)
    }

    /// The same for a file that is in memory already.
    /// - Parameters:
    ///   - name: its name in errors.
    ///   - mostPixels: a larger picture is refused before it costs anything.
    public init(decoding bytes: [UInt8], named name: String, mostPixels: Int = .max) throws(PictureError) {
        do throws(PictureFault) {
            self = try Self.decoder(of: bytes)(bytes, mostPixels)
        } catch {
            throw PictureError(error, operation: "read", subject: name)
        }
    }

    /// The picture reduced by a whole number, so that it is at most this wide: each pixel is the mean of a square. Rows
    /// and columns left over at the right and the bottom are dropped.
    /// - Precondition: the width is above 0.
    /// - Returns: the picture, and the number of pixels that became one in each direction.
    public func reduced(toWidth maximum: Int) -> (picture: GreyImage, factor: Int) {
        precondition(maximum > 0, "a picture has a width")
        let factor = min((width - 1) / maximum + 1, height)
        guard factor > 1 else { return (self, 1) }
        let (newWidth, newHeight) = (width / factor, height / factor)
        var means = [UInt8]()
        means.reserveCapacity(newWidth * newHeight)
        for row in 0..<newHeight {
            for column in 0..<newWidth {
                var sum = 0
                for line in 0..<factor {
                    let start = (row * factor + line) * width + column * factor
                    for place in start..<start + factor { sum += Int(luma[place]) }
                }
                means.append(UInt8(sum / (factor * factor)))
            }
        }
        return (GreyImage(width: newWidth, height: newHeight, luma: means), factor)
    }

    private typealias Decoder = (_ bytes: [UInt8], _ mostPixels: Int) throws(PictureFault) -> GreyImage

    private static func decoder(of bytes: [UInt8]) throws(PictureFault) -> Decoder {
        if bytes.isEmpty { throw PictureFault(.damaged, "it is empty") }
        if bytes.starts(with: PNG.signature) { return PNG.decode }
        if bytes.starts(with: JPEG.signature) { return JPEG.decode }
        if PGM.signatures.contains(where: bytes.starts(with:)) { return PGM.decode }
        throw PictureFault(.unknownFormat, "it is not a PNG, JPEG or PGM picture", hint: "Convert it to one of these.")
    }
}

/// The size of a picture, within the limits of this program.
struct PictureSize {
    static let sides = 1...16384
    static let maximumPixels = 64 << 20

    let width: Int
    let height: Int

    /// Checks what a header claims, before memory is allocated for it.
    init(width: Int, height: Int) throws(PictureFault) {
        guard width > 0, height > 0 else {
            throw PictureFault(.damaged, "it claims \(width) x \(height) pixels")
        }
        guard Self.sides.contains(width), Self.sides.contains(height), width * height <= Self.maximumPixels else {
            throw PictureFault(
                .tooLarge, "\(width) x \(height) pixels are more than 64 megapixels or 16384 a side",
                hint: "Scale it down.")
        }
        self.width = width
        self.height = height
    }

    var pixelCount: Int { width * height }

    func limited(to mostPixels: Int) throws(PictureFault) -> PictureSize {
        guard pixelCount <= mostPixels else {
            throw PictureFault(.tooLarge, "it has more than \(mostPixels) pixels", hint: "Scale it down.")
        }
        return self
    }
}
