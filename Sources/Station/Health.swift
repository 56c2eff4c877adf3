internal import Manifests
internal import Synchronization
internal import Tickets

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
        /// A list from there was refused because much of the one in force is not in it.
        case listLoss(String)
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
        faults.withLock { Set($0.values).sorted() }
    }

    /// Where lists come from that were refused because too much of the one in force is gone, and the refusals.
    var listLosses: [(source: String, sentence: String)] {
        faults.withLock { faults in
            faults.compactMap { topic, sentence in
                guard case .listLoss(let source) = topic else { return nil }
                return (source, sentence)
            }.sorted { $0.source < $1.source }
        }
    }

    /// A list was taken from there, or is the one in force.
    func clearListSource(_ source: String) {
        clear(.listSource(source))
        clear(.listLoss(source))
    }

    /// No list was taken from there.
    /// - Returns: whether this is news.
    func reportListSource(_ source: String, _ error: any Error) -> Bool {
        if (error as? ManifestError)?.code == .lossNotAccepted {
            report(.listLoss(source), "\(error)")
        } else if error is ManifestError {
            clear(.listLoss(source))
        }
        return report(.listSource(source), "\(error)")
    }
}
