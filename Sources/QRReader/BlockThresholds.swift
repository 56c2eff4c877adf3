/// What is dark and what is light in each block of 8 x 8 pixels: the brightness between the two.
///
/// Blocks without contrast say nothing; the others speak for all within two blocks of them. So the large dark centre of
/// a finder takes its threshold from the edges around it, and an empty wall costs the search nothing.
struct BlockThresholds {
    static let side = 8
    /// Blocks whose brightest and darkest pixels differ by less are flat; more where noise alone differs by as much.
    private static let contrasts: ClosedRange<UInt32> = 20...48
    private static let reach = 2
    /// 65536 divided by each number of blocks that may be added up, and 0 for none: division takes a while.
    private static let shares: [UInt32] = [0] + (1...25).map { 65536 / $0 }

    private(set) var columns = 0
    private(set) var rows = 0
    /// Of each block, eight times the byte; what is below it is dark. 0 where nothing has contrast.
    private(set) var octets = [UInt64]()
    /// Of each block, brightness in the low and contrast in the high half; later 1 in the high half, or 0 if it is flat.
    private var levels = [UInt32]()
    private var columnSums = [UInt32]()

    /// - Precondition: the picture is at least 16 pixels wide and 8 high.
    mutating func measure(_ view: GreyView) {
        let shape = (columns: (view.width + 7) / 8, rows: (view.height + 7) / 8)
        // Turned by a quarter, a picture has as many blocks, but not as many columns.
        if shape != (columns, rows) {
            (columns, rows) = shape
            octets = [UInt64](repeating: 0, count: columns * rows)
            levels = [UInt32](repeating: 0, count: columns * rows)
            columnSums = [UInt32](repeating: 0, count: columns + 2 * Self.reach)
        }
        measureLevels(view)
        flatten()
        spreadLevels()
    }

    func withView<Result>(of view: GreyView, _ body: (ThresholdedView) -> Result) -> Result {
        unsafe octets.withUnsafeBufferPointer { unsafe body(ThresholdedView(view, $0)) }
    }

    private mutating func measureLevels(_ view: GreyView) {
        let (columns, rows) = (columns, rows)
        unsafe levels.withUnsafeMutableBufferPointer { levels in
            for row in 0..<rows {
                let top = min(row * 8, view.height - 8)
                for column in stride(from: 0, to: columns, by: 2) {
                    // The last blocks of a row that does not divide overlap their neighbours.
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

    /// Of two blocks beside each other, on every second row: noise has no less contrast in half of the pixels.
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

    /// In most frames a quarter of the blocks shows nothing but noise, which says how much noise there is.
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
                unsafe levels[block] = level < limit ? 0 : level & 0xFFFF | 1 << 16
            }
        }
    }

    /// The mean of the blocks with contrast, of five rows of five blocks around each.
    private mutating func spreadLevels() {
        let (columns, rows, reach, shares) = (columns, rows, Self.reach, Self.shares)
        for column in columnSums.indices { columnSums[column] = 0 }
        unsafe octets.withUnsafeMutableBufferPointer { octets in
            unsafe levels.withUnsafeBufferPointer { levels in
                unsafe columnSums.withUnsafeMutableBufferPointer { sums in
                    for row in 0..<min(reach, rows) {
                        for column in 0..<columns { unsafe sums[column + reach] &+= levels[row * columns + column] }
                    }
                    for row in 0..<rows {
                        if row + reach < rows {
                            let entering = (row + reach) * columns
                            for column in 0..<columns { unsafe sums[column + reach] &+= levels[entering + column] }
                        }
                        if row > reach {
                            let leaving = (row - reach - 1) * columns
                            for column in 0..<columns { unsafe sums[column + reach] &-= levels[leaving + column] }
                        }
                        for column in 0..<columns {
                            let sum =
                                unsafe (sums[column] &+ sums[column + 1] &+ sums[column + 2])
                                &+ (sums[column + 3] &+ sums[column + 4])
                            let count = sum >> 16
                            let level = ((sum & 0xFFFF) &* shares[Int(count)]) &>> 16
                            unsafe octets[row * columns + column] = UInt64(level) &* 0x0101_0101_0101_0101
                        }
                    }
                }
            }
        }
    }
}

extension SIMD16<UInt8> {
    @inline(__always) var asWords: SIMD2<UInt64> { unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self) }

    /// Of each two neighbours, in four numbers of 16 bits a word.
    @inline(__always) fileprivate var pairSums: SIMD2<UInt64> {
        let evenBytes = SIMD2<UInt64>(repeating: 0x00FF_00FF_00FF_00FF)
        return (asWords & evenBytes) &+ (asWords &>> 8 & evenBytes)
    }

    @inline(__always) fileprivate func darker(_ other: Self) -> Self {
        replacing(with: other, where: other .< self)
    }

    @inline(__always) fileprivate func brighter(_ other: Self) -> Self {
        replacing(with: other, where: other .> self)
    }
}

extension SIMD2<UInt64> {
    @inline(__always) var asBytes: SIMD16<UInt8> { unsafe unsafeBitCast(self, to: SIMD16<UInt8>.self) }
}
