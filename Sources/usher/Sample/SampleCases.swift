import Tickets

/// Every case that a station must distinguish. The event they belong to is in ``SampleWriter``: list `main` with gate A
/// admits everyone once, list `lounge` with gate L admits VIPs and lets them come back after leaving, list `workshop` with
/// gate W lets in twice, and list `gallery` with gate G has room for one.
enum SampleCases {
    static func all(_ maker: inout SampleMaker) throws -> [SampleScenario] {
        var cases = ["standard", "vip", "crew"].map { valid(&maker, type: $0) }
        cases += [secondScan(&maker), group(&maker), twoTypes(&maker), reentry(&maker), wrongGate(&maker)]
        cases += windows(&maker)
        cases += ["voided", "refunded", "unpaid", "blocked", "unapproved"].map { status(&maker, $0) }
        cases += [otherEvent(&maker), unknown(&maker)]
        cases += try signedCodes(&maker)
        cases += [eventScheduleURL(&maker), eventPassUG(&maker)]
        cases += [("inverted", .inverted), ("blurred", .blurred), ("glare", .glare)].map { seen(&maker, $0, as: $1) }
        cases += [checkOut(&maker), checkOutWithoutEntry(&maker)]
        cases += [rule(&maker), lastPlace(&maker), full(&maker), hints(&maker), ageIsAsked(&maker)]
        return cases
    }

    /// A ticket like any other.
    static func ordinary(_ maker: inout SampleMaker, number: Int) -> SampleScenario {
        let code = maker.secret()
        var ticket = maker.ticket(code, type: maker.randomType())
        ticket.seat = maker.seat()
        return SampleScenario(name: "ordinary", code: code, tickets: [ticket], presentations: [.admitted()])
    }

    private static func valid(_ maker: inout SampleMaker, type: String) -> SampleScenario {
        let code = maker.secret()
        var ticket = maker.ticket(code, type: type)
        ticket.seat = type == "crew" ? "" : maker.seat()
        return SampleScenario(
            name: type == "standard" ? "valid" : "valid-\(type)", code: code, tickets: [ticket],
            presentations: [.admitted()]
        )
    }

    private static func secondScan(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        return SampleScenario(
            name: "second-scan", code: code, tickets: [maker.ticket(code)],
            presentations: [.admitted(), .refused(.alreadyScanned)])
    }

    private static func group(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        var ticket = maker.ticket(code)
        ticket.admits = 4
        ticket.attention = "School class: a teacher must be with them"
        return SampleScenario(
            name: "group-of-four", code: code, tickets: [ticket],
            presentations: (1...4).map { .admitted($0) } + [.refused(.alreadyScanned)])
    }

    private static func twoTypes(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        return SampleScenario(
            name: "two-types", code: code, tickets: [maker.ticket(code), maker.ticket(code, type: "vip")],
            presentations: [.admitted(), .admitted(), .refused(.alreadyScanned)])
    }

    private static func reentry(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        return SampleScenario(
            name: "re-entry", code: code, tickets: [maker.ticket(code, type: "vip")],
            presentations: [
                .admitted(gate: "L"), .refused(.alreadyScanned, gate: "L"), .checkedOut(gate: "L"),
                .admitted(gate: "L"),
            ])
    }

    private static func wrongGate(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        return SampleScenario(
            name: "wrong-gate", code: code, tickets: [maker.ticket(code)],
            presentations: [.refused(.wrongGate, gate: "L"), .admitted()])
    }

    private static func windows(_ maker: inout SampleMaker) -> [SampleScenario] {
        let (early, late) = (maker.secret(), maker.secret())
        var notYet = maker.ticket(early)
        notYet.notBefore = SampleSchedule.wallTime(maker.schedule.time + .seconds(4 * 3600))
        var over = maker.ticket(late)
        over.notAfter = SampleSchedule.wallTime(maker.schedule.time - .seconds(3600))
        return [
            SampleScenario(
                name: "before-window", code: early, tickets: [notYet], presentations: [.refused(.notStarted)]),
            SampleScenario(name: "after-window", code: late, tickets: [over], presentations: [.refused(.ended)]),
        ]
    }

    private static func status(_ maker: inout SampleMaker, _ word: String) -> SampleScenario {
        let code = maker.secret()
        var ticket = maker.ticket(code)
        ticket.status = word
        guard let reason = Reason(rawValue: word) else { preconditionFailure("\(word) is not a reason") }
        return SampleScenario(name: word, code: code, tickets: [ticket], presentations: [.refused(reason)])
    }

    /// The event is part of the code, so that the answer is the same whether the other list is installed or not.
    private static func otherEvent(_ maker: inout SampleMaker) -> SampleScenario {
        let code = "https://tickets.example/ticket/view/\(Sample.otherEventID)/\(maker.secret())"
        return SampleScenario(
            name: "other-event", code: code, otherTickets: [maker.ticket(code)], presentations: [.refused(.wrongEvent)])
    }

    private static func unknown(_ maker: inout SampleMaker) -> SampleScenario {
        SampleScenario(name: "unknown-code", code: maker.secret(), presentations: [.refused(.invalid)])
    }

    private static func signedCodes(_ maker: inout SampleMaker) throws -> [SampleScenario] {
        let forged = try maker.signedCode(type: "vip", with: maker.forgersKey)
        let sold = try maker.signedCode(type: "vip", with: maker.codesKey)
        let other = otherSpelling(try maker.signedCode(type: "standard", with: maker.codesKey))
        let revoked = try maker.signedCode(type: "standard", with: maker.codesKey)
        var revokedTicket = maker.ticket(revoked)
        revokedTicket.status = "revoked"
        return [
            SampleScenario(name: "forged-signature", code: forged, presentations: [.refused(.invalid)]),
            SampleScenario(
                name: "signed-not-in-list", code: sold, presentations: [.admitted(), .refused(.alreadyScanned)]),
            SampleScenario(name: "signed-respelt", code: other, presentations: [.refused(.invalid)]),
            SampleScenario(
                name: "revoked", code: revoked, tickets: [revokedTicket], presentations: [.refused(.revoked)]),
        ]
    }

    /// Another spelling of the same bytes: the last base64 letter before the padding has spare bits, and the text is
    /// written backwards.
    private static func otherSpelling(_ code: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var letters = Array(code)
        guard let place = letters.firstIndex(where: { $0 != "=" }), let value = alphabet.firstIndex(of: letters[place])
        else { preconditionFailure("a signed code is base64") }
        letters[place] = alphabet[value ^ 1]
        return String(letters)
    }

    private static func eventScheduleURL(_ maker: inout SampleMaker) -> SampleScenario {
        let secret = maker.secret()
        return SampleScenario(
            name: "eventschedule-url", code: "https://events.example/ticket/view/MTIzNDU2/\(secret)",
            tickets: [maker.ticket(secret)], presentations: [.admitted()])
    }

    private static func eventPassUG(_ maker: inout SampleMaker) -> SampleScenario {
        let code = "TKT:000117|ORD:000042|EVT:\(maker.uuid())|USR:\(maker.uuid())"
        return SampleScenario(
            name: "eventpassug", code: code, tickets: [maker.ticket(code)], presentations: [.admitted()])
    }

    private static func seen(
        _ maker: inout SampleMaker, _ name: String, as look: SamplePicture.Look
    ) -> SampleScenario {
        let code = maker.secret()
        return SampleScenario(
            name: name, code: code, tickets: [maker.ticket(code)], look: look, presentations: [.admitted()])
    }

    private static func checkOut(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        return SampleScenario(
            name: "check-out", code: code, tickets: [maker.ticket(code)], presentations: [.admitted(), .checkedOut()])
    }

    private static func checkOutWithoutEntry(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        return SampleScenario(
            name: "check-out-without-entry", code: code, tickets: [maker.ticket(code)], presentations: [.checkedOut()])
    }

    /// Two entries, whenever they are.
    private static func rule(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        return SampleScenario(
            name: "rule-of-two-entries", code: code, tickets: [maker.ticket(code, type: "workshop")],
            presentations: [.admitted(gate: "W"), .admitted(gate: "W"), .refused(.rules, gate: "W")])
    }

    private static func lastPlace(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        return SampleScenario(
            name: "last-place", code: code, tickets: [maker.ticket(code, type: "gallery")],
            presentations: [.admitted(gate: "G")])
    }

    /// Comes after ``lastPlace(_:)``.
    private static func full(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        return SampleScenario(
            name: "full", code: code, tickets: [maker.ticket(code, type: "gallery")],
            presentations: [.refused(.full, gate: "G")])
    }

    /// What staff are told beside the verdict: of the type, of the ticket, and about its holder.
    private static func hints(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        var ticket = maker.ticket(code, type: "vip")
        ticket.attention = "Wheelchair: show them the lift"
        ticket.notes = "Vegetarian"
        var admitted = SampleScenario.Presentation.admitted()
        admitted.attention = "\(ticket.attention); Hand out a lanyard"
        admitted.notes = ticket.notes
        return SampleScenario(name: "hints", code: code, tickets: [ticket], presentations: [admitted])
    }

    /// The last: the screen shows nothing else until somebody has answered.
    private static func ageIsAsked(_ maker: inout SampleMaker) -> SampleScenario {
        let code = maker.secret()
        return SampleScenario(
            name: "age-is-asked", code: code, tickets: [maker.ticket(code, type: "club")],
            presentations: [.refused(.questions)])
    }
}
