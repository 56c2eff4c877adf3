/// Which rows of two tables are the same tickets.
struct RowMatch {
    /// By the names of columns; only those with a value.
    typealias Row = [String: String]

    private let rows: [Row]
    private let earlier: [Row]
    private let gone: Set<Int>
    /// Indices of rows and of the earlier rows that they are.
    private(set) var pairs: [(new: Int, old: Int)] = []
    /// Indices of rows that are new.
    private(set) var left: [Int]
    /// Indices of earlier rows that have not been found again.
    private(set) var earlierLeft: [Int]

    /// - Parameter gone: indices of earlier rows that were not in the spreadsheet the last time. Any other comes first.
    init(_ rows: [Row], _ earlier: [Row], gone: Set<Int>) {
        (self.rows, self.earlier, self.gone) = (rows, earlier, gone)
        left = Array(rows.indices)
        earlierLeft = Array(earlier.indices)
    }

    /// Pairs rows that have the same key, if only one of those left on each side has it.
    /// - Parameters:
    ///   - inOrder: pairs several with the same key, too, in their order: nothing tells them apart.
    ///   - key: `nil` for a row that is not meant.
    ///   - fits: what else must be so, of a new row and an earlier one.
    mutating func pair(
        inOrder: Bool = false, by key: (Row) -> [String]?, if fits: (Row, Row) -> Bool = { _, _ in true }
    ) {
        for isGone in [false, true] {
            let old = Dictionary(grouping: earlierLeft.filter { gone.contains($0) == isGone }) { key(earlier[$0]) }
            let new = Dictionary(grouping: left) { key(rows[$0]) }
            var paired: (new: Set<Int>, old: Set<Int>) = ([], [])
            for (value, indices) in new {
                guard value != nil, let others = old[value], inOrder || (indices.count == 1 && others.count == 1)
                else { continue }
                for (index, other) in zip(indices, others)
                where Self.canShareCode(rows[index], earlier[other]) && fits(rows[index], earlier[other]) {
                    pairs.append((index, other))
                    paired.new.insert(index)
                    paired.old.insert(other)
                }
            }
            left.removeAll(where: paired.new.contains)
            earlierLeft.removeAll(where: paired.old.contains)
        }
    }

    private static func canShareCode(_ new: Row, _ old: Row) -> Bool {
        guard let code = new["code"], let other = old["code"] else { return true }
        return code == other
    }
}
