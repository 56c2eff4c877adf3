/// What `usher doctor` found out about one thing.
public struct Diagnosis: Codable, Hashable, Sendable {
    public enum Area: String, Codable, Sendable, CaseIterable {
        case daemon, readers, camera, list, disk, clock, network, backend, venue, journal, faces, enrolment, sandbox
    }

    public enum Level: String, Codable, Sendable, CaseIterable, Comparable {
        case ok, warning, broken

        public static func < (one: Level, other: Level) -> Bool {
            one != other && (one == .ok || other == .broken)
        }
    }

    public var area: Area
    public var level: Level
    /// One sentence.
    public var says: String
    /// What to do next, one sentence; `nil` when there is nothing to do.
    public var next: String?

    public init(_ area: Area, _ level: Level, _ says: String, next: String? = nil) {
        self.area = area
        self.level = level
        self.says = says
        self.next = next
    }
}
