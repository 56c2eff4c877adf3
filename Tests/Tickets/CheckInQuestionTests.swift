import Foundation
import Testing
import Tickets

/// What guests are asked at the door, and what they may answer.
struct CheckInQuestionTests {
    private typealias Kind = CheckInQuestion.Kind

    private func question(
        _ id: String = "1", _ kind: Kind = .line, isRequired: Bool = false, options: [String] = [],
        least: String? = nil, most: String? = nil, if condition: CheckInQuestion.Condition? = nil
    ) -> CheckInQuestion {
        CheckInQuestion(
            id: id, text: "Question \(id)?", kind: kind, isRequired: isRequired,
            options: options.map { .init(id: $0, text: $0.lowercased()) }, least: least, most: most,
            types: ["standard"], condition: condition)
    }

    @Test(arguments: [
        (Kind.line, " Ada\u{7}m ", "Adam"), (.lines, "one\ntwo\u{202E}", "one\ntwo"), (.number, "1,5", "1.5"),
        (.number, "-3", "-3"), (.yesNo, "true", "true"), (.yesNo, "", ""), (.yesNo, "false", "false"),
        (.choice, "B", "B"),
        (.choices, "B,A", "A,B"), (.date, "2024-02-29", "2024-02-29"), (.time, "23:59", "23:59"),
        (.dateTime, "2026-12-05T19:30", "2026-12-05T19:30"), (.country, "ug", "UG"), (.phone, "+256 700", "+256 700"),
        (.number, "", ""), (.choice, "  ", ""),
    ])
    private func `a good answer is taken as the server reads it`(kind: Kind, given: String, taken: String) throws {
        #expect(try [question("1", kind, options: ["A", "B"])].checked(["1": given]) == ["1": taken])
    }

    @Test(arguments: [
        (Kind.number, "one"), (.number, "1e5"), (.number, "NaN"), (.number, "12345678901234567890123"), (.yesNo, "yes"),
        (.choice, "C"), (.choice, "A,B"), (.choices, "A,C"), (.choices, "A,,C"), (.date, "2026-02-30"),
        (.date, "5.12.2026"), (.time, "24:00"), (.time, "7:30"), (.dateTime, "2026-12-05 19:30"), (.country, "XX"),
        (.country, "Uganda"), (.line, String(repeating: "x", count: 4001)),
    ])
    private func `a wrong answer is refused, and never repeated`(kind: Kind, given: String) {
        let fault = #expect(throws: AnswerFault.self) {
            try [question("1", kind, options: ["A", "B"])].checked(["1": given])
        }
        #expect(fault?.question == "1" && fault?.problem.hasPrefix("\"Question 1?\"") == true)
        #expect(fault.map { $0.problem.contains(given) } == false)
    }

    @Test(arguments: [
        (Kind.number, "5", "7", "4.9", "5"), (.number, "5", "7", "7.01", "7.0"),
        (.date, "2026-01-01", "2026-12-31", "2025-12-31", "2026-12-31"),
        (.line, "2", "4", "a", "ab"), (.lines, "2", "4", "abcde", "äöü"),
    ])
    private func `limits hold, and are part of what is allowed`(
        kind: Kind, least: String, most: String, wrong: String, right: String
    ) throws {
        let question = question("1", kind, least: least, most: most)
        #expect(throws: AnswerFault.self) { try [question].checked(["1": wrong]) }
        #expect(try [question].checked(["1": right]) == ["1": right])
    }

    @Test func `what is needed must be answered, and yes or no with yes`() {
        for nothing in [nil, "", "  \n", "\u{7}\u{202E}", "\u{200E} "] {
            #expect(throws: AnswerFault.self) {
                try [question(isRequired: true)].checked(nothing.map { ["1": $0] } ?? [:])
            }
        }
        for answer in ["", "false"] {
            #expect(throws: AnswerFault.self) { try [question("1", .yesNo, isRequired: true)].checked(["1": answer]) }
        }
        #expect(throws: AnswerFault.self) { try [question()].checked(["2": "x"]) }
    }

    @Test func `a question that depends on another is asked after certain answers alone`() throws {
        let questions = [
            question("drink", .yesNo),
            question(
                "which", .choices, isRequired: true, options: ["TEA", "BEER"],
                if: .init(question: "drink", values: ["true"])),
            question("age", .number, isRequired: true, if: .init(question: "which", values: ["BEER"])),
            question("elsewhere", if: .init(question: "unknown", values: ["x"])),
        ]
        #expect(try questions.checked([:]) == ["drink": "", "which": "", "age": "", "elsewhere": ""])
        // What was typed before the other answer changed does not count.
        #expect(try questions.checked(["which": "BEER", "age": "x"])["age"] == "")
        #expect(throws: AnswerFault.self) { try questions.checked(["drink": "true"]) }
        #expect(try questions.checked(["drink": "true", "which": "TEA"])["age"] == "")
        #expect(throws: AnswerFault.self) { try questions.checked(["drink": "true", "which": "TEA,BEER"]) }
        let ring = [
            question("a", isRequired: true, if: .init(question: "b", values: ["x"])),
            question("b", isRequired: true, if: .init(question: "a", values: ["x"])),
        ]
        #expect(try ring.checked(["a": "x"]) == ["a": "", "b": ""])
        #expect(throws: AnswerFault.self) { try ring.checked(["a": "x", "b": "x", "c": "x"]) }
    }

    @Test func `it is written and read again without a change`() throws {
        let whole = CheckInQuestion(
            id: "7", text: "Größe?", help: "As on the label", kind: .choices, isRequired: true,
            options: [.init(id: "S", text: "klein")], least: "1", most: "2", types: ["vip", "standard"],
            condition: .init(question: "3", values: ["true"]))
        for question in [whole, question()] {
            let text = Data(question.json.text.utf8)
            #expect(try JSONDecoder().decode(CheckInQuestion.self, from: text) == question)
        }
    }

    @Test(arguments: [
        #""text": "T", "kind": "colour""#, #""text": "", "kind": "line""#, #""text": "a\u0007", "kind": "line""#,
        #""text": "T", "kind": "choice", "options": [{"id": "A,B", "text": "x"}]"#,
        #""text": "T", "kind": "choice", "options": [{"id": "A", "text": "x"}, {"id": "A", "text": "y"}]"#,
    ])
    func `what no list may say is not read`(members: String) {
        let json = Data(#"{"id": "1", "types": [], \#(members)}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CheckInQuestion.self, from: json) }
    }

    @Test func `of a ticket that is in no list, nothing is asked that depends on what was asked elsewhere`() throws {
        let (child, size) = (
            question("2", .number, isRequired: true, if: .init(question: "1", values: ["true"])), question("3")
        )
        let plan = EventPlan(
            event: try winterGala(), types: [standard], lists: [hall()], gates: [], questions: [child, size])
        let row = TicketRow(code: "x", type: "standard", answered: [])
        let record = LateTicket([row], asked: try time("2026-12-05T16:00:00Z")).record(
            of: try #require(TicketKey(hex: String(repeating: "0", count: 32))), in: plan, isNumberedByType: true)
        #expect(plan.questions(for: try #require(record?.lines.first)).map(\.id) == ["3"])
    }

    @Test func `guests are asked once, and only those of its types`() throws {
        let size = question("size")
        let list = AdmissionList(slug: "main", name: "Hall", reentry: .afterExit, types: ["standard", "vip"])
        let plan = EventPlan(
            event: try winterGala(), types: [standard, vip], lists: [list], gates: [], questions: [size])
        func decide(_ presented: TicketLine, _ change: (inout AdmissionCase) -> Void = { _ in }) throws -> Decision {
            var admission = AdmissionCase(
                plan: plan, list: list, lines: [presented], direction: .in, now: try time("2026-12-05T16:00:00Z"))
            change(&admission)
            return admission.decision
        }
        func of(_ type: TicketType) throws -> TicketLine { try line(type: type) }
        let guest = try of(standard)
        #expect(try decide(guest).refusal == .questions([.answer(size)]))
        #expect(try decide(guest) { $0.confirmed = [.answer(size)] }.verdict == .admitted)
        #expect(
            try decide(guest) { $0.confirmed = [.answer(question("size", .number))] }.verdict == .refused(.questions))
        #expect(try decide(guest) { $0.direction = .out }.verdict == .checkedOut)
        #expect(try decide(guest) { $0.histories = [0: History(ins: 1, outs: 1)] }.verdict == .admitted)
        var answered = guest
        answered.answered = ["size"]
        #expect(try decide(answered).verdict == .admitted)
        #expect(try decide(try of(vip)).verdict == .admitted)
    }
}
