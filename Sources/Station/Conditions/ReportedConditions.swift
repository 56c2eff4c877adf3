internal import Manifests
internal import Messages
internal import Synchronization
internal import Tickets

/// What parts of the station have reported and not taken back, each once.
final class ReportedConditions: Sendable {
    private let reported = Mutex<[Condition.Name: Condition]>([:])

    /// - Returns: whether it is new.
    @discardableResult
    func report(_ condition: Condition) -> Bool {
        let name = condition.name
        return reported.withLock { reported in
            defer { reported[name] = condition }
            return reported[name] != condition
        }
    }

    func clear(_ code: Condition.Code, _ subject: String? = nil) {
        reported.withLock { _ = $0.removeValue(forKey: Condition.Name(code: code, subject: subject?.withoutControls)) }
    }

    var all: [Condition] { reported.withLock { Array($0.values) } }

    // MARK: - Lists

    /// An event has another list, or none: what was wrong with the old one no longer matters.
    func clearList(of event: String) {
        clear(.listUnreadable, event)
        clear(.sealDamaged, event)
    }

    /// The list from there was installed, or is in force already.
    func clearListSource(_ source: String) {
        clear(.noListFrom, source)
        clear(.listLoss, source)
    }

    /// No list was installed from there. A list that was refused for a loss stays reported while its source cannot be
    /// reached.
    /// - Returns: whether it is new.
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
