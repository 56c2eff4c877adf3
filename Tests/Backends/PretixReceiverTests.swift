import Foundation
import Synchronization
import Testing
import Tickets

@testable import Backends

@Suite struct PretixMessageTests {
    private static let noon = PretixSamples.time(minute: 0)

    private func checkIn(
        _ verdict: Verdict = .admitted, reference: String? = "31", list: String? = "2", direction: Direction = .in,
        kind: CheckIn.Kind = .scan, undoes: String? = nil
    ) -> CheckIn {
        CheckIn(
            id: "n-1", station: "kiosk", sequence: 1, event: "gala", list: list, gate: "A", reference: reference,
            direction: direction, verdict: verdict, kind: kind, undoes: undoes,
            count: verdict.reason == nil ? 1 : 0, how: .camera, at: Self.noon)
    }

    private func message(
        _ checkIn: CheckIn, code: String? = nil, settings: BackendSettings = PretixSamples.settings(),
        offset: Duration? = nil
    ) throws(PretixMessage.UnsupportedCheckIn) -> PretixMessage {
        try PretixMessage(OutgoingCheckIn(checkIn, code: code, clockOffset: offset), settings: settings)
    }

    @Test(arguments: ["31", "3LXUQ-1#31"])
    func `a ticket of pretix is named by its number, never by its code`(reference: String) throws {
        let message = try message(checkIn(reference: reference), code: "secret")
        #expect(message.purpose == .passage)
        #expect(message.path == "events/gala/checkinlists/2/positions/31/redeem/")
        #expect(
            message.body.text == """
                {"nonce":"n-1","datetime":"2026-11-21T18:00:00.123Z","type":"entry",\
                "questions_supported":false,"canceled_supported":true,"force":true}
                """)
        #expect(
            message.unforced?.text == """
                {"nonce":"n-1","datetime":"2026-11-21T18:00:00.123Z","type":"entry",\
                "questions_supported":false,"canceled_supported":true,"force":false,"ignore_unpaid":true}
                """)
    }

    @Test(arguments: [Verdict.admitted, .checkedOut, .refused(.full)])
    func `a guest without a ticket is not sent: pretix would refuse every one`(verdict: Verdict) async throws {
        let entry = CheckIn(
            id: "n-1", station: "kiosk", sequence: 1, event: "gala", list: "main", gate: "A",
            line: Int(TicketType.number(of: "walk-in")), direction: verdict == .checkedOut ? .out : .in,
            verdict: verdict, kind: .manual, count: 1, how: .manual, at: Self.noon)
        #expect(throws: PretixMessage.UnsupportedCheckIn(answer: .accepted)) { try message(entry) }
    }

    @Test func `what the guest answered goes with the entry, and nothing that would erase an answer`() throws {
        let outgoing = OutgoingCheckIn(checkIn(), answers: ["7": "", "12": "M"])
        let message = try PretixMessage(outgoing, settings: PretixSamples.settings())
        for body in [message.body, try #require(message.unforced)] {
            #expect(body.text.contains(#""questions_supported":true,"answers":{"12":"M"}"#), "\(body.text)")
        }
        #expect(message.answered == ["12"])
    }

    @Test(arguments: [
        "Box#12", "#12", "3LXUQ-1#", "3LXUQ-1#x", "12 ", "-12", "", "A-1#12", "ROW-1#12", "INVOICE-1#12", "3lxuq-1#12",
        "3LXUQ-0#12", "3LXUQ-1#012", "012",
    ])
    func `a reference of another list names no position of pretix`(reference: String) {
        #expect(PretixReference(reference) == nil)
    }

    private static let made: [(order: String?, number: Int?, text: String)] = [
        ("3LXUQ", 1, "3LXUQ-1#12"), ("30XUQAB", 21, "30XUQAB-21#12"), (nil, 1, "12"), ("3LXUQ", nil, "12"),
        // Only the API makes such codes; the number alone is enough.
        ("A", 1, "12"),
    ]

    @Test(arguments: made)
    func `what a pull makes is taken back`(order: String?, number: Int?, text: String) {
        let made = PretixReference(order: order, number: number, id: 12)
        #expect((made.text, made.position) == (text, 12))
        #expect(PretixReference(text) == made)
    }

    @Test func `a signed code that no list had is the only one that is sent`() throws {
        let message = try message(checkIn(.checkedOut, reference: nil, direction: .out), code: "signed")
        #expect(message.path == "checkinrpc/redeem/")
        #expect(
            message.body.text == """
                {"nonce":"n-1","datetime":"2026-11-21T18:00:00.123Z","type":"exit",\
                "questions_supported":false,"lists":[2],"secret":"signed","source_type":"barcode","force":true}
                """)
        #expect(message.unforced == nil, "people must be able to leave")
    }

    @Test(
        arguments: [
            (Reason.wrongGate, "31", "product", "position 31", "31"),
            (.alreadyScanned, "31", "already_redeemed", "position 31", "31"),
            (.invalid, nil, "invalid", "strange", "null"),
        ] as [(Reason, String?, String, String, String)])
    func `a refusal is told with its reason, and with the code only of an unknown ticket`(
        reason: Reason, reference: String?, word: String, barcode: String, position: String
    ) throws {
        let message = try message(checkIn(.refused(reason), reference: reference), code: "strange")
        #expect(message.purpose == .refusal)
        #expect(message.path == "events/gala/checkinlists/2/failed_checkins/")
        #expect(
            message.body.text == """
                {"nonce":"n-1","datetime":"2026-11-21T18:00:00.123Z","type":"entry","error_reason":"\(word)",\
                "raw_barcode":"\(barcode)","position":\(position)}
                """)
    }

    @Test func `an undo takes the earlier entry back`() throws {
        let message = try message(checkIn(kind: .undo, undoes: "n-0"))
        #expect(message.purpose == .annulment)
        #expect(message.path == "checkinrpc/annul/")
        #expect(
            message.body.text == """
                {"lists":[2],"nonce":"n-0","datetime":"2026-11-21T18:00:00.123Z","error_explanation":null}
                """)
    }

    @Test func `the configuration may name lists and events otherwise`() throws {
        let settings = PretixSamples.settings(lists: ["main": "77"])
        let outgoing = OutgoingCheckIn(checkIn(list: "main"), serverEvent: "winter/17")
        #expect(
            try PretixMessage(outgoing, settings: settings).path
                == "events/winter/checkinlists/77/positions/31/redeem/")
    }

    @Test(arguments: [
        (Duration.seconds(29), "2026-11-21T18:00:00.123Z"), (.seconds(60), "2026-11-21T17:59:00.123Z"),
        (.seconds(-3600), "2026-11-21T19:00:00.123Z"),
    ])
    func `the time of a clock that is far off is put right`(offset: Duration, sent: String) throws {
        #expect(try message(checkIn(), offset: offset).body.text.contains(#""datetime":"\#(sent)""#))
    }

    @Test func `what pretix cannot be told is settled without asking`() throws {
        func answer(_ checkIn: CheckIn, code: String? = nil) -> ServerAnswer? {
            do throws(PretixMessage.UnsupportedCheckIn) {
                _ = try message(checkIn, code: code)
                return nil
            } catch {
                return error.answer
            }
        }
        #expect(answer(checkIn(.refused(.noManifest), reference: nil, list: nil)) == .accepted)
        #expect(answer(checkIn(.refused(.invalid), reference: nil)) == .accepted)
        guard case .rejected? = answer(checkIn(list: "hall")) else {
            Issue.record("hall is no list of pretix")
            return
        }
        guard case .rejected? = answer(checkIn(reference: nil)) else {
            Issue.record("no ticket is named")
            return
        }
    }
}

@Suite struct PretixReceiverTests {
    enum Kind: Equatable { case accepted, contradicted, rejected }

    @Test(arguments: [
        (PretixMessage.Purpose.passage, 201, #"{"status": "ok"}"#, Kind.accepted),
        (.passage, 404, #"{"detail": "Not found.", "status": "error", "reason": "invalid"}"#, .contradicted),
        (.passage, 404, #"{"detail": "No CheckinList matches the given query."}"#, .rejected),
        (.passage, 400, #"{"status": "error", "reason": "unpaid"}"#, .contradicted),
        (.passage, 400, #"{"status": "error", "reason": "canceled"}"#, .contradicted),
        (.passage, 400, #"{"status": "error", "reason": "ambiguous"}"#, .contradicted),
        (.passage, 400, #"{"status": "incomplete", "questions": []}"#, .contradicted),
        (.passage, 400, #"{"lists": ["Invalid pk \"9\" - object does not exist."]}"#, .rejected),
        (.refusal, 201, #"{"error_reason": "product"}"#, .accepted),
        (.refusal, 400, #"{"position": ["Invalid pk \"9\" - object does not exist."]}"#, .rejected),
        (.annulment, 200, #"{"status": "ok"}"#, .accepted),
        (.annulment, 400, #"["Cannot annul an unsuccessful checkin"]"#, .accepted),
        (.annulment, 404, #"{"detail": "No check-in found based on nonce"}"#, .contradicted),
        (
            .annulment, 400, #"{"non_field_errors": ["Annulment is not allowed more than 15 minutes after check-in"]}"#,
            .contradicted
        ),
        (.annulment, 400, #"["Multiple check-ins found based on nonce"]"#, .rejected),
    ])
    func `each answer has its meaning`(purpose: PretixMessage.Purpose, status: Int, body: String, kind: Kind) {
        let answer = JSONServer.Answer(status: status, headers: [], body: PretixSamples.json(body))
        let found: Kind =
            switch PretixReceiver.opinion(answer, of: purpose) {
            case .accepted: .accepted
            case .disputed, .contradicted: .contradicted
            case .rejected: .rejected
            }
        #expect(found == kind)
    }

    @Test(arguments: [
        (PretixMessage.Purpose.passage, #"{"status": "queued"}"#, false), (.passage, "{}", false),
        (.passage, #"{"status": null}"#, false), (.passage, #"{"status": "OK"}"#, false), (.passage, "null", false),
        (.passage, #"{"status": "ok", "position": {}}"#, true), (.annulment, #"{"status": "ok"}"#, true),
        (.annulment, "null", false), (.refusal, #"{"error_reason": "product"}"#, true), (.refusal, "{}", false),
        (.refusal, "null", false), (.refusal, #"{"status": "error"}"#, false),
    ])
    func `only pretix's own word is an acceptance`(purpose: PretixMessage.Purpose, body: String, isTaken: Bool) {
        let answer = JSONServer.Answer(status: 200, headers: [], body: PretixSamples.json(body))
        #expect(PretixReceiver.isAcceptance(answer, of: purpose) == isTaken)
    }

    @Test func `what a person decided against the rules is forced at once`() throws {
        let entry = CheckIn(
            id: "n-1", station: "kiosk", sequence: 1, event: "gala", list: "2", gate: "A", reference: "31",
            direction: .in, verdict: .admitted, kind: .override, count: 1, how: .manual,
            at: PretixSamples.time(minute: 0))
        let message = try PretixMessage(OutgoingCheckIn(entry, code: nil), settings: PretixSamples.settings())
        #expect(message.unforced == nil)
    }

    @Test(
        arguments: [
            (#"{"status": "ok"}"#, "", nil),
            (#"{"status": "error", "reason": "already_redeemed"}"#, #"{"status": "ok"}"#, "used before"),
            (#"{"status": "incomplete", "reason": "incomplete"}"#, #"{"status": "ok"}"#, nil),
        ] as [(String, String, String?)])
    func `pretix says whether it would have refused, and has the entry all the same`(
        first: String, second: String, objection: String?
    ) async throws {
        func answer(_ body: String) -> String {
            PretixDouble.answer(body, status: body.contains("ok") ? "201 Created" : "400 Bad Request")
        }
        let double = try PretixDouble([first, second].filter { !$0.isEmpty }.map(answer))
        let receiver = PretixReceiver(double.server, settings: PretixSamples.settings())
        let entry = CheckIn(
            id: "n-1", station: "kiosk", sequence: 1, event: "gala", list: "2", gate: "A", reference: "31",
            direction: .in, verdict: .admitted, count: 1, how: .camera, at: PretixSamples.time(minute: 0))
        let delivery = await receiver.deliver([OutgoingCheckIn(entry, code: nil)])
        switch delivery.answers.first {
        case .accepted?: #expect(objection == nil)
        case .disputed(let reason)?: #expect(reason.contains(try #require(objection)))
        default: Issue.record("\(delivery)")
        }
    }

    @Test(arguments: [
        (#"{"results": [{"linked_orderpositions": [7, 31]}]}"#, "200 OK", true),
        (#"{"results": [{"linked_orderpositions": [32]}]}"#, "200 OK", false),
        (#"{"results": []}"#, "200 OK", false), (#"{"detail": "Request denied."}"#, "403 Forbidden", false),
    ])
    func `a medium that an earlier try has linked to the ticket is no dispute`(
        media: String, status: String, isAccepted: Bool
    ) async throws {
        let exchanged = PretixDouble.answer(
            #"{"status": "error", "reason": "already_exchanged"}"#, status: "400 Bad Request")
        let double = try PretixDouble([
            exchanged, exchanged, PretixDouble.answer(#"{"status": "ok"}"#, status: "201 Created"),
            PretixDouble.answer(media, status: status),
        ])
        let receiver = PretixReceiver(double.server, settings: PretixSamples.settings())
        let entry = CheckIn(
            id: "n-1", station: "kiosk", sequence: 1, event: "gala", list: "2", gate: "A", reference: "31",
            direction: .in, verdict: .admitted, count: 1, how: .camera, at: PretixSamples.time(minute: 0))
        let delivery = await receiver.deliver([
            OutgoingCheckIn(entry, code: "secret", answers: ["medium-barcode": "BAND 1"])
        ])
        #expect((delivery.answers.first == .accepted) == isAccepted, "\(delivery)")
        if !isAccepted {
            #expect(delivery.answers.first == .disputed(reason: PretixReason.refusal("already_exchanged")))
        }
        var questions: [String] = []
        for await question in double.questions { questions.append(question) }
        #expect(
            questions.last?.hasPrefix(
                "GET /api/v1/organizers/gala-ltd/reusablemedia/?identifier=BAND%201&type=barcode") == true,
            "\(questions)")
    }

    @Test func `a refused question is told in the server's words`() {
        let answer = JSONServer.Answer(
            status: 400, headers: [], body: PretixSamples.json(#"{"lists": ["Invalid pk."], "nonce": ["Blank."]}"#))
        #expect(PretixReason.reason(of: answer) == "lists: Invalid pk.; nonce: Blank.")
        let silent = JSONServer.Answer(status: 418, headers: [], body: .null)
        #expect(PretixReason.reason(of: silent) == "no reason given (418)")
    }

    @Test(arguments: [
        ("https://pretix.eu", true), ("https://tickets.pretix.eu", true), ("https://notpretix.eu", false),
        ("https://tickets.example", false),
    ])
    func `the hosted pretix is asked no faster than it allows`(url: ServerAddress, isSlow: Bool) {
        #expect((PretixReceiver.pace(of: url) > .zero) == isSlow)
    }
}
