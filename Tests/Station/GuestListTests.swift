import Foundation
import Manifests
import Publishing
import StationAPI
import Testing
import Tickets

@testable import Station

/// The guests of a small event, from whom staff choose without typing.
@Suite struct GuestListTests {
    let fixture: StationFixture
    private let steward = Staff(name: "Anne", role: .steward)
    private let supervisor = Staff(name: "Sue", role: .supervisor)

    init() throws {
        fixture = try StationFixture()
    }

    private func open(
        privacy: String = "staff", hasKey: Bool = true, permissions: Set<Permission> = Set(Permission.allCases),
        _ rows: [String]
    ) async throws -> Station {
        let station = try await fixture.open { $0.permissions = permissions }
        try await fixture.install(rows, in: station, yaml: StationFixture.galaYAML + "\nprivacy: \(privacy)\n")
        if hasKey {
            let key = ManifestBuilder.staffKey(for: "gala", key: fixture.organizer).base64EncodedString()
            try Data(key.utf8).write(to: fixture.folder.appending(path: "state/credentials/staff-gala"))
        }
        return station
    }

    private func rows(_ names: [String]) -> [String] {
        names.enumerated().map { "\(code("\($0)")),R-\($0),standard,\"\($1)\",valid,1,," }
    }

    private func page(_ station: Station, from: Int = 0, language: String = "en") async throws -> GuestsAnswer {
        try await station.acts.guests(GuestsRequest(from: from, language: language), by: supervisor)
    }

    @Test func `guests come as their alphabet has them, each letter once, and those without a name last`() async throws
    {
        let names = ["Zoë", "Łucja", "Lukas", "Lara", "émile", "7th Choir", "山田", "あおき", "", "ångström", "Aziz"]
        let station = try await open(rows(names))
        let answer = try await page(station)
        #expect(
            answer.hits.map(\.holder) == [
                "7th Choir", "ångström", "Aziz", "émile", "Lara", "Łucja", "Lukas", "Zoë", "あおき", "山田", nil,
            ])
        #expect(answer.letters.map(\.letter) == ["#", "A", "E", "L", "Z", "あ", "山", "–"])
        #expect(answer.letters.map(\.at) == [0, 1, 3, 4, 7, 8, 9, 10])
        #expect(answer.count == names.count)
    }

    @Test func `each language has its own order`() async throws {
        let station = try await open(rows(["Nuria", "Ñandú", "Nzinga"]))
        #expect(try await page(station, language: "es").hits.map(\.holder) == ["Nuria", "Nzinga", "Ñandú"])
        #expect(try await page(station, language: "de").hits.map(\.holder) == ["Ñandú", "Nuria", "Nzinga"])
    }

    @Test func `a name is sorted as it stands`() async throws {
        let station = try await open(rows(["Zola, Ann", "Ann Zola"]))
        #expect(try await page(station).hits.map(\.holder) == ["Ann Zola", "Zola, Ann"])
    }

    @Test func `a guest has what the search shows, and how many are inside`() async throws {
        let station = try await open(["\(code("a")),R-1,vip,Amina,valid,4,,", "\(code("b")),R-2,vip,Bea,unpaid,1,,"])
        _ = try await station.acts.admit(ManualRequest(reference: "R-1", count: 3, operator: "Sue"), by: supervisor)
        let guests = try await page(station).hits
        let found = try await station.acts.search(SearchRequest(query: "R-1"), by: supervisor).hits
        #expect(guests == found + [guests[1]])
        #expect((guests[0].admits, guests[0].inside) == (4, 3))
        #expect(guests[1].status == "unpaid")
    }

    @Test func `whoever may not search by name gets no list`() async throws {
        let station = try await open(rows(["Amina"]))
        let error = await #expect(throws: StationError.self) {
            try await station.acts.guests(GuestsRequest(from: 0, language: "en"), by: steward)
        }
        #expect(error?.reason == "only a supervisor may do this")
        #expect(error.map { !"\($0)".contains("Amina") } == true)
    }

    @Test func `a station that may not tell names gives no list`() async throws {
        let station = try await open(permissions: [.scan, .basicAttendee, .manualCheckIn], rows(["Amina"]))
        let error = await #expect(throws: StationError.self) { try await page(station) }
        #expect(error?.reason == "this station does not have the permission detailed_attendee")
    }

    @Test func `sealed names, and those without their key, are no list`() async throws {
        let sealed = try await open(privacy: "sealed", rows(["Amina"]))
        var error = await #expect(throws: StationError.self) { try await page(sealed) }
        #expect(error?.reason == "the names of Winter Gala are sealed")
        try await fixture.install(
            rows(["Amina"]), in: sealed, yaml: StationFixture.yaml(id: "ball") + "\nprivacy: staff\n")
        try await sealed.lists.remove(event: "gala")
        error = await #expect(throws: StationError.self) { try await page(sealed) }
        #expect(error?.reason == "this station does not have the staff key of Winter Gala")
    }

    @Test func `2,000 guests are a list, page by page, and one more is none`() async throws {
        var names = (0..<2000).map { number in
            let letter = ["A", "Be", "Cé", "Ö", "S", "Z"][number % 6]
            return "\(letter)guest \(1_000_000 + number * 7919 % 2000)"
        }
        let station = try await open(rows(names))
        var found: [String] = []
        while case let answer = try await page(station, from: found.count), !answer.hits.isEmpty {
            #expect(answer.hits.count <= 100)
            #expect(answer.from == found.count)
            found += answer.hits.compactMap(\.holder)
        }
        #expect(Set(found) == Set(names))
        #expect(found.count == 2000)
        let beginnings = try await page(station).letters
        #expect(beginnings.map(\.letter) == ["A", "B", "C", "O", "S", "Z"])
        for letter in beginnings {
            let first = try #require(try await page(station, from: letter.at).hits.first?.holder)
            #expect(Holder.initial(of: first) == letter.letter)
        }
        names.append("Zuzana")
        fixture.set(now: StationFixture.evening + .seconds(60))
        try await fixture.install(
            rows(names), in: station, yaml: StationFixture.galaYAML + "\nprivacy: staff\n")
        let error = await #expect(throws: StationError.self) { try await page(station) }
        #expect(error?.reason == "2001 tickets are too many for a guest list")
    }
}
