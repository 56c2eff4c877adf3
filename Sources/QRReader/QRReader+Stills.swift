extension QRReader {
    /// Pictures with more pixels than this are not enlarged when no code is found.
    private static let enlargedPixels = 1 << 18
    private static let enlargement = 3
    /// Other rows cross other finders in the middle: one search may find what the other misses.
    private static let efforts = [
        CodeSearch.Effort(rowStep: 3, foundFinders: 160, combinedFinders: 60, triples: 200),
        CodeSearch.Effort(rowStep: 2, foundFinders: 320, combinedFinders: 120, triples: 600),
    ]
    /// Smaller copies show no code that a larger one does not show.
    private static let smallestCopy = 64

    mutating func readStill(_ view: GreyView) -> [QRSymbol] {
        memory = ReadingMemory()
        var reading = Reading(crops: 200, fits: 200)
        lookAtAllSizes(view, &reading)
        if !reading.symbols.isEmpty { return reading.result }
        let isSmall =
            view.width * view.height <= Self.enlargedPixels
            && max(view.width, view.height) * Self.enlargement <= 16384
        if isSmall {
            let large = EnlargedPicture(view, factor: Self.enlargement)
            if trace != nil { trace = ReadingTrace() }
            large.withView { lookAtAllSizes($0, &reading) }
            trace?.divide(by: Self.enlargement)
            if !reading.symbols.isEmpty { return reading.result.map { $0.divided(by: Self.enlargement) } }
        }
        let symbols = view.withSpan { wholePictures.symbols(in: $0, width: view.width, height: view.height) }
        if !symbols.isEmpty || !isSmall { return symbols }
        let large = EnlargedPicture(view, factor: Self.enlargement)
        return wholePictures.symbols(in: large.pixels.span, width: large.width, height: large.height)
            .map { $0.divided(by: Self.enlargement) }
    }

    private mutating func lookAtAllSizes(_ view: GreyView, _ reading: inout Reading) {
        guard min(view.width, view.height) >= Self.smallestSide else { return }
        look(in: view, level: view, scale: 1, &reading)
        lookAtHalves(of: view, in: view, scale: 2, &reading)
        if reading.poses.isEmpty {
            SpreadPicture(view).withView { spread in
                look(in: spread, level: spread, scale: 1, &reading)
                lookAtHalves(of: spread, in: spread, scale: 2, &reading)
            }
        }
        reading.joinParts(decoder)
        memory.held = []
    }

    private mutating func lookAtHalves(
        of level: GreyView, in view: GreyView, scale: Float, _ reading: inout Reading
    ) {
        guard min(level.width, level.height) >= 2 * Self.smallestCopy else { return }
        var copy = HalvedPicture()
        copy.copy(level)
        copy.withView { half in
            look(in: view, level: half, scale: scale, &reading)
            lookAtHalves(of: half, in: view, scale: scale * 2, &reading)
        }
    }

    /// Searches again while codes are found: those that have been read do not hide others any more.
    private mutating func look(in view: GreyView, level: GreyView, scale: Float, _ reading: inout Reading) {
        for effort in Self.efforts {
            var before: Int
            repeat {
                before = reading.poses.count
                lookOnce(in: view, level: level, scale: scale, effort: effort, &reading)
            } while reading.poses.count > before
        }
        guard reading.poses.isEmpty else { return }
        let pairs = search.proposalsOfPairs(in: view, level: level, scale: scale, isTaken: reading.isTaken)
        attempt(pairs, in: view, &reading)
    }

    private mutating func lookOnce(
        in view: GreyView, level: GreyView, scale: Float, effort: CodeSearch.Effort, _ reading: inout Reading
    ) {
        let proposals = search.proposals(
            in: view, level: level, scale: scale, effort: effort, isTaken: reading.isTaken, trace: &trace)
        attempt(proposals, in: view, &reading)
    }

    private mutating func attempt(_ proposals: [CodeProposal], in view: GreyView, _ reading: inout Reading) {
        for proposal in proposals where !reading.isTaken(proposal.pose.middle) {
            guard reading.fits > 0, reading.crops > 0 else { return }
            reading.fits -= 1
            let fit = PoseFit(view: view, patterns: patterns[proposal.pose.size])
            let pose = fit.fitted(fit.seekingAlignment(proposal.pose))
            guard fit.agreement(pose) > 0.5 else { continue }
            let grid = ModuleGrid(view, pose)
            for thresholding in Thresholding.allCases {
                let bits = thresholding.bits(grid, fit.patterns)
                if bits.error(fit.patterns) > 0.3 || decode(bits, pose, fit.patterns, &reading) { break }
            }
        }
    }
}

extension QRSymbol {
    fileprivate func divided(by factor: Int) -> QRSymbol {
        QRSymbol(bytes: bytes, corners: corners.map { Point(x: $0.x / factor, y: $0.y / factor) })
    }
}
