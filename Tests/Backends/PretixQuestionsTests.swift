import Foundation
import TestSupport
import Testing
import Tickets

@testable import Backends

/// What pretix asks at check-in, as stations ask it.
@Suite struct PretixQuestionsTests {
    private typealias Samples = PretixSamples

    private func questions(_ values: String...) -> PretixQuestions {
        PretixQuestions(values.map(Samples.json), locale: "de-informal", zone: "Europe/Berlin")
    }

    private func position(_ answers: String...) throws -> PretixPosition {
        let more = #", "answers": [\#(answers.joined(separator: ","))]"#
        return try #require(PretixPosition(Samples.json(Samples.position(1, item: 6, more: more))))
    }

    private static let drink = """
        {"id": 1, "question": {"en": "A drink?", "de": "Ein Getränk?"}, "type": "B", "required": false, "items": [6, 8],
        "options": [], "ask_during_checkin": true, "show_during_checkin": false, "dependency_question": null,
        "dependency_values": [], "help_text": {"de": "Zur\\r\\nBegrüßung"}, "valid_number_min": null}
        """
    private static let which = """
        {"id": 2, "question": "Which?", "type": "M", "required": true, "items": [6], "ask_during_checkin": true,
        "options": [{"id": 5, "identifier": "TEA", "position": 0, "answer": {"de": "Tee"}},
        {"id": 6, "identifier": "WINE", "position": 1, "answer": {"de": "Wein"}}],
        "dependency_question": 1, "dependency_values": ["True"]}
        """
    private static let age = """
        {"id": 3, "question": "Age?", "type": "N", "required": true, "items": [6], "ask_during_checkin": true,
        "options": [], "dependency_question": 9, "dependency_values": ["YES"], "valid_number_min": "18.000000",
        "valid_number_max": null}
        """
    private static let diet = """
        {"id": 4, "question": "Diet", "type": "S", "required": false, "items": [6], "options": [],
        "ask_during_checkin": false, "show_during_checkin": true}
        """

    @Test func `its types, limits, options and conditions are those of the list`() {
        let found = questions(Self.drink, Self.which, Self.age, Self.diet).asked { Set($0.map { "item-\($0)" }) }
        #expect(
            found == [
                CheckInQuestion(
                    id: "1", text: "Ein Getränk?", help: "Zur Begrüßung", kind: .yesNo, types: ["item-6", "item-8"]),
                CheckInQuestion(
                    id: "2", text: "Which?", kind: .choices, isRequired: true,
                    options: [.init(id: "TEA", text: "Tee"), .init(id: "WINE", text: "Wein")], types: ["item-6"],
                    condition: .init(question: "1", values: ["true"])),
                CheckInQuestion(
                    id: "3", text: "Age?", kind: .number, isRequired: true, least: "18", types: ["item-6"],
                    condition: .init(question: "9", values: ["YES"])),
            ])
    }

    @Test(arguments: [
        (#""type": "C", "options": []"#, "without options"), (#""type": "F""#, "a file"),
        (#""type": "Z""#, "of an unknown type"),
        (#""type": "N", "valid_number_min": "7", "valid_number_max": "5""#, "no answer is allowed"),
        (#""type": "S", "valid_string_length_max": -3"#, "no answer is allowed"),
        (#""type": "D", "valid_date_min": "2026-12-05", "valid_date_max": "2026-12-04""#, "no answer is allowed"),
        (#""type": "B", "required": true, "dependency_question": 7"#, "it depends on itself"),
        (#""type": "C", "options": [{"identifier": "A,B", "answer": "x"}]"#, "options with unusable identifiers"),
        (
            #""type": "M", "options": [\#((0...100).map { #"{"identifier": "\#($0)", "answer": "x"}"# }.joined(separator: ","))]"#,
            "more than 100 options"
        ),
    ])
    func `what nobody could answer at the door is left out, by name`(members: String, reason: String) {
        let odd = questions(#"{"id": 7, "question": "Odd?", "items": [6], "ask_during_checkin": true, \#(members)}"#)
        #expect(odd.left == ["Odd? (\(reason))"] && odd.asked { _ in [] }.isEmpty)
    }

    @Test func `more questions than a list holds are left out, by name`() {
        let many = PretixQuestions(
            (1...52).map {
                Samples.json(#"{"id": \#($0), "question": "Q\#($0)", "type": "S", "ask_during_checkin": true}"#)
            },
            locale: nil, zone: .utc)
        #expect(many.left == ["Q51 (one of too many)", "Q52 (one of too many)"] && many.asked { _ in [] }.count == 50)
    }

    @Test func `limits of a date and time are those of the event's place`() {
        let arrival = questions(
            #"""
            {"id": 8, "question": "Arrival?", "type": "W", "items": [6], "ask_during_checkin": true,
            "valid_datetime_min": "2026-12-05T17:30:00Z", "valid_datetime_max": "2026-12-06T02:00:00+01:00"}
            """#
        ).asked { _ in ["a"] }
        #expect(arrival.map(\.least) == ["2026-12-05T18:30"] && arrival.map(\.most) == ["2026-12-06T02:00"])
        #expect(throws: AnswerFault.self) { try arrival.checked(["8": "2026-12-05T18:29"]) }
        #expect(throws: AnswerFault.self) { try arrival.checked(["8": "2026-12-06T02:01"]) }
        #expect(throws: Never.self) { try arrival.checked(["8": "2026-12-05T18:30"]) }
    }

    @Test func `what is answered, or cannot apply any more, is settled`() throws {
        let all = questions(Self.drink, Self.which, Self.age)
        let yes = #"{"question": 1, "answer": "True", "option_identifiers": []}"#
        let no = #"{"question": 1, "answer": "False", "option_identifiers": []}"#
        let old = #"{"question": 9, "answer": "yes", "option_identifiers": ["YES"]}"#
        #expect(try all.settled(for: position()) == ["3"], "question 9 is not asked at the door")
        #expect(try all.settled(for: position(yes)) == ["1", "3"])
        #expect(try all.settled(for: position(no)) == ["1", "2", "3"])
        #expect(try all.settled(for: position(no, old)) == ["1", "2"])
    }

    @Test func `answers are shown where pretix shows them`() throws {
        let vegan = #"{"question": 4, "answer": "vegan", "option_identifiers": []}"#
        let yes = #"{"question": 1, "answer": "True", "option_identifiers": []}"#
        let all = questions(Self.diet, Self.drink)
        #expect(try all.shown(of: position(vegan, yes)) == "Diet: vegan")
        #expect(try all.shown(of: position(yes)) == nil)
        let drink = questions(
            Self.drink.replacing(#""show_during_checkin": false"#, with: #""show_during_checkin": true"#))
        #expect(try drink.shown(of: position(yes)) == "Ein Getränk?: ✓")
    }

    @Test(
        arguments: [
            (#"[{"id": 12, "question": {"en": "Size"}}]"#, "pretix does not accept the answer to: Size"),
            (#"[{"id": 13, "question": {"en": "Photo"}}]"#, nil),
        ] as [(String, String?)])
    func `an answer that pretix does not take is told to a person`(refused: String, objection: String?) async throws {
        let double = try PretixDouble([
            PretixDouble.answer(#"{"status": "incomplete", "questions": \#(refused)}"#, status: "400 Bad Request"),
            PretixDouble.answer(#"{"status": "ok"}"#, status: "201 Created"),
        ])
        let checkIn = CheckIn(
            id: "n-1", station: "kiosk", sequence: 1, event: "gala", list: "2", gate: "A", reference: "31",
            direction: .in, verdict: .admitted, kind: .scan, count: 1, how: .camera, at: Samples.time(minute: 0))
        let delivery = await PretixReceiver(double.server, settings: Samples.settings()).deliver([
            OutgoingCheckIn(checkIn, answers: ["12": "M"])
        ])
        #expect(delivery.answers == [objection.map { .disputed(reason: $0) } ?? .accepted])
    }
}

/// A wristband or card that was handed out, as pretix is told.
@Suite struct PretixExchangeTests {
    private typealias Samples = PretixSamples

    private func deliver(_ bodies: String..., code: String? = "ticket") async throws -> (
        answer: ServerAnswer?, questions: [String]
    ) {
        let double = try PretixDouble(
            bodies.map { PretixDouble.answer($0, status: $0.contains("ok") ? "201 Created" : "400 Bad Request") })
        let checkIn = CheckIn(
            id: "n-1", station: "kiosk", sequence: 1, event: "gala", list: "2", gate: "A", reference: "31",
            direction: .in, verdict: .admitted, kind: .scan, count: 1, how: .camera, at: Samples.time(minute: 0))
        let outgoing = OutgoingCheckIn(checkIn, code: code, answers: ["medium-barcode": "BAND-1"])
        let delivery = await PretixReceiver(double.server, settings: Samples.settings()).deliver([outgoing])
        var questions: [String] = []
        for await question in double.questions { questions.append(question) }
        return (delivery.answers.first, questions)
    }

    private static let done = #"{"status": "ok"}"#
    private static let used = #"{"status": "error", "reason": "already_redeemed"}"#
    private static let taken = #"{"status": "error", "reason": "medium_exists"}"#

    @Test func `it is linked with the check-in`() async throws {
        let (answer, questions) = try await deliver(Self.done)
        #expect(answer == .accepted && questions.count == 1)
        #expect(questions[0].contains("checkinrpc/redeem/"))
    }

    @Test func `of a ticket that was used before, the medium is linked all the same`() async throws {
        #expect(
            try await deliver(Self.used, Self.done).answer == .disputed(reason: "the ticket was used before in pretix"))
    }

    @Test func `without a medium that pretix takes, the check-in comes alone`() async throws {
        let (answer, questions) = try await deliver(Self.taken, Self.taken, Self.done)
        #expect(answer == .disputed(reason: "the wristband or card is already in use in pretix"))
        #expect(questions.last?.contains("positions/31/redeem/") == true)
    }

    @Test func `without the ticket's code nothing is linked, and somebody is told`() async throws {
        guard case .disputed(let reason)? = try await deliver(Self.done, code: nil).answer else {
            Issue.record("it is not disputed")
            return
        }
        #expect(reason.contains("link it there"))
    }
}
