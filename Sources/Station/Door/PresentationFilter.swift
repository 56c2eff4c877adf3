internal import Tickets

/// Recognises when a reader sees the same presentation again, so that a ticket held to the camera for three seconds is
/// one scan and not "already scanned".
///
/// A camera sees a code in every frame: it is one presentation until the code has been out of view for 1.5 s. A hand
/// scanner sends a code once per trigger pull: the same code within 0.7 s is the same pull. A line on standard input or
/// an image file is always a new presentation.
/// See docs/decisions/038-announce-a-second-pull.md.
struct PresentationFilter: Sendable {
    static let cameraAbsence = Duration.milliseconds(1500)
    static let wedgeRepeat = Duration.milliseconds(700)

    private struct Sighting {
        var bytes: [UInt8]
        var seen: ContinuousClock.Instant
        var outcome: Outcome
    }

    /// What each reader saw last.
    private var sightings: [String: [Sighting]] = [:]

    /// The outcome of the earlier presentation that this one repeats; `nil` when it is new.
    mutating func earlierOutcome(of presentation: Presentation) -> Outcome? {
        guard let pause = pause(for: presentation.how) else { return nil }
        let current = (sightings[presentation.source] ?? []).filter { presentation.seen - $0.seen < pause }
        sightings[presentation.source] = current
        guard let index = current.firstIndex(where: { $0.bytes == presentation.bytes }) else { return nil }
        // A camera prolongs its presentation with every frame; a scanner's pull began when it began.
        if presentation.how == .camera || presentation.how == .phone {
            sightings[presentation.source]?[index].seen = presentation.seen
        }
        return current[index].outcome
    }

    mutating func remember(_ outcome: Outcome, of presentation: Presentation) {
        guard pause(for: presentation.how) != nil else { return }
        let sighting = Sighting(bytes: presentation.bytes, seen: presentation.seen, outcome: outcome)
        sightings[presentation.source, default: []].append(sighting)
    }

    /// A presentation that was decided again has another outcome from now on.
    /// - Parameter isEarlier: finds the earlier outcome.
    mutating func replace(with outcome: Outcome, where isEarlier: (VerdictReport) -> Bool) {
        for (reader, seen) in sightings {
            sightings[reader] = seen.map { sighting in
                guard case .verdict(let report) = sighting.outcome, isEarlier(report) else { return sighting }
                return Sighting(bytes: sighting.bytes, seen: sighting.seen, outcome: outcome)
            }
        }
    }

    private func pause(for how: CheckIn.How) -> Duration? {
        switch how {
        case .camera, .phone: Self.cameraAbsence
        case .wedge: Self.wedgeRepeat
        case .image, .stdin, .manual: nil
        }
    }
}
