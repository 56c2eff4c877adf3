/// A place where a code may be, and how well the modules of known colour agree with it.
struct CodeProposal {
    let pose: Pose
    /// Correlation, -1 to 1.
    let agreement: Float
}

/// Finds places where codes may be, in one pass over a picture or a smaller copy of it.
struct CodeSearch {
    /// The least agreement. Measured: 99 % of the places without a code are below 0.28, 99 % of the codes above 0.66.
    private static let agreement: Float = 0.35
    /// From here on its finders are in no other code.
    private static let certain: Float = 0.8
    /// The same for codes with a hidden finder: with many guesses, some agree by chance.
    private static let pairAgreement: Float = 0.45
    private static let pairSeen: Float = 0.7
    /// How many of the most certain finders are combined in pairs, and how many of the best pairs are tried.
    private static let pairedFinders = 8
    private static let pairs = 12

    /// How much is examined before a pass gives up.
    struct Effort {
        /// Rows from one searched row to the next.
        let rowStep: Int
        /// The most finders that are kept, and how many of the most certain ones are combined.
        let foundFinders: Int
        let combinedFinders: Int
        let triples: Int
    }

    private var thresholds = BlockThresholds()
    private var search = FinderSearch()
    private let patterns: FunctionPatternTable

    init(_ patterns: FunctionPatternTable) {
        self.patterns = patterns
    }

    /// - Parameters:
    ///   - view: the whole picture.
    ///   - level: the same picture, or a copy that is smaller by `scale`.
    ///   - isTaken: whether a place is on a code that has been read already.
    /// - Returns: places in the whole picture, the best first.
    mutating func proposals(
        in view: GreyView, level: GreyView, scale: Float, effort: Effort, isTaken: (PixelPoint) -> Bool,
        trace: inout ReadingTrace?
    ) -> [CodeProposal] {
        thresholds.measure(level)
        var proposals = [CodeProposal]()
        thresholds.withView(of: level) { picture in
            search.search(picture, rowStep: effort.rowStep, limit: effort.foundFinders)
            trace?.note(search.finders, scale: scale)
            let free = search.finders.filter { !isTaken($0.centre * scale) }
            let finders = Array(free.sorted { $0.weight > $1.weight }.prefix(effort.combinedFinders))
            var isUsed = [Bool](repeating: false, count: finders.count)
            for triple in FinderTriple.ranked(finders, limit: effort.triples) {
                let members = [triple.corner, triple.right, triple.bottom]
                if members.contains(where: { isUsed[$0] }) { continue }
                for pose in picture.poses(of: triple, finders) {
                    let pose = pose.scaled(by: scale)
                    let fit = PoseFit(view: view, patterns: patterns[pose.size])
                    guard fit.isPossible(pose) else { continue }
                    let agreement = fit.agreement(pose)
                    guard agreement > Self.agreement else { continue }
                    proposals.append(CodeProposal(pose: pose, agreement: agreement))
                    if agreement > Self.certain { for member in members { isUsed[member] = true } }
                }
            }
        }
        return proposals.sorted { $0.agreement > $1.agreement }
    }

    /// Places of codes with a hidden finder, from the finders that the last pass saw.
    /// - Parameter level: the picture of the last pass.
    mutating func proposalsOfPairs(
        in view: GreyView, level: GreyView, scale: Float, isTaken: (PixelPoint) -> Bool
    ) -> [CodeProposal] {
        let free = search.finders.filter { $0.edges >= 3 && !isTaken($0.centre * scale) }
        let finders = Array(free.sorted { $0.weight > $1.weight }.prefix(Self.pairedFinders))
        let pairs = thresholds.withView(of: level) { FinderPair.all(finders, in: $0) }
        var proposals = [CodeProposal]()
        for var pair in pairs {
            pair.pose = pair.pose.scaled(by: scale)
            let fit = PoseFit(view: view, patterns: patterns[pair.pose.size])
            guard fit.seenAgreement(pair) > Self.pairSeen else { continue }
            let proposal = fit.seekingHidden(pair)
            if proposal.agreement > Self.pairAgreement { proposals.append(proposal) }
        }
        return Array(proposals.sorted { $0.agreement > $1.agreement }.prefix(Self.pairs))
    }
}
