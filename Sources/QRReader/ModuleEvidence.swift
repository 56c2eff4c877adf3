/// What several frames show of the modules of one code, of which each frame hides some by glare.
///
/// Where the sensor is saturated, dark and light are the same: such a module is unknown, however bright it is. A dim
/// module is certain. A bright one is certain only where a dim module beside it can be seen.
/// See docs/decisions/128-frames-are-joined.md.
struct ModuleEvidence {
    /// Brightness counts as saturated in this share of the range from the brightest module to the darkest.
    private static let saturation: Float = 0.35
    /// From here on the sum of what frames show is certain; 1 is one clear frame.
    private static let certain: Float = 0.5
    /// What is left of an unknown module: a guess, that never becomes certain.
    private static let unknown: Float = 0.001
    /// The largest share of modules that are certain in both of two views of a code and differ, and how many more may,
    /// because a code has few modules. Measured in glare: none in 85 of 100 views.
    private static let errors = (share: Float(0.005), more: 1)

    /// One in so many modules has to be certain: in a view, and in both of two views that do not differ.
    private static let least = 8
    /// The same in two views that differ in some modules.
    private static let enough = 3

    let size: Int
    /// For each module, row by row: below 0 is dark, near 0 unknown.
    private var sums: [Float]

    /// What one frame shows; `nil` if it shows too little, or modules of known colour so badly that it is evidence of
    /// nothing.
    init?(_ grid: ModuleGrid, _ bits: ModuleBits, _ patterns: FunctionPatterns) {
        size = grid.size
        sums = bits.softness.map { min(max($0, -1), 1) }
        let bright = grid.values.map(abs)
        guard let brightest = bright.max(), let darkest = bright.min() else { return nil }
        let saturated = brightest - Self.saturation * (brightest - darkest)
        let isDim = bright.map { $0 < saturated }
        for place in sums.indices where !isDim[place] && !hasDim(isDim, beside: place) { sums[place] *= Self.unknown }
        let known = isCertain.filter { patterns.known[$0] != 0 }
        let wrong = known.count { (sums[$0] < 0) != (patterns.known[$0] == 2) }
        guard certainModules > size * size / Self.least, Self.agree(wrong: wrong, of: known.count { _ in true }) else {
            return nil
        }
    }

    private func hasDim(_ isDim: [Bool], beside place: Int) -> Bool {
        let (row, column) = (place / size, place % size)
        return (max(0, row - 1)...min(size - 1, row + 1)).contains { row in
            (max(0, column - 1)...min(size - 1, column + 1)).contains { isDim[row * size + $0] }
        }
    }

    /// The modules whose colour is certain here.
    private var isCertain: LazyFilterSequence<Range<Int>> {
        sums.indices.lazy.filter { abs(sums[$0]) >= Self.certain }
    }

    /// How many they are.
    var certainModules: Int { isCertain.count { _ in true } }

    private static func agree(wrong: Int, of count: Int) -> Bool {
        wrong <= errors.more + Int(errors.share * Float(count))
    }

    /// Whether both are of the same code: enough modules are certain in both, and have the same colour.
    func agrees(with other: ModuleEvidence) -> Bool {
        guard other.size == size else { return false }
        let both = isCertain.filter { abs(other.sums[$0]) >= Self.certain }
        let common = both.count { _ in true }
        let different = both.count { (other.sums[$0] < 0) != (sums[$0] < 0) }
        return common > size * size / (different == 0 ? Self.least : Self.enough)
            && Self.agree(wrong: different, of: common)
    }

    /// How many modules that are certain here are otherwise in a code that was read.
    private func differences(_ picture: ModulePicture) -> Int {
        isCertain.count { place in
            let seen = picture.isMirrored ? place % size * size + place / size : place
            return (sums[place] < 0) != picture.dark[seen]
        }
    }

    /// Whether nothing that is certain here is otherwise in a code that was read: tickets may differ in one letter.
    func shows(_ picture: ModulePicture) -> Bool { differences(picture) == 0 }

    /// Whether this can have been collected from a code that was read, and from no other.
    func isOf(_ picture: ModulePicture) -> Bool {
        Self.agree(wrong: differences(picture), of: certainModules)
    }

    /// What is certain, and what is the same in all codes, to fit a pose to.
    func samples(_ patterns: FunctionPatterns) -> ModuleSamples {
        ModuleSamples(
            colours: sums.indices.map { place in
                switch patterns.known[place] {
                case 1: 1
                case 2: -1
                default: abs(sums[place]) < Self.certain ? 0 : sums[place] < 0 ? -1 : 1
                }
            }, size: size)
    }

    /// Both together.
    func joined(with other: ModuleEvidence) -> ModuleEvidence {
        var joined = self
        for place in sums.indices { joined.sums[place] += other.sums[place] }
        return joined
    }

    /// For reading.
    var bits: ModuleBits { ModuleBits(size: size, softness: sums) }
}
