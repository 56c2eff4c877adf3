import Fleet
import Foundation
import TestSupport
import Testing
import Tickets

@testable import Publishing

@Suite struct RosterTableTests {
    private static let today = Timestamp(rfc3339: "2026-12-05T12:00:00Z")!
    private let folder: TemporaryFolder
    private let key = SigningKey()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func table(_ text: String, zone: String = "Africa/Kampala", today: Timestamp = today) throws -> RosterTable
    {
        try folder.write(text, to: "staff.csv")
        return try RosterTable(
            contentsOf: folder.url.appending(path: "staff.csv"), zone: .named(zone),
            key: key,
            today: today)
    }

    private func faults(_ text: String) -> String {
        do {
            _ = try table(text)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func `a name is enough: everybody gets a PIN and a badge, the same each time`() throws {
        let first = try table("Name\nAnn\nBen\n")
        let again = try table("name,role\nBen,steward\nAnn,supervisor\n", today: Self.today + .seconds(400 * 86_400))
        let pins = Dictionary(uniqueKeysWithValues: first.members.map { ($0.name, $0.pin) })
        #expect(Dictionary(uniqueKeysWithValues: again.members.map { ($0.name, $0.pin) }) == pins)
        #expect(Set(pins.values).count == 2)
        #expect(first.members.map(\.badge).sorted() == again.members.map(\.badge).sorted())
        let roster = try first.roster(by: "Gala Ltd", issued: Self.today)
        #expect(roster.people.map(\.name) == ["Ann", "Ben"])
        #expect(roster.people.map(\.role) == [.steward, .steward])
        #expect(try roster.people[0].pin.matches(try #require(pins["Ann"])))
        #expect(roster.people[0].badge == Roster.badgeHash(of: first.members[0].badge.utf8))
        #expect(try again.roster(by: "Gala Ltd", issued: Self.today).people.map(\.pin) == roster.people.map(\.pin))
    }

    @Test func `another issue gives another PIN and another badge, and so does another key`() throws {
        let first = try table("name\nAnn\n").members[0]
        let second = try table("name,issue\nAnn,2\n").members[0]
        #expect(first.pin != second.pin)
        #expect(first.badge != second.badge)
        try folder.write("name\nAnn\n", to: "staff.csv")
        let other = try RosterTable(
            contentsOf: folder.url.appending(path: "staff.csv"), zone: .utc, key: SigningKey(), today: Self.today)
        #expect(other.members[0].badge != first.badge)
    }

    @Test func `no PIN that is made could be guessed first`() throws {
        let names = (0..<2000).map { "person \($0)" }
        let pins = try table("name\n" + names.joined(separator: "\n")).members.map(\.pin)
        #expect(pins.allSatisfy { PINRule.fault(of: $0, today: Self.today) == nil && $0.utf8.count == 6 })
        #expect(Set(pins).count > 1900)
    }

    @Test func `a spreadsheet of a German office is read with its semicolons and its dates`() throws {
        let member = try table(
            "Name;Role;Gates;From;Until;Language;PIN;Badge\nJörg;Supervisor;A, B;05.12.2026 17:30;6.12.2026;DE;314159;04A2B3\n"
        ).members[0]
        #expect(member.name == "Jörg")
        #expect(member.role == .supervisor)
        #expect(member.gates == ["A", "B"])
        #expect(member.from == Timestamp(rfc3339: "2026-12-05T14:30:00Z"))
        #expect(member.until == Timestamp(rfc3339: "2026-12-06T21:00:00Z"), "the end of that day")
        #expect(member.language == "de")
        #expect(member.pin == "314159")
        #expect(member.badge == "04A2B3")
    }

    @Test func `a name is in one form, and made PINs may happen to be the same`() throws {
        #expect(try table("name\nJo\u{308}rg\n").members[0].name.unicodeScalars.count == 4)
        let names = (0..<1999).map { "person \($0)," }
        #expect(try table("name,pin\n" + names.joined(separator: "\n")).members.count == 1999)
    }

    @Test func `all faults of a table are told, each with its row`() {
        let text = faults(
            """
            name,role,pin,language,gates,from,until,badge
            Ann,boss,,,,,,
            ,steward,,,,,,
            Ben,,123456,,,,,
            Cem,,,xx,,,,
            Dan,,,,gate A!,,,
            Eve,,,,,1/2/2026 18:00,,
            Fay,,,,,soon,,
            Gus,,,,,2026-12-05 20:00,2026-12-05 19:00,
            ann,,,,,,,
            Hal,,314159,,,,,x
            Ida,,314159,,,,,x
            Jim,,,,",",,,
            Kay,,,,,,,usher-pairing:x

            """)
        let wanted = [
            "row 2: its role is neither", "row 3: it has no name", "row 4: the PIN is a sequence",
            "row 5: its language",
            "row 6: \"A!\" is not the id", "row 7: \"1/2/2026 18:00\" may be two days", "row 8: \"soon\" is not a time",
            "row 9: its hours end", "row 10: there is another Ann", "row 12: its PIN is that of Hal",
            "row 12: its badge is that of Hal", "row 13: its gates are only separators",
            "row 14: its badge is a pairing",
        ]
        for fault in wanted { #expect(text.contains(fault), "\(fault) in \(text)") }
    }

    @Test(
        arguments: [
            ("name,rolle\nAnn,steward\n", "\"rolle\" is none of"), ("role\nsteward\n", "no column \"name\""),
            ("name,name\nAnn,Ben\n", "two columns"), ("name\n", "it has nobody"),
            ("name\n" + (0...2000).map { "p\($0)\n" }.joined(), "more than 2000"),
        ])
    func `a table that is no roster says so`(text: String, fault: String) {
        #expect(faults(text).contains(fault), "\(faults(text))")
    }
}
