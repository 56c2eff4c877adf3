/// Which modules of a code are dark, and how certain that is.
struct ModuleBits {
    let size: Int
    /// How light each module is compared with those around it: below 0 is dark. About -1 or 1 in a clear picture.
    private(set) var softness: [Float]

    init(size: Int, softness: [Float]) {
        self.size = size
        self.softness = softness
    }
    /// - Parameters:
    ///   - reach: a module is compared with those up to this many modules away.
    ///   - sharpening: how much of its difference from its neighbours is added to it.
    init(_ grid: ModuleGrid, reach: Int, sharpening: Float) {
        size = grid.size
        let around = ModuleGrid.means(grid.values, size: size, reach: reach)
        let near = sharpening == 0 ? [] : ModuleGrid.means(grid.values, size: size, reach: 1)
        softness = grid.values
        for place in softness.indices {
            let value = grid.values[place]
            softness[place] = value - around[place]
            if sharpening != 0 { softness[place] += sharpening * (value - near[place]) }
        }
        normalise()
    }

    private mutating func normalise() {
        var sum: Float = 0
        for value in softness { sum += abs(value) }
        let scale = sum > 0 ? Float(softness.count) / sum : 1
        for place in softness.indices { softness[place] *= scale }
    }

    func isDark(column: Int, row: Int) -> Bool { softness[row * size + column] < 0 }

    /// The share of the modules of known colour that have the wrong one, 0 to 1.
    func error(_ patterns: FunctionPatterns) -> Float {
        var (wrong, count) = (0, 0)
        for place in softness.indices where patterns.known[place] != 0 && softness[place] != 0 {
            count += 1
            if (softness[place] < 0) != (patterns.known[place] == 2) { wrong += 1 }
        }
        return Float(wrong) / Float(max(1, count))
    }

    /// How many modules differ from those of another code of the same size.
    func differences(_ other: ModuleBits) -> Int {
        softness.indices.count { (softness[$0] < 0) != (other.softness[$0] < 0) }
    }

    /// Nothing is known of these modules.
    mutating func forget(_ places: [Int]) { for place in places { softness[place] = 0 } }

    mutating func replace(_ softness: [Float]) { self.softness = softness }
}
