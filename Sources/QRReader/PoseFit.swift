/// Moves a pose until the modules of known colour agree best with the picture.
///
/// It needs no edges, only the brightness at the middle of modules: it works in blur that has no edges left, and finds
/// tilt that the three finders alone do not show.
struct PoseFit {
    let view: GreyView
    let patterns: FunctionPatterns
    /// What the pose is fitted to.
    let samples: ModuleSamples

    init(view: GreyView, patterns: FunctionPatterns, samples: ModuleSamples? = nil) {
        self.view = view
        self.patterns = patterns
        self.samples = samples ?? patterns.fit
    }

    /// Whether there may be a code: most places without one fail at a few modules of its timing patterns.
    func isPossible(_ pose: Pose) -> Bool {
        correlation(pose, patterns.someTiming) > 0.1 && correlation(pose, patterns.timingSamples) > 0.2
            && correlation(pose, patterns.someOfFit) > 0.05
    }

    /// How well all modules of known colour agree, -1 to 1.
    func agreement(_ pose: Pose) -> Float { correlation(pose, patterns.fit) }

    /// How well modules agree with what they must be, -1 to 1.
    func correlation(_ pose: Pose, _ samples: ModuleSamples) -> Float {
        let projection = pose.projection
        var (sum, squares, signed) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
        for four in samples.fours {
            let place = projection(x: four.x, y: four.y)
            // Places that only fill up a group of four are ignored.
            let value = SIMD4<Float>(repeating: 0).replacing(
                with: view.brightness(x: place.x, y: place.y), where: four.weight .!= 0)
            sum += value
            squares += value * value
            signed += four.weight * value
        }
        let count = Float(samples.count)
        let variance = squares.sum() / count - (sum.sum() / count) * (sum.sum() / count)
        guard variance > 0 else { return 0 }
        let light = Float(samples.lights) / count
        let correlation = signed.sum() * (light * (1 - light) / variance).squareRoot()
        return pose.isDark ? correlation : -correlation
    }

    /// How much brighter the light modules are than the dark ones.
    private func contrast(_ pose: Pose, _ samples: ModuleSamples) -> Float {
        let projection = pose.projection
        var sum = SIMD4<Float>()
        for four in samples.fours {
            let place = projection(x: four.x, y: four.y)
            sum += four.weight * view.brightness(x: place.x, y: place.y)
        }
        return pose.isDark ? sum.sum() : -sum.sum()
    }

    private func score(_ pose: Pose) -> Float {
        let contrast = contrast(pose, samples)
        return patterns.blind.map { contrast + clearness(pose, $0) } ?? contrast
    }

    /// How clearly modules in a row, of which every second is dark, differ from each other in the right way, -1 to 1.
    /// Where a reflection hides them there is no difference, and nothing counts.
    func alternation(_ pose: Pose, _ samples: ModuleSamples) -> Float {
        let projection = pose.projection
        var (last, sum, most): (Float?, Float, Float) = (nil, 0, 0)
        for four in samples.fours {
            let place = projection(x: four.x, y: four.y)
            let values = view.brightness(x: place.x, y: place.y)
            for lane in 0..<4 where four.weight[lane] != 0 {
                if let last {
                    let step = four.weight[lane] > 0 ? values[lane] - last : last - values[lane]
                    sum += step
                    most += abs(step)
                }
                last = values[lane]
            }
        }
        guard most > 0 else { return 0 }
        return pose.isDark ? sum / most : -sum / most
    }

    /// How far modules of any colour are from the mean grey: a place between modules is grey.
    private func clearness(_ pose: Pose, _ samples: ModuleSamples) -> Float {
        let projection = pose.projection
        let values = samples.fours.map { four in
            let place = projection(x: four.x, y: four.y)
            return view.brightness(x: place.x, y: place.y)
        }
        let mean = values.reduce(SIMD4(), +).sum() / Float(4 * values.count)
        let off = values.reduce(SIMD4()) { sum, value in
            let off = value - mean
            return sum + off.replacing(with: -off, where: off .< 0)
        }
        return off.sum() / Float(4 * values.count)
    }

    /// - Parameter shares: the steps of the search, in modules, each tried once in every direction.
    func fitted(_ start: Pose, shares: [Float] = [0.4, 0.2, 0.1]) -> Pose {
        var best = start
        var score = score(best)
        for share in shares {
            let pixels = share * start.module
            let weight = share * 1.5 / Float(start.size - 7)
            for parameter in 0..<10 {
                for sign: Float in [1, -1] {
                    var trial = best
                    trial.move(parameter, pixels: sign * pixels, weight: sign * weight)
                    let value = self.score(trial)
                    if value > score {
                        (best, score) = (trial, value)
                        break
                    }
                }
            }
        }
        return best
    }

    /// Looks for the code up to some modules from where it should be.
    func seekingMoved(_ start: Pose) -> Pose {
        var (best, score) = (start, -Float.infinity)
        let step = start.module * 0.8
        for across in -5...5 {
            for down in -5...5 {
                let trial = start.moved(by: PixelPoint(Float(across), Float(down)) * step)
                let value = contrast(trial, samples)
                if value > score { (best, score) = (trial, value) }
            }
        }
        return best
    }

    /// Looks for the alignment pattern that is farthest from the finders, up to some modules from where it should be.
    func seekingAlignment(_ start: Pose) -> Pose {
        guard let pattern = patterns.farAlignment else { return start }
        var (best, score) = (start, -Float.infinity)
        let step = 0.7 / Float(start.size - 7)
        for across in -5...5 {
            for down in -5...5 {
                var trial = start
                trial.rightWeight += Float(across) * step
                trial.bottomWeight += Float(down) * step
                let value = contrast(trial, pattern) * (1 - 0.02 * Float(abs(across) + abs(down)))
                if value > score { (best, score) = (trial, value) }
            }
        }
        return best
    }
}

extension Pose {
    fileprivate mutating func move(_ parameter: Int, pixels: Float, weight: Float) {
        switch parameter {
        case 0: corner.x += pixels
        case 1: corner.y += pixels
        case 2: right.x += pixels
        case 3: right.y += pixels
        case 4: bottom.x += pixels
        case 5: bottom.y += pixels
        case 6: rightWeight += weight
        case 7: bottomWeight += weight
        default:
            let way = parameter == 8 ? PixelPoint(pixels, 0) : PixelPoint(0, pixels)
            corner += way
            right += way
            bottom += way
        }
    }
}
