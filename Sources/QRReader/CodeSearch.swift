/// A place where a code may be: how it would lie, and how well the modules of known colour agree.
struct CodeProposal {
    let pose: Pose
    /// -1 to 1.
    let agreement: Float
}

/// Finds places where codes may be, in one pass over a picture or a smaller copy of it.
struct CodeSearch {
    /// What is no code agrees less; what is one, more: 0.28 and 0.66 are the 99th and the first percentile of either.
    private static let agreement: Float = 0.35
    private static let timing: Float = 0.2
    /// The same where a finder is hidden: of many guesses, some look right by chance.
    private static let pairAgreement: Float = 0.45
    private static let pairTiming: Float = 0.5
    /// The surest finders that are put together in pairs, and the likeliest pairs.
    private static let pairedFinders = 8
    private static let pairs = 12

    /// How much is looked at before the pass gives up.
    struct Effort {
        /// The distance between the rows that are searched for finders.
        let rowStep: Int
        /// The finders taken up, and of those the surest that are combined.
        let foundFinders: Int
        let combinedFinders: Int
        let triples: Int
    }

    private var thresholds = BlockThresholds()
    private var search = FinderSearch()
    private var patterns = FunctionPatternTable()

    /// - Parameters:
    ///   - view: the whole picture.
    ///   - level: the same picture, or a copy that is smaller by `scale`.
    ///   - isTaken: whether a place belongs to a code that is read already.
    /// - Returns: places in the whole picture, the likeliest first.
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
            for triple in FinderTriple.ranked(finders, limit: effort.triples) {
                for pose in picture.poses(of: triple, finders) {
                    let pose = pose.scaled(by: scale)
                    let fit = PoseFit(view: view, patterns: patterns[pose.size])
                    guard fit.timing(pose) > Self.timing else { continue }
                    let agreement = fit.agreement(pose)
                    if agreement > Self.agreement {
                        proposals.append(CodeProposal(pose: pose, agreement: agreement))
                    }
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
            guard fit.seenTiming(pair) > Self.pairTiming else { continue }
            let proposal = fit.seekingHidden(pair)
            if proposal.agreement > Self.pairAgreement { proposals.append(proposal) }
        }
        return Array(proposals.sorted { $0.agreement > $1.agreement }.prefix(Self.pairs))
    }
}
