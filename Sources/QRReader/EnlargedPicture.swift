/// A copy in which each pixel becomes a square of pixels: for codes whose modules are single pixels.
struct EnlargedPicture {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    init(_ view: GreyView, factor: Int) {
        width = view.width * factor
        height = view.height * factor
        var pixels = [UInt8]()
        pixels.reserveCapacity(width * height)
        for row in 0..<height {
            for column in 0..<view.width {
                let pixel = view.pixel(column: column, row: row / factor)
                for _ in 0..<factor { pixels.append(pixel) }
            }
        }
        self.pixels = pixels
    }

    func withView<Result>(_ body: (GreyView) -> Result) -> Result {
        unsafe pixels.withUnsafeBufferPointer { unsafe body(GreyView($0, width: width, height: height)) }
    }
}
