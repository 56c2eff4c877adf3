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
    }

    private static let restAfter = 8
    private static let restFrames = 5
    private static let certainAfter = 3
    private static let forgetAfter = 10

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

    mutating func noteFailure(_ pose: Pose) {
        guard let place = place(of: pose) else {
            if places.count == 16 { places.removeFirst() }
            places.append(Place(pose: pose, attempts: 1, lastFrame: frame))
            return
        }
        places[place].pose = pose
        places[place].attempts += 1
        places[place].lastFrame = frame
    }

    /// Something that looks like a code has been tried several times and not been read.
    var hasUnread: Bool {
        places.contains { $0.attempts >= Self.certainAfter && frame - $0.lastFrame <= Self.restFrames }
    }

    mutating func forget(_ pose: Pose) {
        if let place = place(of: pose) { places.remove(at: place) }
    }
}
