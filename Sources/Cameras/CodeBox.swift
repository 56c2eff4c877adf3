internal import QRReader

/// The bounding box of a code, in pixels of its frame.
struct CodeBox: Hashable {
    private let columns: ClosedRange<Int>
    private let rows: ClosedRange<Int>

    init(_ symbol: QRSymbol) {
        let (columns, rows) = (symbol.corners.map(\.x), symbol.corners.map(\.y))
        self.columns = (columns.min() ?? 0)...(columns.max() ?? 0)
        self.rows = (rows.min() ?? 0)...(rows.max() ?? 0)
    }

    private var middle: (x: Double, y: Double) {
        (Double(columns.lowerBound + columns.upperBound) / 2, Double(rows.lowerBound + rows.upperBound) / 2)
    }

    func distance(fromMiddleOf size: FrameSize) -> Double {
        let (across, down) = (middle.x - Double(size.width) / 2, middle.y - Double(size.height) / 2)
        return (across * across + down * down).squareRoot()
    }

    /// Whether its centre is inside the other box: this is false for two codes side by side.
    func lies(in other: CodeBox) -> Bool {
        other.columns.contains(Int(middle.x)) && other.rows.contains(Int(middle.y))
    }
}
