import Publishing
import Tickets

/// A small list beside the main one, for what concerns a whole event or comes from a ticketing server only. A station
/// serves one event at a time, so it is played by itself, with the usher.yaml in its folder.
struct SampleExtra {
    /// Of its folder; part of its event's id.
    let name: String
    /// What it is; a part of its event's name.
    let about: String
    /// What QA must know besides.
    var note = ""
    let schedule: SampleSchedule
    /// More lines of its event.yaml.
    var event = ""
    /// What event.yaml cannot say.
    var outline = EventOutline()
    /// How long ago its list was signed.
    var age = Duration.zero
    /// The station is told to refuse everyone on a list that is too old.
    var refusesOld = false
    private(set) var tickets: [TicketRow] = []
    private(set) var sheet = SampleSheet()

    var eventID: String { "sample-\(name)" }

    /// The event, as an event.yaml.
    var yaml: String {
        """
        id: \(eventID)
        name: "Sample: \(about)"
        organizer: Usher samples
        \(schedule.yaml)
        gates: [{id: A, name: Gate A}]
        \(event)
        """
    }

    /// For usherd.
    var configuration: String {
        """
        # usherd serves this event alone, whatever else is installed.
        events: [\(eventID)]
        \(refusesOld ? "policy: {after_expiry: refuse}\n" : "")
        """
    }

    private mutating func add(
        _ name: String, _ maker: inout SampleMaker, date: Int64? = nil, _ presentations: SampleScenario.Presentation...
    ) {
        let code = maker.secret()
        let ticket = maker.ticket(code)
        tickets.append(
            TicketRow(
                code: code, reference: ticket.ref, holder: ticket.holder,
                notBefore: min(maker.schedule.doorsOpen, schedule.doorsOpen),
                date: date))
        sheet.add(SampleScenario(name: name, code: code, presentations: presentations))
    }

    // MARK: - The lists

    static func all(_ maker: inout SampleMaker) -> [SampleExtra] {
        [
            cancelled(&maker), postponed(&maker), questions(&maker), series(&maker), outdated(&maker), expired(&maker),
        ]
    }

    /// Where nothing else is said, a station serves the event whose doors are open: the sample's main one.
    private static func beside(_ maker: SampleMaker) -> SampleSchedule {
        maker.schedule.later(by: .seconds(30 * 86_400))
    }

    private static func cancelled(_ maker: inout SampleMaker) -> SampleExtra {
        var extra = SampleExtra(
            name: "cancelled", about: "a cancelled event", schedule: beside(maker), event: "status: cancelled")
        extra.add("cancelled", &maker, .refused(.cancelled), .checkedOut())
        return extra
    }

    private static func postponed(_ maker: inout SampleMaker) -> SampleExtra {
        var extra = SampleExtra(
            name: "postponed", about: "a postponed event", schedule: beside(maker), event: "status: postponed")
        extra.add("postponed", &maker, .refused(.notStarted))
        return extra
    }

    private static func questions(_ maker: inout SampleMaker) -> SampleExtra {
        let types: Set = ["standard"]
        let asked = [
            CheckInQuestion(
                id: "drink", text: "What would you like to drink?", kind: .choice, isRequired: true,
                options: [.init(id: "tea", text: "Tea"), .init(id: "coffee", text: "Coffee")], types: types),
            CheckInQuestion(
                id: "rules", text: "Have you read the house rules?", kind: .yesNo, isRequired: true, types: types),
        ]
        var extra = SampleExtra(
            name: "questions", about: "guests are asked something", note: "answers.jsonl answers it",
            schedule: beside(maker),
            outline: EventOutline(questions: asked))
        extra.add(
            "questions", &maker, .refused(.questions), .admitted(answering: ["drink": "tea", "rules": "true"]),
            .refused(.alreadyScanned))
        return extra
    }

    private static func series(_ maker: inout SampleMaker) -> SampleExtra {
        let (today, tomorrow) = (Int64(1), Int64(2))
        let time = maker.schedule.starts
        let dates = [
            EventDate(id: today, name: "Tour", starts: time),
            EventDate(id: tomorrow, name: "Tour", starts: time + .seconds(86_400)),
        ]
        var extra = SampleExtra(
            name: "series", about: "a date of a series", schedule: beside(maker),
            outline: EventOutline(
                lists: [.init(slug: "today", name: "Today", reentry: .none, date: today)], dates: dates))
        extra.add("right-date", &maker, date: today, .admitted())
        extra.add("wrong-date", &maker, date: tomorrow, .refused(.wrongDate))
        return extra
    }

    private static func outdated(_ maker: inout SampleMaker) -> SampleExtra {
        var extra = SampleExtra(
            name: "outdated", about: "a list that is too old", note: "its usher.yaml refuses everyone then",
            schedule: beside(maker), event: "max_age: 1h",
            age: .seconds(86_400), refusesOld: true)
        extra.add("outdated", &maker, .refused(.listExpired))
        return extra
    }

    /// No station installs it, so that none has a list of its event.
    private static func expired(_ maker: inout SampleMaker) -> SampleExtra {
        let schedule = maker.schedule.later(by: .seconds(-5 * 86_400))
        let expires = SampleSchedule.wallTime(schedule.time - .seconds(3 * 86_400))
        var extra = SampleExtra(
            name: "expired", about: "a list that has expired", note: "usher manifest install must refuse it",
            schedule: schedule, event: "expires: \(expires)", age: .seconds(4 * 86_400))
        extra.add("expired", &maker, .refused(.noManifest))
        return extra
    }
}
