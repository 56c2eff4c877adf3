extension QRReader {
    /// The most pictures that are painted for zbar, the most poses that are fitted, and the most codes that are tracked,
    /// in a frame of a camera.
    private static let frameCrops = 4
    private static let frameFits = 6
    private static let frameTracks = 2
    private static let effort = CodeSearch.Effort(rowStep: 4, foundFinders: 160, combinedFinders: 40, triples: 40)
    /// While a code stays in view, the whole frame is searched for others only every so many frames.
    private static let searchEvery = 4
    /// The least agreement of a code that is read in one frame, and of one in glare, of which several frames are joined.
    private static let agreement: Float = 0.68
    private static let glareAgreement: Float = 0.45
    /// Steps, in modules, in which a code is found again that has moved since the last frame.
    private static let followingShares: [Float] = [0.5, 0.5, 0.25, 0.12]

    /// The same for a code in glare, of which all that was collected says where it is.
    private static let trackingShares: [Float] = [0.5, 0.25, 0.12, 0.5, 0.25, 0.12, 0.06]

    mutating func readFrame(_ view: GreyView) -> [QRSymbol] {
        guard min(view.width, view.height) >= Self.smallestSide else { return [] }
        memory.beginFrame(view)
        var reading = Reading(crops: Self.frameCrops, fits: Self.frameFits)
        follow(view, &reading)
        followUnread(view, &reading)
        if reading.poses.isEmpty || memory.frame.isMultiple(of: Self.searchEvery) {
            look(in: view, level: view, scale: 1, &reading)
            if reading.poses.isEmpty, memory.emptyFrames.isMultiple(of: 3) {
                lookForPairs(view, &reading)
                if reading.poses.isEmpty { lookInHalf(view, &reading) }
            }
        }
        reading.joinParts(decoder)
        memory.endFrame(isEmpty: reading.symbols.isEmpty)
        return reading.result
    }

    /// Finds the codes of the last frame again. They are compared, not decoded.
    private mutating func follow(_ view: GreyView, _ reading: inout Reading) {
        let held = memory.held
        memory.held = []
        for var code in held {
            let fit = PoseFit(view: view, patterns: patterns[code.pose.size])
            code.pose = fit.fitted(code.pose, shares: Self.followingShares)
            guard fit.agreement(code.pose) > 0.6 else { continue }
            let bits = Thresholding.plain.bits(ModuleGrid(view, code.pose), fit.patterns)
            guard bits.differences(code.bits) <= 2 + bits.size * bits.size / 100 else { continue }
            memory.held.append(code)
            reading.add(code.bytes, at: code.pose, isMirrored: code.isMirrored)
        }
    }

    private mutating func lookInHalf(_ view: GreyView, _ reading: inout Reading) {
        guard min(view.width, view.height) >= 2 * Self.smallestSide else { return }
        halved.copy(view)
        let copy = halved
        copy.withView { look(in: view, level: $0, scale: 2, &reading) }
    }

    private mutating func look(
        in view: GreyView, level: GreyView, scale: Float, _ reading: inout Reading
    ) {
        let proposals = search.proposals(
            in: view, level: level, scale: scale, effort: Self.effort, isTaken: reading.isTaken, trace: &trace)
        attempt(proposals, in: view, &reading)
    }

    /// Runs after the search of the whole frame, whose finders it combines in pairs.
    private mutating func lookForPairs(_ view: GreyView, _ reading: inout Reading) {
        let proposals = search.proposalsOfPairs(in: view, level: view, scale: 1, isTaken: reading.isTaken)
        attempt(proposals, in: view, &reading)
    }

    private mutating func attempt(_ proposals: [CodeProposal], in view: GreyView, _ reading: inout Reading) {
        for proposal in proposals where !reading.isTaken(proposal.pose.middle) {
            guard reading.fits > 0, reading.crops > 0 else { return }
            reading.fits -= 1
            trace?.fits += 1
            let place = memory.place(of: proposal.pose)
            if let place, memory.isResting(place) { continue }
            attempt(proposal.pose, in: view, &reading)
        }
    }

    private mutating func attempt(_ start: Pose, in view: GreyView, _ reading: inout Reading) {
        let fit = PoseFit(view: view, patterns: patterns[start.size])
        let pose = fit.fitted(fit.seekingAlignment(start))
        let agreement = fit.agreement(pose)
        guard agreement > Self.glareAgreement else { return }
        let grid = ModuleGrid(view, pose)
        let plain = Thresholding.plain.bits(grid, fit.patterns)
        if agreement > Self.agreement {
            let attempts = memory.place(of: pose).map { memory.places[$0].attempts } ?? 0
            // Always the first way of thresholding, and one of the others in turn.
            let other = Thresholding.allCases[1 + attempts % (Thresholding.allCases.count - 1)]
            for thresholding in [.plain, other] where reading.crops > 0 {
                let bits = thresholding == .plain ? plain : thresholding.bits(grid, fit.patterns)
                guard bits.error(fit.patterns) < 0.15 else { break }
                if decode(bits, pose, fit.patterns, &reading) { return memory.forget(pose) }
            }
            memory.noteFailure(pose)
        }
        join(grid, pose, fit.patterns, &reading)
    }

    /// Tracks codes that were located in the last frames and not read, by what has been collected of them: glare may
    /// hide their finders.
    private mutating func followUnread(_ view: GreyView, _ reading: inout Reading) {
        for place in memory.followed.prefix(Self.frameTracks) where !reading.isTaken(place.pose.middle) {
            trace?.fits += 1
            let patterns = patterns[place.pose.size]
            let fit = PoseFit(view: view, patterns: patterns, samples: place.evidence?.samples(patterns))
            let pose = fit.fitted(fit.seekingMoved(place.expected), shares: Self.trackingShares)
            join(ModuleGrid(view, pose), pose, patterns, &reading)
        }
    }

    /// Reads a code from what this frame and those before show of it together.
    private mutating func join(
        _ grid: ModuleGrid, _ pose: Pose, _ patterns: FunctionPatterns, _ reading: inout Reading
    ) {
        let bits = Thresholding.near.bits(grid, patterns)
        guard let seen = ModuleEvidence(grid, bits, patterns), let joined = memory.join(seen, at: pose),
            reading.crops > 0
        else { return }
        _ = decode(joined.bits, pose, patterns, &reading) { seen.shows($0) && joined.isOf($0) }
    }

    /// - Parameter isShown: whether this frame shows these modules.
    /// - Returns: whether this code is done in this frame.
    mutating func decode(
        _ bits: ModuleBits, _ pose: Pose, _ patterns: FunctionPatterns, _ reading: inout Reading,
        isShown: (ModulePicture) -> Bool = { _ in true }
    ) -> Bool {
        reading.crops -= 1
        let picture = ModulePicture(bits, patterns)
        let content = picture.isCorrect && isShown(picture) ? decoder.content(of: picture) : nil
        trace?.note(pose, picture, wasRead: content != nil)
        switch content {
        case .text(let bytes):
            reading.add(bytes, at: pose, isMirrored: picture.isMirrored)
            memory.held.append(
                ReadingMemory.Held(bytes: bytes, isMirrored: picture.isMirrored, pose: pose, bits: bits))
            return true
        case .part(let part):
            reading.parts.append((part, pose))
            reading.poses.append(pose)
            return true
        case nil:
            return false
        }
    }
}
