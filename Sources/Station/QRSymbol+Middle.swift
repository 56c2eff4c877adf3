internal import Pictures
internal import QRReader

extension [QRSymbol] {
    /// The code that somebody holds there on purpose, where a picture has several.
    func nearestToMiddle(of picture: GreyImage) -> QRSymbol? {
        let middle = QRSymbol.Point(x: picture.width / 2, y: picture.height / 2)
        return self.min { $0.distance(to: middle) < $1.distance(to: middle) }
    }
}

extension QRSymbol {
    /// From the mean of its corners, in pixels, squared.
    fileprivate func distance(to point: Point) -> Int {
        let count = max(1, corners.count)
        let x = corners.map(\.x).reduce(0, +) / count - point.x
        let y = corners.map(\.y).reduce(0, +) / count - point.y
        return x * x + y * y
    }
}
