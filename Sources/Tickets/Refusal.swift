/// Why somebody does not pass, with the facts that go with it.
/// See docs/decisions/007-postponed-refuses-not-started.md.
public enum Refusal: Hashable, Sendable {
    // The station cannot decide.
    /// No list is installed for an event that is served now.
    case noManifest
    /// The list is there and cannot be read.
    case manifestUnreadable
    /// The station may not decide on what readers present (``Permission/scan``).
    case stationNotAuthorised
    /// The event does not have the gate that was asked for; or none was named, and it has several.
    case unknownGate(asked: String?)
    /// The station was enrolled for a time that is over.
    case sessionOver
    /// The station's clock is wrong, and `policy` says to refuse then.
    case clockUntrusted
    /// The ledger of the venue does not answer, and tickets of this type must wait for it.
    case held
    /// The journal cannot be written.
    case notRecorded
    /// The list is too old or has expired, and `policy` says to refuse then.
    case listExpired
    /// The control room has paused the gate.
    /// - Parameter why: what it says about it.
    case paused(why: String)

    // The code.
    /// No list has the code, or the text can be no code.
    case invalid
    /// A wristband or card is waited for, and this is none that may be handed out.
    case notAMedium
    /// A ticket of another event.
    /// - Parameter event: the name of that event, or else its id.
    case wrongEvent(event: String)

    // The ticket, or its whole event.
    /// The ticket was cancelled or paid back; or the whole event is cancelled.
    case voided, refunded, cancelled
    /// Blocked by the organizer; the code withdrawn; the order not approved yet.
    case blocked, revoked, unapproved

    // Now and here.
    /// The event is postponed, and nobody knows until when.
    case postponed
    /// The ticket is not valid yet.
    case notStarted(opens: Timestamp)
    /// The ticket is not valid any more.
    /// - Parameter closed: the end of the line's own time window, without the grace after the event's end.
    case ended(closed: Timestamp)
    /// The list of this gate does not admit the line's type.
    /// - Parameter right: the name of a gate that admits it, if there is one.
    case wrongGate(right: String?)
    /// The list of this gate is for another date of the series.
    /// - Parameter starts: when the ticket's own date begins.
    case wrongDate(starts: Timestamp)
    /// On the list of this gate a code stands for one line, and this one for several (``AdmissionList/takesOneLine``).
    case ambiguous
    case unpaid
    /// A rule of the admission list (``AdmissionList/rule``).
    case rules(RuleRefusal)
    /// The capacity of the admission list is reached.
    case full
    /// Nobody more may enter on the line: its people have all entered or, with re-entry, are inside.
    /// - Parameter first: the first entry, as far as it is known.
    case alreadyScanned(first: History.FirstEntry?)
    /// The same, but people left by exits where nobody knew of their entry: this one last. A person asks.
    case unmatchedExit(UnmatchedExit)
    /// Nothing else stands in the way, but staff must find this out first.
    case questions(Set<DoorQuestion>)

    /// What the journal and the API call it.
    public var reason: Reason {
        switch self {
        case .noManifest: .noManifest
        case .manifestUnreadable: .manifestUnreadable
        case .stationNotAuthorised: .stationNotAuthorised
        case .unknownGate: .unknownGate
        case .sessionOver: .sessionOver
        case .clockUntrusted: .clockUntrusted
        case .held: .held
        case .notRecorded: .notRecorded
        case .listExpired: .listExpired
        case .paused: .paused
        case .invalid, .notAMedium: .invalid
        case .wrongEvent: .wrongEvent
        case .voided: .voided
        case .refunded: .refunded
        case .cancelled: .cancelled
        case .blocked: .blocked
        case .revoked: .revoked
        case .unapproved: .unapproved
        case .postponed, .notStarted: .notStarted
        case .ended: .ended
        case .wrongGate: .wrongGate
        case .wrongDate: .wrongDate
        case .ambiguous: .ambiguous
        case .unpaid: .unpaid
        case .rules: .rules
        case .full: .full
        case .alreadyScanned: .alreadyScanned
        case .unmatchedExit: .unmatchedExit
        case .questions: .questions
        }
    }

    /// Whether less stands in the way than with another refusal of the same guest: it failed a later test; of two tickets out
    /// of their time, the one that begins next is nearer than one that has ended.
    public func isNearer(than other: Refusal) -> Bool {
        guard reason.test == other.reason.test else { return reason.test > other.reason.test }
        switch (self, other) {
        case (.notStarted(let opens), .notStarted(let others)): return opens < others
        case (.notStarted, .ended): return true
        case (.ended(let closed), .ended(let others)): return closed > others
        default: return false
        }
    }

    /// What staff must find out; only with `questions`.
    public var questions: Set<DoorQuestion> {
        guard case .questions(let questions) = self else { return [] }
        return questions
    }

    /// What a rule says; only with `rules`.
    public var rule: RuleRefusal? {
        guard case .rules(let refusal) = self else { return nil }
        return refusal
    }

    /// Of a limit that is as exact as somebody counts: of people inside, or a rule about passages.
    public var isByCount: Bool {
        switch self {
        case .full: true
        case .rules(let refusal): refusal.condition.isAboutPassages
        default: false
        }
    }

    /// The first entry; only with `alreadyScanned`.
    public var first: History.FirstEntry? {
        guard case .alreadyScanned(let first) = self else { return nil }
        return first
    }
}
