/// What a reader remembers from one frame to the next.
struct ReadingMemory {
    /// A code that was read in the last frame.
    struct Held {
        let bytes: [UInt8]
        let isMirrored: Bool
        var pose: Pose
        let bits: ModuleBits
    }

    /// A place where something looks like a code and could not be read.
    struct Place {
        var pose: Pose
        var attempts: Int
        var lastFrame: Int
        /// What all frames together show of it, and the last of them.
        var evidence: ModuleEvidence?
        var joinedFrame = 0
        /// Frames in a row that showed something else, and frames in a row that showed nothing new.
        var disputes = 0
        var idleFrames = 0
        /// How far it moved from one frame to the next, in pixels.
        var motion = PixelPoint(0, 0)

        /// Where it is in the next frame if it goes on moving.
        var expected: Pose { pose.moved(by: motion) }
    }

    private static let restAfter = 8
    private static let restFrames = 5
    private static let certainAfter = 3
    private static let forgetAfter = 10
    /// How long a code may be out of sight until it may be another ticket.
    private static let followedFrames = 3
    /// After so many frames in a row that show another code, that one is collected; after so many without anything new,
    /// nothing more is expected.
    private static let disputes = 2
    private static let idleFrames = 8

    private var width = 0
    private var height = 0
    private(set) var frame = 0
    /// Frames since the last one in which a code was read.
    private(set) var emptyFrames = 0
    var held = [Held]()
    private(set) var places = [Place]()

    /// A frame of another size is from another camera or another setting: then everything is forgotten.
    mutating func beginFrame(_ view: GreyView) {
        if view.width != width || view.height != height { self = ReadingMemory() }
        (width, height) = (view.width, view.height)
        frame += 1
        places.removeAll { frame - $0.lastFrame > Self.forgetAfter }
    }

    mutating func endFrame(isEmpty: Bool) {
        emptyFrames = isEmpty ? emptyFrames + 1 : 0
    }

    /// The index in ``places`` of a code at this pose; `nil` when it was not tried before.
    func place(of pose: Pose) -> Int? {
        places.firstIndex { place in
            let off = place.pose.middle - pose.middle
            return place.pose.size == pose.size && place.pose.isDark == pose.isDark
                && max(abs(off.x), abs(off.y)) < place.pose.module * Float(pose.size) / 3
        }
    }

    /// Whether a place is left alone for some frames, because it was tried often without success.
    func isResting(_ place: Int) -> Bool {
        places[place].attempts >= Self.restAfter && frame - places[place].lastFrame < Self.restFrames
    }

    mutating func noteFailure(_ pose: Pose) { places[see(pose)].attempts += 1 }

    /// - Returns: the index of the place, which is new when nothing was there.
    private mutating func see(_ pose: Pose) -> Int {
        guard let place = place(of: pose) else {
            if places.count == 16 { places.removeFirst() }
            places.append(Place(pose: pose, attempts: 0, lastFrame: frame))
            return places.count - 1
        }
        // What was collected fits here; other poses at this place are worse.
        guard places[place].joinedFrame < frame else { return place }
        let frames = frame - places[place].lastFrame
        if frames > 0 { places[place].motion = (pose.middle - places[place].pose.middle) / Float(frames) }
        places[place].pose = pose
        places[place].lastFrame = frame
        return place
    }

    /// Places that were seen in one of the last frames, not in this one, as long as frames show something new of them.
    var followed: [Place] {
        places.filter { place in
            place.evidence != nil && place.idleFrames < Self.idleFrames
                && (1...Self.followedFrames).contains(frame - place.lastFrame)
        }
    }

    /// Adds what this frame shows of a code to what those before showed.
    /// - Returns: both together; `nil` if there was nothing before, or it was of another code.
    mutating func join(_ seen: ModuleEvidence, at pose: Pose) -> ModuleEvidence? {
        let place = see(pose)
        guard places[place].joinedFrame < frame else { return nil }
        // In a longer time somebody may have shown another ticket.
        if frame - places[place].joinedFrame > Self.followedFrames { places[place].evidence = nil }
        places[place].joinedFrame = frame
        places[place].idleFrames += 1
        guard let evidence = places[place].evidence, evidence.agrees(with: seen) else {
            places[place].disputes += 1
            if places[place].evidence == nil || places[place].disputes >= Self.disputes {
                places[place].evidence = seen
                places[place].disputes = 0
            }
            return nil
        }
        let joined = evidence.joined(with: seen)
        places[place].disputes = 0
        places[place].evidence = joined
        let news = joined.certainModules - evidence.certainModules
        if news > seen.size * seen.size / 100 { places[place].idleFrames = 0 }
        return joined
    }

    /// Something that looks like a code has been tried several times and not been read.
    var hasUnread: Bool {
        places.contains { $0.attempts >= Self.certainAfter && frame - $0.lastFrame <= Self.restFrames }
    }

    mutating func forget(_ pose: Pose) {
        if let place = place(of: pose) { places.remove(at: place) }
    }
}
