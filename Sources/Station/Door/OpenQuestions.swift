internal import Manifests
internal import Tickets

/// Scans that wait until staff have confirmed something.
///
/// In memory only, because the code of a ticket is: after a restart the ticket is scanned again.
struct OpenQuestions {
    /// Far longer than a guest takes to find a passport.
    static let patience = Duration.seconds(600)
    /// The oldest are forgotten: no door has more guests at once.
    static let most = 64

    struct Item {
        let number: Int64
        let scanCase: ScanCase
        let questions: Set<DoorQuestion>
    }

    /// A medium is waited for so long only: later it may be that of somebody else.
    static let mediumPatience = Duration.seconds(60)

    /// A guest of whom nothing else is asked than to take a medium (``CheckInQuestion/Kind/medium``).
    struct WantedMedium {
        let ask: Int64
        let question: CheckInQuestion
        /// Id of the event whose list asks it.
        let event: String?
        let since: Timestamp
    }

    private var items: [Item] = []
    /// By the reader where it is to be shown next.
    private var wantedMedia: [String: WantedMedium] = [:]
    private var last: Int64 = 0

    /// Remembers a scan if staff are asked about it.
    /// - Returns: the number of the question: that of the journal's entry, where there is one and it was not given yet.
    mutating func note(_ decided: DecidedCase) -> Int64? {
        guard !decided.decision.questions.isEmpty else { return nil }
        switch decided.record {
        case .none: return nil
        case .journal(let sequence): last = max(sequence, last + 1)
        case .memory: last += 1
        }
        let item = Item(number: last, scanCase: decided.scanCase, questions: decided.decision.questions)
        items = items.suffix(Self.most - 1) + [item]
        if item.questions.count == 1, case .answer(let question)? = item.questions.first, question.kind == .medium,
            let reader = item.scanCase.scan.reader
        {
            let since = item.scanCase.situation.now
            wantedMedia[reader] = WantedMedium(
                ask: last, question: question, event: item.scanCase.manifest?.plan.event.id, since: since)
        }
        return last
    }

    /// `nil` when nothing of this number was asked, or it was answered, or is too old.
    func item(_ number: Int64, now: Timestamp) -> Item? {
        items.first { $0.number == number && now - $0.scanCase.situation.now < Self.patience }
    }

    /// Whose medium is waited for at a reader. Whatever else is shown there, it stays so until the medium comes, staff decline
    /// the guest, another guest is asked there, or the patience ends.
    func wantedMedium(at reader: String, now: Timestamp) -> WantedMedium? {
        wantedMedia[reader].flatMap { now - $0.since < Self.mediumPatience ? $0 : nil }
    }

    mutating func remove(_ number: Int64) {
        items.removeAll { $0.number == number }
        stopWaiting(forMediumOf: number)
    }

    /// The guest of a question gets no medium: what is shown at the reader next is not theirs.
    mutating func stopWaiting(forMediumOf number: Int64) {
        wantedMedia = wantedMedia.filter { $0.value.ask != number }
    }
}
