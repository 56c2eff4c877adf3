/// The threshold between dark and light in each block of 8 x 8 pixels.
///
/// Blocks without contrast give no threshold. Every block gets the mean of the blocks with contrast up to two blocks
/// away. So the large dark centre of a finder pattern takes its threshold from the edges around it, and an empty wall
/// costs the search nothing.
struct BlockThresholds {
    static let side = 8
    /// Blocks are flat when their brightest and darkest pixels differ by less. The limit is between these two, and
    /// higher where noise is stronger.
    private static let contrasts: ClosedRange<UInt32> = 20...48
    private static let reach = 2
    /// 65536 divided by each number of blocks that may be added up, and 0 for none: multiplying is faster than
    /// dividing.
    private static let shares: [UInt32] = [0] + (1...25).map { 65536 / $0 }

    private(set) var columns = 0
    private(set) var rows = 0
    /// For each block, the threshold: a pixel below it is dark. 0 where nothing has contrast.
    private(set) var values = [UInt8]()
    /// For each block, brightness in the low half and contrast in the high half; later 1 in the high half, or 0 if it
    /// is flat.
    private var levels = [UInt32]()
    private var columnSums = [UInt32]()

    /// - Precondition: the picture is at least 16 pixels wide and 8 high.
    mutating func measure(_ view: GreyView) {
        let shape = (columns: (view.width + 7) / 8, rows: (view.height + 7) / 8)
        // A picture turned by 90 degrees has as many blocks, but another number of columns.
        if shape != (columns, rows) {
            (columns, rows) = shape
            values = [UInt8](repeating: 0, count: columns * rows)
            levels = [UInt32](repeating: 0, count: columns * rows)
            columnSums = [UInt32](repeating: 0, count: columns + 2 * Self.reach)
        }
        measureLevels(view)
        flatten()
        spreadLevels()
    }

    func withView<Result>(of view: GreyView, _ body: (ThresholdedView) -> Result) -> Result {
        unsafe values.withUnsafeBufferPointer { unsafe body(ThresholdedView(view, $0)) }
    }

    private mutating func measureLevels(_ view: GreyView) {
        let (columns, rows) = (columns, rows)
        unsafe levels.withUnsafeMutableBufferPointer { levels in
            for row in 0..<rows {
                let top = min(row * 8, view.height - 8)
                for column in stride(from: 0, to: columns, by: 2) {
                    // The last blocks overlap their neighbours when the width is no multiple of 16.
                    let first = min(column * 8, view.width - 16)
                    let pair = Self.levels(view, column: first, row: top)
                    if column + 1 < columns {
                        unsafe levels[row * columns + column] = pair.x
                        unsafe levels[row * columns + column + 1] = pair.y
                    } else {
                        unsafe levels[row * columns + column] = pair.y
                    }
                }
            }
        }
    }

    /// The levels of two neighbouring blocks, from every second row: noise has the same contrast in half of the pixels.
    @inline(__always)
    private static func levels(_ view: GreyView, column: Int, row: Int) -> SIMD2<UInt32> {
        let lines = (
            view.sixteen(column: column, row: row), view.sixteen(column: column, row: row + 2),
            view.sixteen(column: column, row: row + 4), view.sixteen(column: column, row: row + 6)
        )
        let sums = (lines.0.pairSums &+ lines.1.pairSums) &+ (lines.2.pairSums &+ lines.3.pairSums)
        var darkest = lines.0.darker(lines.1).darker(lines.2.darker(lines.3))
        darkest = darkest.darker((darkest.asWords &>> 32).asBytes)
        darkest = darkest.darker((darkest.asWords &>> 16).asBytes)
        darkest = darkest.darker((darkest.asWords &>> 8).asBytes)
        var brightest = lines.0.brighter(lines.1).brighter(lines.2.brighter(lines.3))
        brightest = brightest.brighter((brightest.asWords &>> 32).asBytes)
        brightest = brightest.brighter((brightest.asWords &>> 16).asBytes)
        brightest = brightest.brighter((brightest.asWords &>> 8).asBytes)
        let contrasts = (brightest.asWords & 0xFF) &- (darkest.asWords & 0xFF)
        return SIMD2(level(sums.x, contrast: contrasts.x), level(sums.y, contrast: contrasts.y))
    }

    @inline(__always)
    private static func level(_ sums: UInt64, contrast: UInt64) -> UInt32 {
        let sum = UInt32(truncatingIfNeeded: (sums &* 0x0001_0001_0001_0001) &>> 48)
        return sum >> 5 | UInt32(truncatingIfNeeded: contrast) << 16
    }

    /// In most frames a quarter of the blocks has nothing but noise: its contrast shows how strong the noise is.
    private mutating func flatten() {
        var counts = [Int](repeating: 0, count: 256)
        var total = 0
        for block in stride(from: 0, to: levels.count, by: 7) {
            counts[Int(levels[block] >> 16)] += 1
            total += 1
        }
        var (quartile, below) = (0, 0)
        while below + counts[quartile] < total / 4 {
            below += counts[quartile]
            quartile += 1
        }
        let limit = min(max(UInt32(quartile) * 7 / 4, Self.contrasts.lowerBound), Self.contrasts.upperBound) << 16
        unsafe levels.withUnsafeMutableBufferPointer { levels in
            for block in levels.indices {
                let level = unsafe levels[block]
                // 1 where it is less than the limit: a branch, which nothing predicts, would take longer.
                let isFlat = (level &- limit) &>> 31
                unsafe levels[block] = (level & 0xFFFF | 1 << 16) & (isFlat &- 1)
            }
        }
    }

    /// For each block, the mean of the blocks with contrast among the 5 x 5 around it.
    private mutating func spreadLevels() {
        for column in columnSums.indices { columnSums[column] = 0 }
        for row in 0..<min(Self.reach, rows) { addRow(row, times: 1) }
        for row in 0..<rows {
            if row + Self.reach < rows { addRow(row + Self.reach, times: 1) }
            if row > Self.reach { addRow(row - Self.reach - 1, times: ~0) }
            spreadSums(row)
        }
    }

    /// - Parameter times: 1, or -1 without its sign.
    @inline(__always) private mutating func addRow(_ row: Int, times: UInt32) {
        let (start, columns) = (row &* columns, columns)
        unsafe levels.withUnsafeBufferPointer { levels in
            unsafe columnSums.withUnsafeMutableBufferPointer { sums in
                for column in 0..<columns {
                    unsafe sums[column &+ Self.reach] &+= levels[start &+ column] &* times
                }
            }
        }
    }

    private mutating func spreadSums(_ row: Int) {
        let (start, columns) = (row &* columns, columns)
        unsafe values.withUnsafeMutableBufferPointer { values in
            unsafe columnSums.withUnsafeBufferPointer { sums in
                unsafe Self.shares.withUnsafeBufferPointer { shares in
                    var sum = unsafe sums[0] &+ sums[1] &+ sums[2] &+ sums[3]
                    for column in 0..<columns {
                        unsafe sum &+= sums[column &+ 2 &* Self.reach]
                        let level = unsafe ((sum & 0xFFFF) &* shares[Int(truncatingIfNeeded: sum &>> 16)]) &>> 16
                        unsafe values[start &+ column] = UInt8(truncatingIfNeeded: level)
                        unsafe sum &-= sums[column]
                    }
                }
            }
        }
    }
}

extension SIMD16<UInt8> {
    @inline(__always) var asWords: SIMD2<UInt64> { unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self) }

    /// Sums of each two neighbours, as four numbers of 16 bits in each word.
    @inline(__always) fileprivate var pairSums: SIMD2<UInt64> {
        let evenBytes = SIMD2<UInt64>(repeating: 0x00FF_00FF_00FF_00FF)
        return (asWords & evenBytes) &+ (asWords &>> 8 & evenBytes)
    }

    // Lane by lane the compiler knows these as single instructions; with masks it does not.
    @inline(__always) fileprivate func darker(_ other: Self) -> Self {
        var result = self
        for lane in 0..<16 { result[lane] = other[lane] < self[lane] ? other[lane] : self[lane] }
        return result
    }

    @inline(__always) fileprivate func brighter(_ other: Self) -> Self {
        var result = self
        for lane in 0..<16 { result[lane] = other[lane] > self[lane] ? other[lane] : self[lane] }
        return result
    }
}

extension SIMD2<UInt64> {
    @inline(__always) var asBytes: SIMD16<UInt8> { unsafe unsafeBitCast(self, to: SIMD16<UInt8>.self) }
}
