/// Removes blur: estimates from the modules how much each of them shines into its neighbours, and subtracts that.
///
/// Blur is the same everywhere on a code, so hundreds of modules determine nine numbers, even while a tenth of the
/// modules still has the wrong colour. Then what the neighbours add to a module is known, and can be subtracted:
/// decision feedback equalisation, as in a modem. It is repeated, because better decisions give better numbers.
enum Equaliser {
    private static let rounds = 3

    static func equalise(_ bits: inout ModuleBits, _ patterns: FunctionPatterns) {
        let seen = evened(bits)
        let size = bits.size
        var decided = seen
        for _ in 0..<rounds {
            let colours = colours(decided, patterns)
            guard let share = shares(seen, colours, size: size), share[4] > 0.1 else { return }
            decided = seen
            for row in 0..<size {
                for column in 0..<size {
                    var others = share[9]
                    for neighbour in 0..<9 where neighbour != 4 {
                        let place = (row + neighbour / 3) * (size + 2) + column + neighbour % 3
                        others += share[neighbour] * colours[place]
                    }
                    decided[row * size + column] = (seen[row * size + column] - others) / share[4]
                }
            }
        }
        bits.replace(decided)
    }

    /// With the same contrast everywhere, so that lamps and shadows are not taken for blur.
    private static func evened(_ bits: ModuleBits) -> [Float] {
        let strength = ModuleGrid.means(bits.softness.map(abs), size: bits.size, reach: 4)
        return bits.softness.indices.map { bits.softness[$0] / max(strength[$0], 0.05) }
    }

    /// 1 for light and -1 for dark, with a border of one light module.
    private static func colours(_ values: [Float], _ patterns: FunctionPatterns) -> [Float] {
        let size = patterns.size
        var colours = [Float](repeating: 1, count: (size + 2) * (size + 2))
        for row in 0..<size {
            for column in 0..<size {
                let place = row * size + column
                let isDark = patterns.known[place] == 0 ? values[place] < 0 : patterns.known[place] == 2
                if isDark { colours[(row + 1) * (size + 2) + column + 1] = -1 }
            }
        }
        return colours
    }

    /// The shares of the nine modules around each, row by row, and a constant, that explain best what is seen (least
    /// squares).
    private static func shares(_ seen: [Float], _ colours: [Float], size: Int) -> [Float]? {
        var equations = [[Float]](repeating: [Float](repeating: 0, count: 11), count: 10)
        var inputs = [Float](repeating: 1, count: 11)
        for row in 0..<size {
            for column in 0..<size {
                for neighbour in 0..<9 {
                    inputs[neighbour] = colours[(row + neighbour / 3) * (size + 2) + column + neighbour % 3]
                }
                inputs[10] = seen[row * size + column]
                for left in 0..<10 {
                    for right in left..<11 { equations[left][right] += inputs[left] * inputs[right] }
                }
            }
        }
        for left in 0..<10 {
            for right in 0..<left { equations[left][right] = equations[right][left] }
        }
        return solution(equations)
    }

    /// Gaussian elimination. The matrix is symmetric, so no rows need to be exchanged.
    private static func solution(_ system: [[Float]]) -> [Float]? {
        var system = system
        for pivot in system.indices {
            guard system[pivot][pivot] > 1e-3 else { return nil }
            for row in system.indices where row != pivot {
                let factor = system[row][pivot] / system[pivot][pivot]
                for column in pivot..<11 { system[row][column] -= factor * system[pivot][column] }
            }
        }
        return system.indices.map { system[$0][10] / system[$0][$0] }
    }
}
