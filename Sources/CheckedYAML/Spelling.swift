/// Finds the word that was probably meant.
public enum Spelling {
    /// The known word nearest to `word`, with one typing error in a short word, or in a third of the letters of a
    /// longer one; `nil` if none is near. Two exchanged letters are one error; case is ignored.
    public static func closest(to word: String, among known: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().prefix(64))
        let allowed = max(1, letters.count / 3)
        let distances = known.map { (word: $0, distance: distance(letters, Array($0.lowercased().prefix(64)))) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }), nearest.distance <= allowed else {
            return nil
        }
        return nearest.word
    }

    /// `, did you mean "gates"?`, or nothing.
    public static func suggestion(for word: String, among known: some Sequence<String>) -> String {
        closest(to: word, among: known).map { ", did you mean \"\($0)\"?" } ?? ""
    }

    /// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var best = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current.append(best)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
