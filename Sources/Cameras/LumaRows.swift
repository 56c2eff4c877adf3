/// Loops over whole frames. The inner loops are so simple that the compiler turns them into vector instructions.
package enum LumaRows {
    /// Copies every second byte of each row.
    /// - Precondition: `bytes` has what `format` needs, `luma` one byte for each pixel.
    package static func gather(from bytes: Span<UInt8>, first: Int, _ format: FrameFormat, into luma: inout [UInt8]) {
        let (width, height) = (format.size.width, format.size.height)
        precondition(format.lumaByteCount.map { bytes.count >= $0 } ?? false && luma.count >= width * height)
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe luma.withUnsafeMutableBufferPointer { target in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                for row in 0..<height {
                    let (from, to) = unsafe (source + row * format.bytesPerRow + first, target + row * width)
                    for column in 0..<width { unsafe to[column] = from[column &* 2] }
                }
            }
        }
    }

    /// Copies each row from its last pixel to its first.
    /// - Precondition: `source` has what `picture` says, `luma` one byte for each pixel.
    static func reverse(_ source: Span<UInt8>, _ picture: LumaConverter.Picture, into luma: inout [UInt8]) {
        let (width, height) = (picture.size.width, picture.size.height)
        precondition(source.count >= picture.bytesPerRow * (height - 1) + width && luma.count >= width * height)
        unsafe source.withUnsafeBufferPointer { source in
            unsafe luma.withUnsafeMutableBufferPointer { target in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                for row in 0..<height {
                    let from = unsafe source + row * picture.bytesPerRow + (width - 1)
                    let to = unsafe target + row * width
                    for column in 0..<width { unsafe to[column] = from[0 &- column] }
                }
            }
        }
    }
}
