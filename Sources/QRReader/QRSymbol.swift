internal import Tickets

/// A code that was read.
public struct QRSymbol: Hashable, Sendable {
    /// A pixel of the frame, the origin at the top left. May be a little outside the frame.
    public struct Point: Hashable, Sendable {
        /// To the right.
        public let x: Int
        /// Down.
        public let y: Int

        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// The bytes in the code, without guessing a character set. Only where the code itself names one (an ECI header)
    /// they have been converted from that to UTF-8.
    public let bytes: [UInt8]
    /// The corners of the code without its quiet zone, in the code's own orientation: top left, bottom left, bottom
    /// right, top right. Of several codes that make up one text, the corners of the box around them all.
    public let corners: [Point]

    public init(bytes: [UInt8], corners: [Point]) {
        self.bytes = bytes
        self.corners = corners
    }

    /// The bytes as text; `nil` if they are not UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The text for a line of output: without control characters, and with U+FFFD for what is not UTF-8.
    public var printableText: String { String(decoding: bytes, as: UTF8.self).withoutControls }
}
