/// Three finders that may belong to one code.
struct FinderTriple {
    /// Indices into the list of finders: the shared corner, then along the first row, then along the first column.
    let corner: Int
    let right: Int
    let bottom: Int
    /// The difference from a square seen straight on; smaller is better.
    let misfit: Float

    /// A finder seen from the corner of a triple.
    private struct Leg {
        let finder: Int
        let way: PixelPoint
        let length: Float
    }

    /// The best triples of these finders, best first.
    static func ranked(_ finders: [Finder], limit: Int) -> [FinderTriple] {
        var best = [FinderTriple]()
        for corner in finders.indices {
            let legs = finders.indices.filter { $0 != corner && finders[corner].mayBelong(with: finders[$0]) }
                .map { finder in
                    let way = finders[finder].centre - finders[corner].centre
                    return Leg(finder: finder, way: way, length: (way * way).sum().squareRoot())
                }
            for (index, first) in legs.enumerated() {
                for second in legs[(index + 1)...] {
                    // Hardly any is better than these: sorting all of them takes longer.
                    let worst = best.count < limit ? .infinity : best[limit - 1].misfit
                    guard let triple = FinderTriple(finders, corner, first, second, below: worst) else { continue }
                    if best.count == limit { best.removeLast() }
                    best.insert(triple, at: best.firstIndex { $0.misfit > triple.misfit } ?? best.endIndex)
                }
            }
        }
        return best
    }

    /// - Parameter worst: `nil` unless the misfit is smaller.
    private init?(_ finders: [Finder], _ corner: Int, _ first: Leg, _ second: Leg, below worst: Float) {
        let (shorter, longer) = (min(first.length, second.length), max(first.length, second.length))
        guard longer < 2.4 * shorter else { return nil }
        let (u, v) = (first.way, second.way)
        let cosine = abs((u * v).sum()) / (shorter * longer)
        let shape = cosine + (longer / shorter - 1)
        guard cosine < 0.8, shape < worst else { return nil }
        let (a, b, c) = (finders[corner], finders[first.finder], finders[second.finder])
        let largest = max(a.module, b.module, c.module)
        let smallest = min(a.module, b.module, c.module)
        guard largest < 2 * smallest, shorter > 8 * smallest, longer < 180 * largest else { return nil }
        self.corner = corner
        let turnsRight = u.x * v.y - u.y * v.x > 0
        right = turnsRight ? first.finder : second.finder
        bottom = turnsRight ? second.finder : first.finder
        misfit =
            shape + 0.5 * (largest / smallest - 1)
            // When several codes are in rows, finders of one code are closer to each other than finders of different
            // codes.
            + 0.002 * shorter / smallest
            + 0.1 * Float(12 - a.edges - b.edges - c.edges)
        guard misfit < worst else { return nil }
    }
}

extension Finder {
    /// Whether one code can have both, in its corner and at the end of a side: there are 14 to 170 modules between them.
    fileprivate func mayBelong(with other: Finder) -> Bool {
        let (smaller, larger) = (min(module, other.module), max(module, other.module))
        let way = other.centre - centre
        let square = (way * way).sum()
        return isDark == other.isDark && larger < 2 * smaller
            && square > 64 * smaller * smaller && square < 180 * 180 * larger * larger
    }
}

extension ThresholdedView {
    /// The poses of a code with these finders, for each size it may have.
    func poses(of triple: FinderTriple, _ finders: [Finder]) -> [Pose] {
        let (a, b, c) = (finders[triple.corner], finders[triple.right], finders[triple.bottom])
        let (toRight, toBottom) = (leg(a, b), leg(a, c))
        let (longer, shorter) = (
            max(toRight.modules, toBottom.modules), min(toRight.modules, toBottom.modules)
        )
        guard longer < 1.45 * shorter + 2 else { return [] }
        let estimate = (toRight.modules + toBottom.modules) / 2 + 7
        let nearest = Int(((estimate - 17) / 4).rounded()) * 4 + 17
        let doubt = 2 + estimate * 0.07
        return stride(from: nearest - 12, through: nearest + 12, by: 4)
            .filter { (21...177).contains($0) && abs(Float($0) - estimate) <= doubt }
            .flatMap { size in
                let seen = Pose(
                    size: size, corner: a.centre, right: b.centre, bottom: c.centre, rightWeight: toRight.weight,
                    bottomWeight: toBottom.weight, isDark: a.isDark)
                var flat = seen
                flat.rightWeight = 1
                flat.bottomWeight = 1
                return max(abs(toRight.weight - 1), abs(toBottom.weight - 1)) < 0.03 ? [seen] : [seen, flat]
            }
    }

    /// The distance between two finders.
    /// - Returns: its length in modules, and the weight of the second finder.
    func leg(_ from: Finder, _ to: Finder) -> (modules: Float, weight: Float) {
        let way = to.centre - from.centre
        let length = (way * way).sum().squareRoot()
        let direction = way / length
        let (near, far) = (module(of: from, along: direction), module(of: to, along: direction))
        // In perspective, modules shrink with the square of the weight along the way.
        return (length / (near * far).squareRoot(), (near / far).squareRoot())
    }

    func module(of finder: Finder, along direction: SIMD2<Float>) -> Float {
        let line = cross(at: finder.centre, direction, isDark: finder.isDark, limit: finder.module * 8 + 4)
        return line.map { $0.length / 7 } ?? finder.module
    }
}
