/// Searches rows for the proportions of finder patterns: runs of 1 : 1 : 3 : 1 : 1 modules, dark or light in the
/// middle.
///
/// A row becomes a list of the places where it changes between dark and light. Both polarities are searched in the same
/// list, so inverted codes cost nothing.
struct FinderSearch {
    private(set) var finders = [Finder]()
    private var changes = [Int32]()

    /// - Parameter limit: the most finders. When there are more, the least certain half is dropped; when that happens
    ///   too often, the picture is noise and the search ends.
    mutating func search(_ picture: ThresholdedView, rowStep: Int, limit: Int) {
        finders.removeAll(keepingCapacity: true)
        let view = picture.view
        var dropped = 0
        if changes.count < view.width + 16 { changes = [Int32](repeating: 0, count: view.width + 16) }
        for row in stride(from: rowStep / 2, to: view.height, by: rowStep) {
            let count = findChanges(in: picture, row: row)
            if count >= 6 { matchRuns(count, picture, row: row) }
            if finders.count >= limit {
                dropped += finders.count - limit / 2
                if dropped > 3 * limit { return }
                finders.sort { $0.weight > $1.weight }
                finders.removeLast(finders.count - limit / 2)
            }
        }
    }

    /// - Returns: how many; the first is the row's start, the last its end.
    private mutating func findChanges(in picture: ThresholdedView, row: Int) -> Int {
        let view = picture.view
        let blocks = (view.width + 7) / 8
        return unsafe changes.withUnsafeMutableBufferPointer { changes in
            unsafe changes[0] = 0
            var count = 1
            var previous: UInt64 = 0
            for block in 0..<blocks {
                let threshold = picture.threshold(block: block, row: row)
                // Nothing has contrast here, so everything counts as light.
                if threshold == 0, previous == 0 { continue }
                let column = min(block * 8, view.width - 8)
                let pixels = view.eight(column: column, row: row)
                var dark = pixels.bytesBelow(threshold)
                // The last block overlaps the one before; its own pixels are the high bytes.
                let own = UInt64(block * 8 - column) &* 8
                dark &>>= own
                if block == 0 { previous = dark & 1 }
                var differing = (dark ^ (dark &<< 8 | previous)) & (~0 &>> own)
                previous = dark &>> (56 &- own)
                while differing != 0 {
                    let place = block &* 8 &+ differing.trailingZeroBitCount &>> 3
                    unsafe changes[count] = Int32(truncatingIfNeeded: place)
                    count &+= 1
                    differing &= differing &- 1
                }
            }
            unsafe changes[count] = Int32(view.width)
            return count + 1
        }
    }

    private mutating func matchRuns(_ count: Int, _ picture: ThresholdedView, row: Int) {
        for index in 0..<count - 5 {
            let (a, b, c) = (changes[index], changes[index &+ 1], changes[index &+ 2])
            let (d, e, f) = (changes[index &+ 3], changes[index &+ 4], changes[index &+ 5])
            let middle = d &- c
            let (left, right) = (c &- b, e &- d)
            // About five modules from ring to ring, three of them in the middle.
            let inner = e &- b
            guard middle &* 5 >= inner &* 2, middle &* 5 <= inner &* 4, inner >= 8 else { continue }
            let tolerance = (inner &* 5) &>> 3 &+ 4
            guard abs(left &- right) &* 5 <= inner &+ 5 else { continue }
            guard abs(left &* 5 &- inner) <= tolerance, abs(right &* 5 &- inner) <= tolerance else { continue }
            // Something dark may touch the outer ring on one side.
            let (outer, other) = ((b &- a) &* 5 &- inner, (f &- e) &* 5 &- inner)
            guard min(outer, other) >= 0 &- tolerance, min(outer, other) <= tolerance else { continue }
            let centre = PixelPoint(Float(c &+ d) / 2, Float(row) + 0.5)
            take(centre, module: Float(inner) / 5, picture)
        }
    }

    private mutating func take(_ place: PixelPoint, module: Float, _ picture: ThresholdedView) {
        let isDark = picture.isDark(column: Int(place.x), row: Int(place.y))
        for index in finders.indices.reversed() {
            let off = finders[index].centre - place
            let reach = finders[index].module * 1.5
            if abs(off.x) < reach, abs(off.y) < reach * 1.4, finders[index].isDark == isDark {
                finders[index].votes += 1
                return
            }
        }
        guard let finder = picture.finder(near: place, module: module, isDark: isDark) else { return }
        finders.append(finder)
    }
}

extension ThresholdedView {
    /// Measures the place in four directions; `nil` when it is no finder.
    func finder(near place: PixelPoint, module: Float, isDark: Bool) -> Finder? {
        let limit = module * 4.5 + 4
        var centre = place
        guard let vertical = cross(at: centre, [0, 1], isDark: isDark, limit: limit) else { return nil }
        centre.y += vertical.shift
        guard let horizontal = cross(at: centre, [1, 0], isDark: isDark, limit: limit) else { return nil }
        centre.x += horizontal.shift
        guard max(vertical.length, horizontal.length) < 2.2 * min(vertical.length, horizontal.length) else {
            return nil
        }
        let half = Float(0.5).squareRoot()
        let falling = cross(at: centre, [half, half], isDark: isDark, limit: limit * 1.4)
        let rising = cross(at: centre, [half, -half], isDark: isDark, limit: limit * 1.4)
        guard falling != nil || rising != nil else { return nil }
        let edges = [vertical, horizontal, falling, rising].count { $0?.isWhole ?? false }
        return Finder(
            centre: centre, module: (vertical.length + horizontal.length) / 14, isDark: isDark, edges: edges)
    }

    /// A line through the whole finder.
    struct Cross {
        var length: Float
        /// From the given centre to the middle of the line.
        var shift: Float
        /// Whether the edges of the outer ring are visible on both sides.
        var isWhole = true
    }

    func cross(at place: PixelPoint, _ direction: SIMD2<Float>, isDark: Bool, limit: Float) -> Cross? {
        guard let forth = ray(from: place, direction: direction, isDark: isDark, limit: limit),
            // The pixel at the centre is counted once.
            let back = ray(from: place - direction, direction: -direction, isDark: isDark, limit: limit)
        else { return nil }
        let middle = forth.centre + back.centre
        let inner = middle + forth.ring + back.ring
        let module = inner / 5
        guard abs(middle - 3 * module) < module * 1.2 + 0.7 else { return nil }
        let tolerance = module * 0.75 + 0.7
        guard abs(forth.ring - module) < tolerance, abs(back.ring - module) < tolerance else { return nil }
        var middles = (forth.centre - back.centre) + (forth.centre + forth.ring - back.centre - back.ring)
        guard let ahead = forth.outer, let behind = back.outer else {
            guard let outer = forth.outer ?? back.outer, abs(outer - module) < tolerance else { return nil }
            return Cross(length: inner + 2 * module, shift: middles / 4, isWhole: false)
        }
        guard abs(ahead - module) < tolerance, abs(behind - module) < tolerance else { return nil }
        let length = inner + ahead + behind
        middles += forth.centre + forth.ring + ahead - back.centre - back.ring - behind
        return Cross(length: length, shift: middles / 6)
    }
}

extension UInt64 {
    /// 1 in each byte that is smaller than the threshold, otherwise 0.
    @inline(__always) fileprivate func bytesBelow(_ threshold: UInt8) -> UInt64 {
        let bytes = unsafe unsafeBitCast(self, to: SIMD8<UInt8>.self)
        // Faster than SIMD8(repeating:), of which the compiler makes eight steps.
        let limits = unsafe unsafeBitCast(UInt64(threshold) &* 0x0101_0101_0101_0101, to: SIMD8<UInt8>.self)
        let ones = SIMD8<UInt8>(repeating: 0).replacing(with: 1, where: bytes .< limits)
        return unsafe unsafeBitCast(ones, to: UInt64.self)
    }
}
