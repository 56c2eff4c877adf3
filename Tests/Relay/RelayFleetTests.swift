import Alerts
import Fleet
import Foundation
import Messages
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Relay

/// Reports of stations at a relay: taken, kept over a restart, and refused from strangers.
@Suite struct RelayFleetTests {
    private let folder: TemporaryFolder
    private let key = SigningKey()
    private static let noon = Timestamp(seconds: 1_795_262_400)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func report(
        _ station: String, sequence: Int64 = 3, figures: [EventFigures] = []
    ) throws -> (line: String, head: String) {
        let head = try SignedClaims.sign(
            Data(#"{"station":"\#(station)","seq":\#(sequence),"hash":"aa"}"#.utf8), purpose: .journalHead, with: key)
        let status = StationStatus(
            station: station, version: "0.1.0", direction: .in, serving: [], installed: [],
            journal: StationStatus.JournalFigures(entries: 0, lastEntryAt: nil, waiting: 0, refused: 0, parked: 0),
            readers: [], backends: [], clock: .synchronised, isDiskLow: false, now: Self.noon)
        let report = StationReport(
            status: status, figures: figures, own: [], acts: [], head: head, freeBytes: 1)
        return (try SignedReport.sign(report, with: key), head)
    }

    private func fleet(_ store: RelayStore, now: Timestamp = noon) throws -> RelayFleet {
        try RelayFleet(store: store, stations: ["kiosk-1"], logger: .quiet, now: { now })
    }

    private func stations(_ fleet: RelayFleet) throws -> [String] {
        let text = String(decoding: try fleet.state(), as: UTF8.self)
        return text.matches(of: /"station":"([^"]+)"/).map { String($0.output.1) }
    }

    @Test func `a report is there after a restart, and a station that is no longer configured is not`() throws {
        let store = try RelayStore(folder: folder.url, now: { .relayNow })
        #expect(try fleet(store).take(report("kiosk-1").line, from: "kiosk-1") == nil)
        #expect(try stations(fleet(store)) == ["kiosk-1"])
        let others = try RelayFleet(store: store, stations: ["kiosk-2"], logger: .quiet, now: { Self.noon })
        #expect(try stations(others) == [])
        try store.close()
    }

    @Test func `a report of another station, or one that was changed, is refused with a reason`() throws {
        let store = try RelayStore(folder: folder.url, now: { .relayNow })
        let fleet = try fleet(store)
        #expect(fleet.take(try report("kiosk-2").line, from: "kiosk-1") == SignedReport.Fault.otherStation.rawValue)
        #expect(fleet.take(try report("kiosk-1").line + "A", from: "kiosk-1") != nil)
        #expect(try stations(fleet) == [])
        #expect(try store.heads(of: "kiosk-1") == [])
        try store.close()
    }

    @Test func `the sum of an event that is over has one key, and is kept over a restart`() throws {
        let store = try RelayStore(folder: folder.url, now: { .relayNow })
        let figures = EventFigures(
            event: "gala", name: "Winter Gala", timeZone: "UTC", utcOffsets: [], doorsOpen: Self.noon,
            starts: Self.noon,
            ends: Self.noon + .seconds(60), isTest: false, station: "kiosk-1", now: Self.noon, isCounting: false,
            lists: [], refusals: [], unsent: 2, conflicts: 1)
        #expect(try fleet(store).take(report("kiosk-1", figures: [figures]).line, from: "kiosk-1") == nil)
        let after = Self.noon + .seconds(60 + 900)
        let digests = try (0..<2).flatMap { try fleet(store, now: after + .seconds($0)).digests(in: .english) }
        #expect(digests.map(\.alert.kind) == [.digest, .digest])
        #expect(Set(digests.map(\.key)).count == 1)
        #expect(digests[0].alert.message.contains("Conflicts: 1. Check-ins not sent yet: 2."))
        #expect(try fleet(store, now: after - .seconds(1)).digests(in: .english).isEmpty)
        try store.close()
    }

    private func order(_ stations: [String]?, expires: Timestamp) throws -> String {
        let order = Order(
            id: UUID().uuidString.lowercased(), stations: stations, act: .restart, by: "Sue", issued: Self.noon,
            expires: expires)
        return try SignedOrder.sign(order, with: key)
    }

    @Test func `an order is passed on to its stations until it expires, also after a restart`() throws {
        let store = try RelayStore(folder: folder.url, now: { .relayNow })
        let one = try order(["kiosk-1"], expires: Self.noon + .seconds(60))
        let all = try order(nil, expires: Self.noon + .seconds(600))
        try fleet(store).post(one)
        let restarted = try fleet(store)
        try restarted.post(all)
        try restarted.post(all)
        #expect(restarted.orders(for: "kiosk-1") == [one, all])
        #expect(restarted.orders(for: "kiosk-2") == [all])
        #expect(try fleet(store, now: Self.noon + .seconds(61)).orders(for: "kiosk-1") == [all])
        #expect(throws: ControlError.self) { try restarted.post("nonsense") }
        #expect(throws: ControlError.self) { try fleet(store, now: Self.noon + .seconds(61)).post(one) }
        try store.close()
    }

    @Test func `one end of a journal is kept for every ten minutes, and the first one always`() throws {
        let store = try RelayStore(folder: folder.url, now: { .relayNow })
        var kept: [String] = []
        for minute in [0, 1, 9, 11, 12, 25] {
            let (line, head) = try report("kiosk-1", sequence: Int64(minute))
            #expect(try fleet(store, now: Self.noon + .seconds(60 * minute)).take(line, from: "kiosk-1") == nil)
            if [0, 11, 25].contains(minute) { kept.append(head) }
        }
        #expect(try store.heads(of: "kiosk-1") == kept)
        try store.close()
    }
}
