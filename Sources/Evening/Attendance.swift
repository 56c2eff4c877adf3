internal import Manifests
internal import Reports
internal import Tickets

/// Who came of those who have tickets.
struct Attendance {
    /// By the slug of the admission list.
    private(set) var lists: [String: EventReport.Attendance] = [:]
    /// Tickets for which somebody did not come, by list, type and reference.
    private(set) var missing: [EventReport.NotCome] = []

    init(_ list: InstalledManifest, _ journals: JoinedJournals) throws {
        let plan = list.plan
        var listed: [ListedLine: Int] = [:]
        try list.forEachUsed { key, used in
            let line = ListedLine(event: plan.event.id, list: used.list, key: key, line: used.line)
            listed[line] = used.history.ins
        }
        try list.forEachLine { key, line in
            for admission in plan.lists where admission.admits(line) {
                let place = ListedLine(event: plan.event.id, list: admission.slug, key: key, line: line.number)
                let passages = journals.passages[place] ?? []
                let came = max(
                    Self.people(passages, hour: plan.dailyExit(of: admission.slug)), listed[place] ?? 0)
                add(line, came: min(came, line.admits), passages, on: admission.slug)
            }
        }
        missing.sort { ($0.list, $0.type, $0.reference ?? "") < ($1.list, $1.type, $1.reference ?? "") }
    }

    private mutating func add(_ line: TicketLine, came: Int, _ passages: [Passage], on list: String) {
        let entries = passages.reduce(0) { $1.verdict == .admitted ? $0 + $1.count : $0 }
        lists[list, default: .init()].again += max(0, entries - came)
        lists[list, default: .init()].came += came
        guard line.status == .valid else { return }
        let absent = line.admits - came
        lists[list, default: .init()].notCome += absent
        guard absent > 0 else { return }
        missing.append(
            EventReport.NotCome(list: list, type: line.type.slug, reference: line.reference, people: absent))
    }

    /// How many different people passed: the most who were inside at once. Others may have come with the ticket after these
    /// had left; nobody can tell.
    private static func people(_ passages: [Passage], hour: DailyExit?) -> Int {
        var inside = PeopleInside()
        var most = 0
        var last = Timestamp.earliest
        for passage in Passage.inOrder(passages) {
            if let hour {
                let turn = hour.last(at: passage.at)
                if turn > last { inside = PeopleInside() }
                last = max(last, turn)
            }
            inside.add(passage)
            most = max(most, inside.people)
        }
        return most
    }
}
