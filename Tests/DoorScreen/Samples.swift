import Foundation
import Messages
import TestSupport
import Tickets

@testable import DoorScreen
@testable import StationAPI

// One of everything, with every optional part there: the API's description is checked against them.

private let noon = Timestamp(seconds: 1_795_262_400)
let kampala = UTCOffset(from: noon, seconds: 10_800)

extension StationStatus {
    static let sample = StationStatus(
        station: "kiosk-3", version: "1.0.0", direction: .in,
        serving: [
            ServedEvent(
                id: "gala", name: "Winter Gala", gate: "A", gateName: "Gate A", list: "main", tickets: 500,
                people: 640, admitted: 12, inside: 11,
                isTest: false, timeZone: "Africa/Kampala", utcOffsets: [kampala], doorsOpen: noon, listIssued: noon,
                isListOld: false, place: "Hall 2", walkIns: true)
        ],
        installed: ["gala"],
        journal: JournalFigures(entries: 14, lastEntryAt: noon, waiting: 3, refused: 0, parked: 1),
        readers: [
            Reader(
                kind: .camera, device: "/dev/usher/camera-1", name: "C920", state: .waiting, note: "it was unplugged")
        ],
        backends: [
            Backend(
                name: "box", kind: "pretix", lastContact: noon, clockOffsetMs: 1500, trouble: "cannot ask box: busy")
        ],
        venue: Venue(condition: .alone, since: noon, trouble: "cannot ask the ledger: too late", waiting: 2, parked: 1),
        clock: .synchronised, isDiskLow: false,
        notRecorded: NotRecorded(isOn: true, since: noon, operator: "Grace", waiting: 2), console: .drawn, now: noon,
        conditions: [Condition(.listExpired, subject: "gala", ["event": "Winter Gala"])])
}

extension VerdictReport {
    static let sampleText =
        #"{"seq":1,"verdict":"admitted","reason":null,"event":"gala","list":"main","gate":"A","ref":"r-1","line":0,"#
        + #""type":"VIP","holder":"Ada","seat":null,"attention":null,"direction":"in","entry":1,"admits":1,"#
        + #""at":"2026-11-21T12:00:00.000Z","how":"stdin","first":null,"repeat":false,"message":"Welcome","#
        + #""sentence":{"key":"sentences.admitted","values":{}},"time_zone":"Africa/Kampala","#
        + #""utc_offsets":[{"from":"2026-11-21T12:00:00.000Z","seconds":10800}],"#
        + #""date":{"name":"Tour","starts":"2026-11-21T12:20:00.000Z","text":"15:20, Tour"},"notes":"Diet: vegan","born_by":"2008-11-21","questions":["age"],"to_answer":[{"id":"12","text":"Which size?","kind":"choice","types":["item-6"],"help":"As on the label","required":true,"options":[{"id":"S","text":"small"}],"least":"1","most":"2","if":{"question":"3","values":["true"]},"new":true}],"ask":7,"answers":6,"pending":4,"continues":5,"rule":"onlyFrom","next_entry":"2026-11-21T13:00:00.000Z","counted_by":"reports","explanation":["met"],"unmatched":true,"unrecorded":true,"elapsed_ms":0.75}"#

    static var sample: VerdictReport {
        get throws { try ControlJSON.decode(VerdictReport.self, from: Array(sampleText.utf8)) }
    }
}

extension ScanHint {
    static let sample = ScanHint(
        about: .wifi, gate: Gate(slug: "A", name: "Gate A", list: "main"), at: noon, how: .camera,
        message: "This is a Wi-Fi code, not a ticket")
    static var ofBadge: ScanHint {
        var hint = sample
        hint.operator = "Anne"
        return hint
    }
}

extension SearchAnswer {
    static let sample = SearchAnswer(
        hits: [
            Hit(
                event: "gala", ref: "r-1", ticket: "00", line: 0, type: "VIP", status: "valid", seat: "A1",
                date: TicketDate(
                    EventDate(id: 5, name: "Tour", starts: noon), clock: DoorClock(zone: "Africa/Kampala", now: noon)),
                holder: "Ada", admits: 1, inside: 0, since: Since(at: noon, gate: "A", gateName: "Gate A"), entries: 0,
                passages: [
                    Passage(
                        entry: "e-1", seq: 8, at: noon, verdict: "admitted", count: 1, gate: "A", gateName: "Gate A",
                        station: "kiosk-1",
                        operator: "Anne")
                ])
        ], isCut: true, note: "names are sealed")
}

extension GuestsAnswer {
    static let sample = GuestsAnswer(
        letters: [Initial(letter: "A", at: 0)], count: 1, from: 0, hits: SearchAnswer.sample.hits)
}

extension EnrolmentState {
    static let sample = EnrolmentState(
        current: Current(
            organizer: "Gala Ltd", event: "gala", eventName: "Winter Gala", fingerprint: "0123456789abcdef",
            until: noon, ends: noon, servers: ["https://tickets.example.org"]),
        openForMs: 900_000,
        pending: Pending(
            organizer: "Gala Ltd", event: "gala", eventName: "Winter Gala", gate: "B", fingerprint: "0123456789abcdef",
            shortCode: "AB12CD34", servers: ["https://tickets.example.org"]), isNew: true, stationKey: "c3RhdGlvbg==")
}

extension CheckOutAllAnswer {
    static let sample = CheckOutAllAnswer(entries: 11, people: 12)
}

extension JournalHeadAnswer {
    static let sample = JournalHeadAnswer(head: "a.b.c")
}

extension UndoAnswer {
    static let sample = UndoAnswer(seq: 9, undone: 8, entry: "e-1", verdict: "admitted", ref: "r-1", at: noon)
}

extension VerifyAnswer {
    static let sample = VerifyAnswer(
        isWhole: false, entries: 14, fault: "entry 3 was changed", note: "no head given")
}

extension PurgeAnswer {
    static let sample = PurgeAnswer(removed: 14, events: ["gala"], kept: ["ball: 2 entries wait"], used: 9)
}

extension UsedTickets {
    static let sample = UsedTickets(event: "gala", tickets: 9, since: noon)
}

extension ForgetAnswer {
    static let sample = ForgetAnswer(entries: 2, others: 1, isListed: true)
}

extension OutboxItem {
    static let sample = OutboxItem(
        id: "e-1", seq: 1, backend: "box-office", state: "refused", verdict: "admitted", kind: "scan", ref: "r-1",
        at: noon,
        words: "unknown ticket")
}

extension ListOffer {
    static let sample = ListOffer(
        file: "sda1/gala.usher", event: "gala", name: "Winter Gala", seq: 7, issued: noon, tickets: 500, fault: "old")
}

extension ConflictsAnswer {
    static let sample = ConflictsAnswer(
        refused: [.sample],
        doubleEntries: [
            DoubleEntryItem(
                event: "gala", list: "main", ref: "r-1", line: 0,
                passages: [
                    .init(
                        id: "e-1", at: noon, verdict: "admitted", count: 1, gate: "A", station: "kiosk-1",
                        operator: "ada", isSurplus: true)
                ])
        ])
}

extension RetryAnswer {
    static let sample = RetryAnswer(entries: 2)
}

extension ManifestSummary {
    static let sample = ManifestSummary(
        event: "gala", name: "Winter Gala", organizer: "Gala Ltd", seq: 7, kid: "0011223344556677", tickets: 500,
        issued: noon, expires: noon, isTest: false, isServed: true)
}

extension KeySummary {
    static let sample = KeySummary(kid: "0011223344556677", file: "gala.pub")
}

extension KeyRemoval {
    static let sample = KeyRemoval(events: ["gala"])
}

extension ScannerEntry {
    static let sample = ScannerEntry(
        identity: "05e0:1200:S1", name: "Symbol", layout: "de", terminator: "key", prefix: "~", suffix: "!")
}

extension OperatorSummary {
    static let sample = OperatorSummary(name: "Anne", role: "steward")
    static let rostered = OperatorSummary(
        name: "Anne", role: "steward", isRostered: true, gates: ["A"],
        from: Timestamp(rfc3339: "2026-12-05T16:00:00Z"), until: Timestamp(rfc3339: "2026-12-05T23:00:00Z"))
}

extension RosterAnswer {
    static let sample = RosterAnswer(
        issuer: "Gala Ltd", issued: Timestamp(rfc3339: "2026-12-05T16:00:00Z")!, people: 2, added: ["Anne"],
        removed: [],
        changed: ["Sue"])
}

extension EventFigures {
    static let sample = EventFigures(
        event: "gala", name: "Winter Gala", timeZone: "Africa/Kampala", utcOffsets: [kampala], doorsOpen: noon,
        starts: noon, ends: noon,
        isTest: false, station: "kiosk-3", now: noon, isCounting: false,
        lists: [
            ListFigures(
                slug: "main", name: "Hall", inside: 11, isEstimate: false, admitted: 12, elsewhere: 3, listed: 1,
                checkedOut: 5, tickets: 500, capacity: 400, capacityBasis: .venue, perMinute: 2.4,
                peak: .init(at: noon, people: 4),
                types: [.init(slug: "vip", name: "VIP", color: "#9333ea", admitted: 15, tickets: 500)],
                gates: [.init(slug: "A", name: "Gate A", admitted: 12, elsewhere: 3, checkedOut: 5)],
                course: .init(start: noon, stepMinutes: 1, entered: [15], left: [5]))
        ], refusals: [Refusal(reason: .alreadyScanned, codes: 2)], unsent: 4, conflicts: 1)
}
