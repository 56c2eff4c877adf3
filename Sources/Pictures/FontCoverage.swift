internal import CCairo
public import Tickets

/// Which characters the fonts of this machine have: those that drawings use, and the browser of its screen.
public struct FontCoverage: ~Copyable {
    private let canvas: Canvas

    /// - Throws: ``PictureError`` when there is no memory.
    public init() throws(PictureError) {
        do throws(PictureFault) {
            canvas = try Canvas(on: CairoSurface(CAIRO_FORMAT_A8, width: 1, height: 1))
        } catch {
            throw PictureError(error, operation: "use", subject: "the font")
        }
        canvas.choose(TextStyle(size: 10))
    }

    /// Whether a text has a character that would be drawn as a box.
    public func lacks(_ text: String) -> Bool {
        canvas.text.lacksGlyph(of: text.withoutControls.drawable)
    }

    /// The scripts of the characters that would be drawn as boxes, by their codes of ISO 15924: `Hani`, `Thai`; `Zyyy` for
    /// signs that belong to none, such as emoji.
    public func missingScripts(in text: String) -> Set<String> {
        guard lacks(text) else { return [] }
        let missing = Set(text.unicodeScalars).filter { lacks(String($0)) }
        return Set(missing.map { Self.script(of: $0) })
    }

    private static func script(of scalar: Unicode.Scalar) -> String {
        let code = g_unicode_script_to_iso15924(g_unichar_get_script(scalar.value))
        return String(
            decoding: stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
    }
}
