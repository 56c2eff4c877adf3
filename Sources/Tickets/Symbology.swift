/// A kind of printed code. Raw values are used in usher.yaml.
public enum Symbology: String, Hashable, Sendable, CaseIterable {
    /// QR codes (ISO/IEC 18004).
    case qr
    /// Code 128 and GS1-128 (ISO/IEC 15417).
    case code128
    /// Code 39 (ISO/IEC 16388).
    case code39
    /// EAN-13, with UPC-A, and EAN-8 (ISO/IEC 15420): what goods carry.
    case ean
    /// Interleaved 2 of 5 (ISO/IEC 16390) of 14 digits, the last one a check digit. A part of a longer or shorter one
    /// reads like a whole one.
    case itf14
    /// Codabar (EN 798).
    case codabar
    /// Aztec (ISO/IEC 24778): what railways and airlines print.
    case aztec
    /// Data Matrix (ISO/IEC 16022).
    case dataMatrix = "datamatrix"
    /// PDF417 (ISO/IEC 15438).
    case pdf417
}
