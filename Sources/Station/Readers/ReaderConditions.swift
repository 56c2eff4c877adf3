internal import Foundation
internal import Messages
internal import StationAPI

/// What cameras and scanners do, and whether a person sees the verdicts.
struct ReaderConditions: ConditionSource {
    let readers: Readers
    let announcer: Announcer
    let policy: Policy
    /// Paths of devices that should be connected.
    let expected: [String]

    func conditions(at situation: Situation) -> [Condition] {
        var conditions = readers.board.conditions(expected: expected)
        if let file = readers.learned.unreadable {
            conditions.append(Condition(.scannersUnreadable, ["file": file.path]))
        }
        if readers.board.hasCamera { conditions += readers.symbologies.conditions() }
        if readers.board.isActive { conditions.append(display) }
        if let slow = announcer.slowness {
            conditions.append(Condition(.pageSlow, ["seconds": "\(slow.components.seconds)"]))
        }
        if let count = readers.missed.count(at: .now) {
            conditions.append(Condition(.codesNotTaken, ["count": "\(count)"]))
        }
        switch announcer.console.state {
        case nil: break
        case .drawn: conditions.append(Condition(.consoleFine))
        case .behind: conditions.append(Condition(.consoleBehind))
        case .silent: conditions.append(Condition(.consoleSilent))
        case .covered: conditions.append(Condition(.consoleCovered))
        }
        return conditions
    }

    private var display: Condition {
        if announcer.hasListener { return Condition(.displayFine) }
        return Condition(policy.withoutDisplay == .refuse ? .noDisplay : .displayNotNeeded)
    }
}
