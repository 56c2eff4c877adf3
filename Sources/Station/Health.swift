internal import Synchronization

/// What is wrong with the station at the moment, each thing once, as sentences a person can act on.
final class Health: Sendable {
    enum Topic: Hashable, Sendable {
        case journal
        case manifest(String)
        /// A list could not be read at the last scan.
        case lookUp
        case endedLists
        case seal(event: String)
        /// A backend that is configured and cannot be used.
        case backend(String)
        case doubleEntries
        /// The page cannot be served.
        case screen
        /// The figures cannot be served to other machines.
        case figures
        /// Metrics cannot be served to other machines.
        case metrics
        /// The command of a hook does not do what it should.
        case hook(String)
        /// A pairing could not be put in force.
        case enrolment
        /// Alerts cannot be sent.
        case alerts
        /// An address, a folder or a file that lists come from.
        case listSource(String)
    }

    private let faults = Mutex<[Topic: String]>([:])

    /// - Returns: whether this is news.
    @discardableResult
    func report(_ topic: Topic, _ sentence: String) -> Bool {
        faults.withLock { faults in
            defer { faults[topic] = sentence }
            return faults[topic] != sentence
        }
    }

    func clear(_ topic: Topic) {
        faults.withLock { _ = $0.removeValue(forKey: topic) }
    }

    /// An event got another list, or lost its own: what was wrong with the old one is over.
    func clearManifest(of event: String) {
        clear(.manifest(event))
        clear(.seal(event: event))
    }

    func sentence(_ topic: Topic) -> String? {
        faults.withLock { $0[topic] }
    }

    /// In a stable order.
    var sentences: [String] {
        faults.withLock { $0.values.sorted() }
    }
}
