import Foundation
import Messages
import Testing
import Tickets

// One small event that the tests of this folder share.

let hour = Duration.seconds(3600)

/// 2026-12-05, doors 17:00, start 19:00, end 02:00 on the next day, all three hours ahead of UTC.
func winterGala(status: Event.Status = .on, timeZone: Zone = named("Africa/Kampala")) throws -> Event {
    Event(
        id: "winter-gala-2026", name: "Winter Gala", timeZone: timeZone, doorsOpen: try time("2026-12-05T14:00:00Z"),
        starts: try time("2026-12-05T16:00:00Z"), ends: try time("2026-12-05T23:00:00Z"), status: status)
}

let standard = TicketType(id: 1, slug: "standard", name: "Standard")
let vip = TicketType(id: 2, slug: "vip", name: "VIP", attention: "Hand out a lanyard")
/// On no list.
let parking = TicketType(id: 3, slug: "parking", name: "Parking")

/// The event as a series of two dates.
let matinee = EventDate(
    id: 1, name: "Matinee", starts: Timestamp(rfc3339: "2026-12-05T15:00:00Z")!,
    ends: Timestamp(rfc3339: "2026-12-05T17:00:00Z")!, admission: Timestamp(rfc3339: "2026-12-05T14:30:00Z")!)
let soiree = EventDate(id: 2, name: "Soirée", starts: Timestamp(rfc3339: "2026-12-05T19:00:00Z")!)

func hall(_ reentry: Reentry = .none, rule: EntryRule? = nil, date: Int64? = nil) -> AdmissionList {
    AdmissionList(slug: "main", name: "Hall", reentry: reentry, types: ["standard"], rule: rule, date: date)
}

let lounge = AdmissionList(slug: "lounge", name: "Lounge", reentry: .unlimited, types: ["vip"])
let gateA = Gate(slug: "A", name: "Gate A", list: "main")
let loungeDoor = Gate(slug: "L", name: "Lounge door", list: "lounge")

func plan(
    _ event: Event? = nil, list: AdmissionList = hall(), dates: [EventDate] = [], slots: SlotTolerance? = nil
) throws -> EventPlan {
    EventPlan(
        event: try event ?? winterGala(), types: [standard, vip, parking], lists: [list, lounge],
        gates: [gateA, loungeDoor], dates: Dictionary(uniqueKeysWithValues: dates.map { ($0.id, $0) }), slots: slots)
}

/// A line whose window is the whole evening.
func line(
    _ number: Int = 0, type: TicketType = standard, status: TicketStatus = .valid, admits: Int = 1,
    notBefore: String = "2026-12-05T14:00:00Z", notAfter: String = "2026-12-05T23:00:00Z", date: EventDate? = nil
) throws -> TicketLine {
    TicketLine(
        number: number, reference: "ref-\(number)", type: type, status: status, admits: admits,
        notBefore: try time(notBefore), notAfter: try time(notAfter), date: date)
}

/// Not TestSupport's: where the reading of moments is tested, one that cannot be read must fail one test only.
func time(_ text: String) throws -> Timestamp {
    try #require(Timestamp(rfc3339: text))
}

/// The key whose seed is the bytes 0 to 31, as in the vectors made with other programs.
func sampleKey() throws -> SigningKey {
    try #require(SigningKey(seed: Data(0..<32)))
}

/// As on the evening of the gala.
func english(_ sentence: Sentence) -> String {
    let evening = Timestamp(milliseconds: 1_796_486_400_000)
    return Messages.english.text(of: sentence, clock: DoorClock(zone: named("Africa/Kampala"), now: evening))
}
