import CheckedYAML
import Foundation
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// `box_office` from event.yaml to a station, and what a station does not accept.
@Suite struct BoxOfficeClaimTests {
    private let workshop: Workshop
    private let key: VerificationKey

    init() throws {
        workshop = try Workshop()
        key = try KeyFile.generate(named: workshop.path("box"), for: .tickets)
    }

    private static let office = """
        box_office:
          key: box.pub
          currency: EUR
          payments: [cash, card]
          stations: [kiosk-1, kiosk-2]
          sells:
            - {type: vip, price: 15.00, quota: 20, together: 5}
            - {type: guest, quota: 3}
        types: [{id: standard}, {id: vip}, {id: guest}]
        """

    private func list(_ office: String = office) throws -> URL {
        try workshop.manifest(definition: workshop.definition(more: office))
    }

    @Test func `a station knows what the organizer wrote`() throws {
        let installed = try workshop.station().install(list(), now: Workshop.now)
        #expect(
            installed.plan.boxOffice
                == Tickets.BoxOffice(
                    key: key, currency: "EUR", payments: ["cash", "card"], stations: ["kiosk-1", "kiosk-2"],
                    offers: [
                        Tickets.BoxOffice.Offer(type: "vip", price: Amount("15.00"), quota: 20, together: 5),
                        Tickets.BoxOffice.Offer(type: "guest", price: nil, quota: 3),
                    ]))
        #expect(installed.claims.ticketKeys == [key])
        #expect(try ManifestInspection(of: workshop.path("gala.usher"), keys: []).bodyFault == nil)
    }

    @Test func `a key may stand under ticket_keys, too, and counts once`() throws {
        let installed = try workshop.station().install(
            list(Self.office + "\nticket_keys: [box.pub]"), now: Workshop.now)
        #expect(installed.claims.ticketKeys == [key])
    }

    @Test func `a type that only the box office has is one of the event`() throws {
        let office = Self.office.replacing("types: [{id: standard}, {id: vip}, {id: guest}]", with: "")
        let installed = try workshop.station().install(list(office), now: Workshop.now)
        #expect(installed.plan.types.map(\.slug).contains("guest"))
    }

    @Test(arguments: [
        ("box.pub", "box.key", "box_office.key: cannot use"), ("  key: box.pub\n", "", "box_office.key: is missing"),
        ("EUR", "euro", "box_office.currency: must be"), ("  currency: EUR\n", "", "box_office.currency: is missing"),
        ("[cash, card]", "[cash, cash]", "payments[1]: must be up to 40 bytes, each word once"),
        ("[kiosk-1, kiosk-2]", "[]", "box_office.stations: is missing"),
        ("[kiosk-1, kiosk-2]", "[k, k]", "stations[1]: is not a name a station can have, or was named before"),
        ("15.00", "'15,00'", "price: must be a number like 15"), ("15.00", "-1", "price: must be a number like 15"),
        ("quota: 20", "quota: 0", "quota: must be"), ("together: 5", "together: 21", "together: is more than quota"),
        ("type: guest", "type: gest", "type: is not among types, did you mean \"guest\"?"),
        ("type: guest", "type: vip", "type: was named before"), ("quota: 3", "qouta: 3", "qouta: no such key"),
    ]) func `what cannot be meant is a fault`(old: String, new: String, fault: String) throws {
        let office = Self.office.replacing(old, with: new)
        let error = #expect(throws: YAMLFaults.self) { try workshop.definition(more: office) }
        #expect("\(try #require(error))".contains(fault), "\(String(describing: error))")
    }

    @Test func `a series sells nothing at the door`() {
        let outline = EventOutline(
            name: "Museum", timeZone: "UTC", doorsOpen: Workshop.now, starts: Workshop.now, dates: SeriesListTests.dates
        )
        let error = #expect(throws: YAMLFaults.self) {
            try workshop.definition(more: Self.office, outline: outline)
        }
        #expect(error.map { "\($0)".contains("box_office: is not possible for a series") } == true)
    }

    @Test(arguments: [
        (#""quota":20"#, #""quota":0"#, "box_office.quota is out of range"),
        (#""together":5"#, #""together":21"#, "box_office.together is out of range"),
        (#""price":"15.00""#, #""price":"15,00""#, "box_office.price is out of range"),
        (#""type":"guest""#, #""type":"vip""#, "no types, or one twice"),
        (#"["kiosk-1","kiosk-2"]"#, "[]", "no names of stations"),
        (#"["kiosk-1","kiosk-2"]"#, #"["kiosk-1","kiosk-1"]"#, "no names of stations, or one twice"),
        (#""currency":"EUR","#, "", "box_office.currency is missing"),
        (#"["cash","card"]"#, #"["cash","cash"]"#, "no way of payment, or twice"),
        (#""quota":3}"#, #""quota":3,"until":1}"#, "box_office.sells.until, which this version does not know"),
        (#""currency":"EUR""#, #""currency":"EUR","sum":1"#, "box_office.sum, which this version does not know"),
    ]) func `a claim that says something else is refused`(old: String, new: String, problem: String) throws {
        let other = try workshop.resigned(list(), replacing: old, with: new)
        let error = #expect(throws: ManifestError.self) { try workshop.station().install(other, now: Workshop.now) }
        #expect(error?.reason.contains(problem) == true, "\(String(describing: error))")
    }

    @Test func `a key that is none of the event's ticket keys is refused`() throws {
        let other = Base64URL.encode(SigningKey().verificationKey.raw)
        let own = Base64URL.encode(key.raw)
        let list = try workshop.resigned(
            list(), replacing: #""ticket_keys":["\#(own)"]"#, with: #""ticket_keys":["\#(other)"]"#)
        let error = #expect(throws: ManifestError.self) { try workshop.station().install(list, now: Workshop.now) }
        #expect(error?.reason.contains("the key of its box_office is not among its ticket_keys") == true)
    }
}
