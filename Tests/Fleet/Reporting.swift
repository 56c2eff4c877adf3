import Fleet
import Foundation
import StationAPI
import TestSupport
import Tickets

let doors = Timestamp(seconds: 1_795_262_400)

/// A station of the tests, and what it would say.
struct Reporting {
    var name: String
    var key = SigningKey()
    var gate: String? = "A"
    var version = "0.1.0"
    var direction = Direction.in
    /// People it let in and out.
    var own = (entered: 0, left: 0)
    /// People that others let in and out, as far as it knows.
    var others = (entered: 0, left: 0)
    var tickets: Int64 = 500
    var capacity: Int?
    var walkIns = 0
    var perMinute = 0.0
    var refused = 0
    var course: ListFigures.TimeSeries?
    var listIssued = doors
    /// Number and hash of the newest entry.
    var end = (sequence: Int64(0), hash: String(repeating: "0", count: 64))
    var clock = doors
    var starts = doors + .seconds(3600)
    var gates = ["A", "B"]
    var event = "gala"

    var head: String {
        get throws {
            let payload = JSONValue.object([
                ("station", .string(name)), ("seq", .integer(end.sequence)), ("hash", .string(end.hash)),
                ("at", .string(clock.description)), ("key", .string(Base64URL.encode(key.verificationKey.raw))),
            ])
            return try SignedClaims.sign(Data(payload.text.utf8), purpose: .journalHead, with: key)
        }
    }

    var report: StationReport {
        get throws {
            StationReport(
                status: status, figures: [figures],
                own: [
                    StationReport.OwnPassages(
                        event: event, list: "main", entered: own.entered, left: own.left, perMinute: perMinute,
                        course: course)
                ], acts: [], head: try head, freeBytes: 1 << 30)
        }
    }

    var line: String { get throws { try SignedReport.sign(report, with: key) } }

    var signed: SignedReport { get throws { try SignedReport(line, from: name) } }

    private var status: StationStatus {
        StationStatus(
            station: name, version: version, direction: direction,
            serving: [
                StationStatus.ServedEvent(
                    id: event, name: "Winter Gala", gate: gate, gateName: gate.map { "Gate \($0)" }, list: "main",
                    tickets: tickets, admitted: own.entered, inside: 0, isTest: false, timeZone: "Africa/Kampala",
                    utcOffsets: Zone.named("Africa/Kampala").offsets(around: doors), doorsOpen: doors,
                    listIssued: listIssued, isListOld: false)
            ], installed: [event],
            journal: StationStatus.JournalFigures(entries: 0, lastEntryAt: nil, waiting: 0, refused: 0, parked: 0),
            readers: [], backends: [], clock: .synchronised, isDiskLow: false, now: clock)
    }

    private var figures: EventFigures {
        EventFigures(
            event: event, name: "Winter Gala", timeZone: "Africa/Kampala",
            utcOffsets: Zone.named("Africa/Kampala").offsets(around: doors), doorsOpen: doors, starts: starts,
            ends: starts + .seconds(7200), isTest: false, station: name, now: clock, isCounting: false,
            lists: [list],
            refusals: refused > 0 ? [EventFigures.Refusal(reason: .alreadyScanned, codes: refused)] : [],
            unsent: 0, conflicts: 0)
    }

    private var list: ListFigures {
        ListFigures(
            slug: "main", name: "Main entrance", inside: own.entered + others.entered - own.left - others.left,
            isEstimate: false, admitted: own.entered, elsewhere: others.entered, listed: 0,
            checkedOut: own.left + others.left, tickets: tickets, capacity: capacity, perMinute: perMinute, peak: nil,
            types: [
                ListFigures.TypeFigures(
                    slug: "standard", name: "Standard", color: nil, admitted: own.entered + others.entered,
                    tickets: tickets),
                // Guests without a ticket are in all numbers but those of tickets.
                ListFigures.TypeFigures(slug: "walk-in", name: "Walk-in", color: nil, admitted: walkIns, tickets: 0),
            ],
            gates: gates.map { slug in
                ListFigures.GateFigures(
                    slug: slug, name: "Gate \(slug)", admitted: slug == gate ? own.entered : 0, elsewhere: 0,
                    checkedOut: slug == gate ? own.left : 0)
            }, course: course)
    }
}
