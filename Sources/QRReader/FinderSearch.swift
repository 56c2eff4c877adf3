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
        let width = picture.view.width
        return unsafe changes.withUnsafeMutableBufferPointer { changes in
            unsafe changes[0] = 0
            var count = 1
            var previous: UInt64 = 0
            for start in stride(from: 0, to: width, by: 64) {
                let dark = picture.darkBits(column: start, row: row)
                if start == 0 { previous = dark & 1 }
                var differing = dark ^ (dark &<< 1 | previous)
                // Where the row ends nothing changes.
                if width - start < 64 { differing &= 1 &<< UInt64(width - start) &- 1 }
                previous = dark &>> 63
                while differing != 0 {
                    let place = start &+ differing.trailingZeroBitCount
                    unsafe changes[count] = Int32(truncatingIfNeeded: place)
                    count &+= 1
                    differing &= differing &- 1
                }
            }
            unsafe changes[count] = Int32(width)
            return count + 1
        }
    }

    private mutating func matchRuns(_ count: Int, _ picture: ThresholdedView, row: Int) {
        // Not the property, which might change whenever a finder is added.
        let changes = changes
        for index in 0..<count - 5 {
            let (a, b, c) = (changes[index], changes[index &+ 1], changes[index &+ 2])
            let (d, e, f) = (changes[index &+ 3], changes[index &+ 4], changes[index &+ 5])
            let middle = d &- c
            let (left, right) = (c &- b, e &- d)
            // About five modules from ring to ring, three of them in the middle. One branch, because most runs fail here.
            let inner = e &- b
            guard (middle &* 5 &- inner &* 2) | (inner &* 4 &- middle &* 5) | (inner &- 8) >= 0 else { continue }
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
            let (centre, reach) = (finders[index].centre, finders[index].module * 1.5)
            // Most are above.
            if abs(centre.y - place.y) < reach * 1.4, abs(centre.x - place.x) < reach,
                finders[index].isDark == isDark
            {
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
        guard let vertical = cross(at: centre, PixelPoint(0, 1), isDark: isDark, limit: limit) else { return nil }
        centre.y += vertical.shift
        guard let horizontal = cross(at: centre, PixelPoint(1, 0), isDark: isDark, limit: limit) else { return nil }
        centre.x += horizontal.shift
        guard max(vertical.length, horizontal.length) < 2.2 * min(vertical.length, horizontal.length) else {
            return nil
        }
        let half = Float(0.5).squareRoot()
        let falling = cross(at: centre, PixelPoint(half, half), isDark: isDark, limit: limit * 1.4)
        let rising = cross(at: centre, PixelPoint(half, -half), isDark: isDark, limit: limit * 1.4)
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
        let centre = SIMD2(Int(place.x * 65536), Int(place.y * 65536))
        let step = SIMD2(Int(direction.x * 65536), Int(direction.y * 65536))
        guard let forth = ray(from: centre, step: step, isDark: isDark, limit: limit),
            // The pixel at the centre is counted once.
            let back = ray(from: centre &- step, step: 0 &- step, isDark: isDark, limit: limit)
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

extension ThresholdedView {
    /// A bit for each of 64 pixels from a column on, the first the lowest: 1 if it is dark. 0 beyond the row's end.
    /// - Precondition: the column is a multiple of 64.
    @inline(__always) fileprivate func darkBits(column: Int, row: Int) -> UInt64 {
        var bits: UInt64 = 0
        var place = column
        while place < min(column &+ 64, view.width) {
            let threshold = threshold(block: place &>> 3, row: row)
            // Where nothing has contrast everything counts as light.
            if threshold != 0 {
                // The last block overlaps the one before; its own pixels are the high bits.
                let first = min(place, view.width &- 8)
                let dark = view.eight(column: first, row: row).bitsBelow(threshold)
                let own = dark &>> UInt64(truncatingIfNeeded: place &- first)
                bits |= own &<< UInt64(truncatingIfNeeded: place &- column)
            }
            place &+= 8
        }
        return bits
    }
}

extension UInt64 {
    /// A bit for each byte, the lowest first: 1 if it is smaller than the threshold.
    @inline(__always) fileprivate func bitsBelow(_ threshold: UInt8) -> UInt64 {
        let bytes = unsafe unsafeBitCast(self, to: SIMD8<UInt8>.self)
        // Faster than SIMD8(repeating:), of which the compiler makes eight steps.
        let limits = unsafe unsafeBitCast(UInt64(threshold) &* 0x0101_0101_0101_0101, to: SIMD8<UInt8>.self)
        let ones = SIMD8<UInt8>(repeating: 0).replacing(with: 1, where: bytes .< limits)
        // Each factor moves the bit of one byte to its place in the highest.
        return unsafe (unsafeBitCast(ones, to: UInt64.self) &* 0x0102_0408_1020_4080) &>> 56
    }
}
