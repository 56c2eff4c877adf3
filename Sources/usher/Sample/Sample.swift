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

    let schedule: SampleSchedule
    /// Signs the codes of this sample that no list names.
    let codesKey: VerificationKey
    private(set) var tickets: [Ticket] = []
    private(set) var otherTickets: [Ticket] = []
    private(set) var sheet = SampleSheet()
    /// Lists beside the main one.
    let extras: [SampleExtra]

    /// - Parameter tickets: in all; the special cases are always there.
    init(seed: UInt64, at time: Timestamp, tickets count: Int?) throws {
        schedule = SampleSchedule(at: time)
        var maker = SampleMaker(seed: seed, schedule: schedule)
        codesKey = maker.codesKey.verificationKey
        var scenarios = try SampleCases.all(&maker)
        let special = scenarios.map(\.tickets.count).reduce(0, +)
        for number in special..<max(special, count ?? special) {
            scenarios.append(SampleCases.ordinary(&maker, number: number))
        }
        extras = SampleExtra.all(&maker)
        for scenario in scenarios {
            tickets += scenario.tickets
            otherTickets += scenario.otherTickets
            sheet.add(scenario)
        }
    }
}

/// What is shown to a station, in order, with the answer to each.
struct SampleSheet {
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
        var presentation: SampleScenario.Presentation
    }

    private(set) var pictures: [Picture] = []
    private(set) var answers: [Answer] = []

    /// One ticket's part: its picture, and the presentations in order.
    mutating func add(_ scenario: SampleScenario) {
        let number = String(pictures.count + 1)
        let name = String(repeating: "0", count: max(0, 3 - number.count)) + number + "-" + scenario.name
        pictures.append(Picture(name: name, code: scenario.code, look: scenario.look))
        answers += scenario.presentations.map { Answer(picture: name, code: scenario.code, presentation: $0) }
    }

    /// The gate at which the codes of codes.txt are typed, by people who come in.
    static let typedGate = "A"

    /// What a hand scanner types, in the order of the answers.
    var typedCodes: [String] {
        answers.filter { answer in
            let presentation = answer.presentation
            return presentation.given == nil && presentation.gate == Self.typedGate && presentation.direction == .in
        }.map(\.code)
    }
}

/// When the sample event takes place, as wall times of its zone.
struct SampleSchedule {
    /// A zone without clock changes, so that a sample of any day is the same.
    static let zone = "Africa/Kampala"

    private(set) var doorsOpen: Timestamp
    private(set) var starts: Timestamp
    private(set) var ends: Timestamp
    let time: Timestamp

    init(at time: Timestamp) {
        self.time = Timestamp(seconds: time.seconds / 60 * 60)
        doorsOpen = self.time - .seconds(2 * 3600)
        starts = self.time + .seconds(3600)
        ends = self.time + .seconds(8 * 3600)
    }

    /// The same, that much later.
    func later(by pause: Duration) -> SampleSchedule {
        var later = self
        later.doorsOpen = doorsOpen + pause
        later.starts = starts + pause
        later.ends = ends + pause
        return later
    }

    /// Lines of event.yaml.
    var yaml: String {
        """
        timezone: \(Self.zone)
        doors_open: \(Self.wallTime(doorsOpen))
        starts: \(Self.wallTime(starts))
        ends: \(Self.wallTime(ends))
        """
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
        /// What is shown beside the verdict; `nil` where that is not compared.
        var attention: String?
        var notes: String?
        /// Nothing is shown, but what was asked before is answered so, by the ids of the questions.
        var given: [String: String]?

        static func admitted(_ entry: Int = 1, gate: String = "A") -> Presentation {
            Presentation(gate: gate, verdict: .admitted, entry: entry)
        }

        static func refused(_ reason: Reason, gate: String = "A") -> Presentation {
            Presentation(gate: gate, verdict: .refused(reason))
        }

        static func checkedOut(gate: String = "A") -> Presentation {
            Presentation(gate: gate, direction: .out, verdict: .checkedOut)
        }

        static func admitted(answering given: [String: String]) -> Presentation {
            Presentation(verdict: .admitted, entry: 1, given: given)
        }
    }

    var name: String
    var code: String
    var tickets: [Sample.Ticket] = []
    var otherTickets: [Sample.Ticket] = []
    var look = SamplePicture.Look.printed
    var presentations: [Presentation]
}
