import Foundation
import Tickets

/// A sample event: its tickets, and what a station must answer when they are shown in order.
///
/// Everything follows from the seed and the time, so that two people with the same numbers talk of the same tickets.
/// Only the keys in the folder are random; the codes that must be signed are signed by a key made from the seed, whose
/// public half the event names too.
/// See docs/decisions/013-sample-codes-key.md.
struct Sample {
    static let eventID = "sample-gala"
    static let otherEventID = "sample-matinee"

    /// A row of tickets.csv.
    struct Ticket {
        var code: String
        var ref: String
        var type: String
        var holder = ""
        var seat = ""
        var status = "valid"
        var admits = 1
        var notBefore = ""
        var notAfter = ""
        var attention = ""
        var notes = ""
    }

    /// A QR picture.
    struct Picture {
        var name: String
        var code: String
        var look: SamplePicture.Look
    }

    /// A line of answers.jsonl.
    struct Answer {
        var picture: String
        var code: String
        var gate: String
        var direction: Direction
        var verdict: Verdict
        var entry: Int?
    }

    let schedule: SampleSchedule
    /// Signs the codes of this sample that no list names.
    let codesKey: VerificationKey
    private(set) var tickets: [Ticket] = []
    private(set) var otherTickets: [Ticket] = []
    private(set) var pictures: [Picture] = []
    private(set) var answers: [Answer] = []

    /// - Parameter tickets: in all; the special cases are always there.
    init(seed: UInt64, at time: Timestamp, tickets count: Int?) throws {
        schedule = SampleSchedule(at: time)
        var maker = SampleMaker(seed: seed, schedule: schedule)
        codesKey = maker.codesKey.verificationKey
        for scenario in try SampleCases.all(&maker) { add(scenario) }
        let special = tickets.count
        for number in special..<max(special, count ?? special) {
            add(SampleCases.ordinary(&maker, number: number))
        }
    }

    /// One ticket's part: its rows, its picture, and the presentations in order.
    private mutating func add(_ scenario: SampleScenario) {
        tickets += scenario.tickets
        otherTickets += scenario.otherTickets
        let number = String(pictures.count + 1)
        let name = String(repeating: "0", count: max(0, 3 - number.count)) + number + "-" + scenario.name
        pictures.append(Picture(name: name, code: scenario.code, look: scenario.look))
        answers += scenario.presentations.map { presentation in
            Answer(
                picture: name, code: scenario.code, gate: presentation.gate, direction: presentation.direction,
                verdict: presentation.verdict, entry: presentation.entry)
        }
    }
}

/// When the sample event takes place, as wall times of its zone.
struct SampleSchedule {
    /// A zone without clock changes, so that a sample of any day is the same.
    static let zone = "Africa/Kampala"

    let doorsOpen: Timestamp
    let starts: Timestamp
    let ends: Timestamp
    let time: Timestamp

    init(at time: Timestamp) {
        self.time = Timestamp(seconds: time.seconds / 60 * 60)
        doorsOpen = self.time - .seconds(2 * 3600)
        starts = self.time + .seconds(3600)
        ends = self.time + .seconds(8 * 3600)
    }

    /// `2026-12-05 19:00`, as event.yaml and tickets.csv have it.
    static func wallTime(_ time: Timestamp) -> String {
        // Kampala keeps UTC+3 all year.
        let text = (time + .seconds(3 * 3600)).description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }
}

/// One ticket and everything that is to happen with it.
struct SampleScenario {
    struct Presentation {
        var gate = "A"
        var direction = Direction.in
        var verdict: Verdict
        var entry: Int?

        static func admitted(_ entry: Int = 1, gate: String = "A") -> Presentation {
            Presentation(gate: gate, verdict: .admitted, entry: entry)
        }

        static func refused(_ reason: Reason, gate: String = "A") -> Presentation {
            Presentation(gate: gate, verdict: .refused(reason))
        }

        static func checkedOut(gate: String = "A") -> Presentation {
            Presentation(gate: gate, direction: .out, verdict: .checkedOut)
        }
    }

    var name: String
    var code: String
    var tickets: [Sample.Ticket] = []
    var otherTickets: [Sample.Ticket] = []
    var look = SamplePicture.Look.printed
    var presentations: [Presentation]
}
