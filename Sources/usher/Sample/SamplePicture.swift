import Pictures
import QRWriter

/// Pictures of codes as a camera sees them.
enum SamplePicture {
    /// Each can be read.
    enum Look {
        case printed
        /// Light on dark, as a phone in dark mode shows it.
        case inverted
        /// Out of focus.
        case blurred
        /// With the reflection of a lamp.
        case glare
    }

    private static let modulePixels = 6

    /// - Throws: ``QRWriterError``
    static func drawing(_ code: QRMatrix, as look: Look) throws -> GreyImage {
        let picture = try code.picture(modulePixels: modulePixels, inverted: look == .inverted)
        return switch look {
        case .printed, .inverted: picture
        // Two means over a module each way: black and white just do not run into each other.
        case .blurred: blurred(blurred(picture))
        case .glare: withReflection(picture)
        }
    }

    /// Each pixel becomes the mean of the square around it.
    private static func blurred(_ picture: GreyImage) -> GreyImage {
        let reach = modulePixels / 2
        let luma = (0..<picture.height).flatMap { y in
            (0..<picture.width).map { x -> UInt8 in
                var (sum, count) = (0, 0)
                for row in max(0, y - reach)...min(picture.height - 1, y + reach) {
                    for column in max(0, x - reach)...min(picture.width - 1, x + reach) {
                        sum += Int(picture.luma[row * picture.width + column])
                        count += 1
                    }
                }
                return UInt8(sum / count)
            }
        }
        return GreyImage(width: picture.width, height: picture.height, luma: luma)
    }

    /// A round spot that fades out, beside the middle: error correction makes good for what it hides.
    private static func withReflection(_ picture: GreyImage) -> GreyImage {
        let (middleX, middleY) = (picture.width * 3 / 5, picture.height * 3 / 5)
        let radius = Double(picture.width) / 8
        let luma = (0..<picture.height).flatMap { y in
            (0..<picture.width).map { x -> UInt8 in
                let (dx, dy) = (Double(x - middleX), Double(y - middleY))
                let light = max(0, 1.5 - (dx * dx + dy * dy).squareRoot() / radius) * 255
                return UInt8(min(255, Double(picture.luma[y * picture.width + x]) + light))
            }
        }
        return GreyImage(width: picture.width, height: picture.height, luma: luma)
    }
}
