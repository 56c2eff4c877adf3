/// Two finders of a code whose third is hidden: by glare, by a thumb, or by the edge of the picture.
struct FinderPair {
    /// A finder, as ``Pose`` names them.
    enum Place {
        case corner
        case right
        case bottom
    }

    var pose: Pose
    /// Which finder of the pose is guessed, as if the code were a square seen straight on.
    let hidden: Place

    /// All ways in which two of these finders can belong to one code.
    static func all(_ finders: [Finder], in picture: ThresholdedView) -> [FinderPair] {
        finders.indices.flatMap { first in
            finders[(first + 1)...].flatMap { pairs(finders[first], $0, picture) }
        }
    }

    private static func pairs(_ a: Finder, _ b: Finder, _ picture: ThresholdedView) -> [FinderPair] {
        let way = b.centre - a.centre
        let length = (way * way).sum().squareRoot()
        let module = (a.module + b.module) / 2
        guard a.isDark == b.isDark, max(a.module, b.module) < 1.4 * min(a.module, b.module),
            // Two squares farther apart hardly ever belong to one code.
            length > 10 * module, length < 90 * module
        else { return [] }
        let (first, second) = (a.centre, b.centre)
        let across = PixelPoint(-way.y, way.x)
        let middle = (first + second) / 2
        let side = picture.leg(a, b).modules
        // The diagonal of the code crosses finders at 45 degrees to their sides.
        let edge = (way + across) / (2 * length * length).squareRoot()
        let onEdge = (picture.module(of: a, along: edge) + picture.module(of: b, along: edge)) / 2
        let diagonal = length / onEdge / Float(2).squareRoot()
        let guesses: [(hidden: Place, corner: PixelPoint, right: PixelPoint, bottom: PixelPoint, modules: Float)] = [
            (.bottom, first, second, first + across, side), (.bottom, second, first, second - across, side),
            (.right, first, first - across, second, side), (.right, second, second + across, first, side),
            (.corner, middle + across / 2, first, second, diagonal),
            (.corner, middle - across / 2, second, first, diagonal),
        ]
        return guesses.flatMap { guess in
            sizes(guess.modules + 7).map { size in
                let pose = Pose(
                    size: size, corner: guess.corner, right: guess.right, bottom: guess.bottom, isDark: a.isDark)
                return FinderPair(pose: pose, hidden: guess.hidden)
            }
        }
    }

    private static func sizes(_ estimate: Float) -> [Int] {
        let nearest = Int(((estimate - 17) / 4).rounded()) * 4 + 17
        return [nearest - 4, nearest, nearest + 4].filter {
            (21...177).contains($0) && abs(Float($0) - estimate) <= 1.5 + 0.05 * estimate
        }
    }
}

extension PoseFit {
    /// How well the timing pattern between the two visible finders alternates. Finders at opposite corners have no such
    /// pattern between them: then how well they agree themselves. Measured for those: half of the wrong guesses are below
    /// 0.26, codes above 0.86.
    func seenAgreement(_ pair: FinderPair) -> Float {
        switch pair.hidden {
        case .corner: correlation(pair.pose, patterns.outerFinders)
        case .right: alternation(pair.pose, patterns.leftTiming)
        case .bottom: alternation(pair.pose, patterns.topTiming)
        }
    }

    /// Looks for the hidden finder, up to three modules from the guess; the other known modules of the code show where
    /// it is.
    func seekingHidden(_ pair: FinderPair) -> CodeProposal {
        var best = CodeProposal(pose: pair.pose, agreement: -.infinity)
        let step = pair.pose.module * 0.8
        for across in -4...4 {
            for down in -4...4 {
                var trial = pair.pose
                let off = PixelPoint(Float(across), Float(down)) * step
                switch pair.hidden {
                case .corner: trial.corner += off
                case .right: trial.right += off
                case .bottom: trial.bottom += off
                }
                let agreement = agreement(trial)
                if agreement > best.agreement { best = CodeProposal(pose: trial, agreement: agreement) }
            }
        }
        return best
    }
}
