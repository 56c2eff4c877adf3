internal import Manifests
internal import Messages
internal import Synchronization
internal import Tickets

/// What the parts of the station have reported, and not taken back: each thing once.
final class ReportedConditions: Sendable {
    private struct Name: Hashable {
        let code: Condition.Code
        let subject: String?
    }

    private let reported = Mutex<[Name: Condition]>([:])

    /// - Returns: whether this is news.
    @discardableResult
    func report(_ condition: Condition) -> Bool {
        let name = Name(code: condition.code, subject: condition.subject)
        return reported.withLock { reported in
            defer { reported[name] = condition }
            return reported[name] != condition
        }
    }

    func clear(_ code: Condition.Code, _ subject: String? = nil) {
        reported.withLock { _ = $0.removeValue(forKey: Name(code: code, subject: subject?.withoutControls)) }
    }

    var all: [Condition] { reported.withLock { Array($0.values) } }

    // MARK: - Lists

    /// An event got another list, or lost its own: what was wrong with the old one is over.
    func clearList(of event: String) {
        clear(.listUnreadable, event)
        clear(.sealDamaged, event)
    }

    /// A list was taken from there, or is the one in force.
    func clearListSource(_ source: String) {
        clear(.noListFrom, source)
        clear(.listLoss, source)
    }

    /// No list was taken from there. A list that was refused for a loss stays in mind while its source cannot be reached.
    /// - Returns: whether this is news.
    func reportListSource(_ source: String, _ error: any Error) -> Bool {
        let isLoss = (error as? ManifestError)?.code == .lossNotAccepted
        if isLoss {
            clear(.noListFrom, source)
        } else if error is ManifestError {
            clear(.listLoss, source)
        }
        return report(
            Condition(isLoss ? .listLoss : .noListFrom, subject: source, ["source": source], because: error))
    }
}
