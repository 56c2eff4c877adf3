/// The modules whose colour is known before a code is read (ISO/IEC 18004:2015, 6.3): finder patterns with their
/// separators, timing patterns, alignment patterns; and the places of the format and version information.
final class FunctionPatterns {
    struct Module {
        let column: Int
        let row: Int
        let isDark: Bool
    }

    let size: Int
    /// The finders and the light modules around them.
    let finders: [Module]
    let timing: [Module]
    let alignment: [Module]
    /// The modules that a pose is fitted to: enough of those above.
    let fit: ModuleSamples
    let timingSamples: ModuleSamples
    /// Some of both: what disagrees with these need not be compared with all.
    let someOfFit: ModuleSamples
    let someTiming: ModuleSamples
    /// Each timing pattern by itself.
    let topTiming: ModuleSamples
    let leftTiming: ModuleSamples
    /// The finders that are not in the corner, with the light modules around them.
    let outerFinders: ModuleSamples
    /// The alignment pattern farthest from the finders; `nil` in version 1.
    let farAlignment: ModuleSamples?
    /// Only in version 1, which has no alignment pattern: the corner far from the finders, where no colour is known.
    let blind: ModuleSamples?
    /// For each module, row by row: 0 if it holds data or format information, 1 if it is known to be light, 2 if dark.
    let known: [UInt8]
    /// The modules that hold data, eight for each codeword, in the order of their bits: up and down in columns of two,
    /// from the right (7.7.3). Computed when a code of this size is read: most sizes are only guessed at.
    private(set) lazy var data = Self.data(size, known)

    var version: Int { (size - 17) / 4 }

    init(size: Int) {
        self.size = size
        var known = [UInt8](repeating: 0, count: size * size)
        func note(_ modules: [Module]) { for m in modules { known[m.row * size + m.column] = m.isDark ? 2 : 1 } }
        alignment = Self.alignment(size)
        timing = (8..<size - 8).flatMap { place in
            [
                Module(column: place, row: 6, isDark: place.isMultiple(of: 2)),
                Module(column: 6, row: place, isDark: place.isMultiple(of: 2)),
            ]
        }
        finders = Self.finders(size)
        note(timing)
        note(alignment)
        note(finders)
        self.known = known
        let edges = finders.filter { $0.isEdge(size) }
        fit = ModuleSamples(edges + timing + alignment)
        someOfFit = ModuleSamples(someOf: edges + timing + alignment)
        timingSamples = ModuleSamples(timing)
        someTiming = ModuleSamples(someOf: timing)
        topTiming = ModuleSamples(timing.filter { $0.row == 6 })
        leftTiming = ModuleSamples(timing.filter { $0.column == 6 })
        outerFinders = ModuleSamples(edges.filter { max($0.column, $0.row) > size / 2 })
        blind = alignment.isEmpty ? ModuleSamples(Self.farCorner(size)) : nil
        farAlignment = alignment.isEmpty ? nil : ModuleSamples(alignment.suffix(25))
    }

    private static func finders(_ size: Int) -> [Module] {
        var modules = [Module]()
        for (left, top) in [(0, 0), (size - 7, 0), (0, size - 7)] {
            for row in max(0, top - 1)...min(size - 1, top + 7) {
                for column in max(0, left - 1)...min(size - 1, left + 7) {
                    let distance = max(abs(row - top - 3), abs(column - left - 3))
                    modules.append(Module(column: column, row: row, isDark: distance != 2 && distance != 4))
                }
            }
        }
        return modules
    }

    private static func data(_ size: Int, _ known: [UInt8]) -> [Int] {
        var isFree = known.map { $0 == 0 }
        var places = (0..<15).flatMap { FormatInformation.places(bit: $0, size: size) }
        if size >= 45 { places += (0..<18).flatMap { FormatInformation.versionPlaces(bit: $0, size: size) } }
        // One module next to the format information is always dark.
        for place in places + [(8, size - 8)] { isFree[place.row * size + place.column] = false }
        // The timing pattern has a column of its own.
        let pairs = stride(from: size - 1, to: 6, by: -2).map { $0 } + [5, 3, 1]
        return pairs.enumerated().flatMap { index, right in
            (0..<size).flatMap { step in
                let row = index.isMultiple(of: 2) ? size - 1 - step : step
                return [row * size + right, row * size + right - 1].filter { isFree[$0] }
            }
        }
    }

    private static func farCorner(_ size: Int) -> [Module] {
        (9..<size).flatMap { row in (9..<size).map { Module(column: $0, row: row, isDark: false) } }
    }

    private static func alignment(_ size: Int) -> [Module] {
        let centres = alignmentCentres(size)
        guard let first = centres.first, let last = centres.last else { return [] }
        var modules = [Module]()
        for row in centres {
            for column in centres {
                // Not where the finders are.
                let corners = (row == first || row == last) && (column == first || column == last)
                if corners && !(row == last && column == last) { continue }
                for y in row - 2...row + 2 {
                    for x in column - 2...column + 2 {
                        let distance = max(abs(y - row), abs(x - column))
                        modules.append(Module(column: x, row: y, isDark: distance != 1))
                    }
                }
            }
        }
        return modules
    }

    /// The rows and columns of the alignment patterns' centres (annex E): the last is 7 from the end, the first 6 from
    /// the start, those between at equal, even distances counted from the end.
    static func alignmentCentres(_ size: Int) -> [Int] {
        let version = (size - 17) / 4
        guard version > 1 else { return [] }
        let gaps = version / 7 + 1
        let span = size - 13
        let step = version == 32 ? 26 : (span + 2 * gaps - 1) / (2 * gaps) * 2
        return [6] + (0..<gaps).reversed().map { size - 7 - $0 * step }
    }
}

/// The patterns of each size, computed once for all parts of a reader.
final class FunctionPatternTable {
    private var known = [FunctionPatterns?](repeating: nil, count: 178)

    subscript(size: Int) -> FunctionPatterns {
        if let patterns = known[size] { return patterns }
        let patterns = FunctionPatterns(size: size)
        known[size] = patterns
        return patterns
    }
}

extension FunctionPatterns.Module {
    /// For modules of finders: whether it is at an edge, and one of every two of those.
    fileprivate func isEdge(_ size: Int) -> Bool {
        let left = column > size / 2 ? size - 7 : 0
        let top = row > size / 2 ? size - 7 : 0
        let distance = max(abs(row - top - 3), abs(column - left - 3))
        return distance == 2 || distance > 2 && (column + row).isMultiple(of: 2)
    }
}

/// Modules of known colour in groups of four, with which a pose is compared.
struct ModuleSamples {
    struct Four {
        var x = SIMD4<Float>()
        var y = SIMD4<Float>()
        /// Weights: the sum over the light is 1, over the dark -1.
        var weight = SIMD4<Float>()
    }

    let fours: [Four]
    let count: Int
    let lights: Int

    init(_ modules: some Collection<FunctionPatterns.Module>) {
        count = modules.count
        lights = modules.count { !$0.isDark }
        var fours = [Four](repeating: Four(), count: (modules.count + 3) / 4)
        for (index, module) in modules.enumerated() {
            fours[index / 4].x[index % 4] = Float(module.column) + 0.5
            fours[index / 4].y[index % 4] = Float(module.row) + 0.5
            fours[index / 4].weight[index % 4] = module.isDark ? -1 / Float(count - lights) : 1 / Float(lights)
        }
        self.fours = fours
    }

    /// Modules that weigh as much as they have neighbours of the other colour: then light that changes slowly from module
    /// to module, as a reflection does, counts for nothing. Those with less than two such neighbours tell little.
    /// - Parameter colours: for each module, row by row: -1 dark, 1 light, 0 unknown.
    init(colours: [Float], size: Int) {
        var weights = [(place: Int, weight: Float)]()
        for place in colours.indices where colours[place] != 0 {
            let (row, column) = (place / size, place % size)
            let other = -colours[place]
            var others = 0
            if row > 0, colours[place - size] == other { others += 1 }
            if row < size - 1, colours[place + size] == other { others += 1 }
            if column > 0, colours[place - 1] == other { others += 1 }
            if column < size - 1, colours[place + 1] == other { others += 1 }
            if others > 1 { weights.append((place, colours[place] * Float(others))) }
        }
        count = weights.count
        lights = weights.count { $0.weight > 0 }
        var fours = [Four](repeating: Four(), count: (count + 3) / 4)
        for (index, module) in weights.enumerated() {
            fours[index / 4].x[index % 4] = Float(module.place % size) + 0.5
            fours[index / 4].y[index % 4] = Float(module.place / size) + 0.5
            fours[index / 4].weight[index % 4] = module.weight
        }
        self.fours = fours
    }

    /// About seven groups of them, from all parts of the code.
    init(someOf modules: [FunctionPatterns.Module]) {
        let step = max(1, modules.count / 24)
        self.init(modules.enumerated().filter { ($0.offset / 4).isMultiple(of: step) }.map(\.element))
    }
}
