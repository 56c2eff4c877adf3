import Foundation
import Testing
import Tickets

@testable import Fleet

@Suite struct RosterTests {
    private static let noon = Timestamp(seconds: 1_795_262_400)
    private let key = SigningKey()

    private static func person(_ name: String, _ change: (inout Roster.Person) -> Void = { _ in }) -> Roster.Person {
        let pin = PINHash(salt: Data(name.utf8.prefix(1)) + Data(count: 15), hash: Data(count: 32))
        var person = Roster.Person(name: name, role: .steward, pin: pin)
        change(&person)
        return person
    }

    private func roster(_ people: Roster.Person...) -> Roster {
        Roster(issuer: "Gala Ltd", issued: Self.noon, people: people)
    }

    @Test func `what was signed is read with its key, and with no other`() throws {
        let whole = roster(
            Self.person("Ann") {
                $0.language = "de"
                $0.gates = ["A", "B"]
                $0.from = Self.noon
                $0.until = Self.noon + .seconds(3600)
                $0.badge = Roster.badgeHash(of: "badge".utf8)
            }, Self.person("Ben"))
        let line = try SignedRoster.sign(whole, with: key)
        #expect(try SignedRoster(line, key: key.verificationKey).roster == whole)
        #expect(throws: SignedRoster.Fault.otherKey) { try SignedRoster(line, key: SigningKey().verificationKey) }
        var parts = line.split(separator: ".").map(String.init)
        let other = try SignedRoster.sign(roster(Self.person("Eve")), with: key).split(separator: ".")
        parts[1] = String(other[1])
        #expect(throws: SignedRoster.Fault.unsigned) {
            try SignedRoster(parts.joined(separator: "."), key: key.verificationKey)
        }
    }

    @Test func `an order of the same key is no roster`() throws {
        let line = try SignedClaims.sign(
            Data(#"{"issuer":"x","issued":"2026-12-05T18:00:00.000Z","people":[]}"#.utf8), purpose: .order, with: key)
        #expect(throws: SignedRoster.Fault.unreadable) { try SignedRoster(line, key: key.verificationKey) }
    }

    @Test(
        arguments: [
            ("twice", [person("Ann"), person("Ann")]),
            ("has not 1 to 100 bytes", [person("")]),
            ("control characters", [person("Ann\u{202E}")]),
            ("badge", [person("Ann") { $0.badge = Data(count: 31) }]),
            (
                "same badge",
                [person("Ann") { $0.badge = Data(count: 32) }, person("Ben") { $0.badge = Data(count: 32) }]
            ),
            ("PIN", [person("Ann") { $0.pin = PINHash(salt: Data(), hash: Data(count: 32)) }]),
            ("language", [person("Ann") { $0.language = "xx" }]),
            ("gate", [person("Ann") { $0.gates = ["gate A"] }]), ("gate", [person("Ann") { $0.gates = [] }]),
            ("NFC", [person("Jo\u{308}rg")]),
            ("hours", [person("Ann") { ($0.from, $0.until) = (noon, noon) }]),
            ("more than 2000", (0...2000).map { person("\($0)") }),
        ])
    func `what cannot be put in force says why, and is not read`(why: String, people: [Roster.Person]) throws {
        let bad = Roster(issuer: "Gala Ltd", issued: Self.noon, people: people)
        #expect(try #require(bad.fault).contains(why))
        let line = try SignedRoster.sign(bad, with: key)
        #expect(throws: SignedRoster.Fault.unreadable) { try SignedRoster(line, key: key.verificationKey) }
    }

    @Test func `a roster with the most people, and all that can be said of each, can be read`() throws {
        let people = (0..<Roster.mostPeople).map { number in
            Self.person(String(repeating: "n", count: 96) + "\(1000 + number)") {
                $0.language = "de"
                $0.gates = (0..<4).map { "gate-\($0)-of-the-hall" }
                $0.from = Self.noon
                $0.until = Self.noon + .seconds(1)
                $0.badge = Roster.badgeHash(of: "\(number)".utf8)
            }
        }
        let line = try SignedRoster.sign(Roster(issuer: "x", issued: Self.noon, people: people), with: key)
        #expect(try SignedRoster(line, key: key.verificationKey).roster.people.count == Roster.mostPeople)
    }

    @Test func `a person works at their gates and hours, and hours count only by a clock that is right`() {
        let noon = Self.noon
        let ann = Self.person("Ann") {
            $0.gates = ["A", "B"]
            ($0.from, $0.until) = (noon, noon + .seconds(60))
        }
        #expect(ann.works(at: ["B"], now: noon))
        #expect(ann.works(at: ["C", "A"], now: noon + .seconds(59)))
        #expect(!ann.works(at: ["C"], now: noon))
        #expect(ann.works(at: [], now: noon), "a station without a gate is anybody's")
        #expect(!ann.works(at: ["A"], now: noon - .milliseconds(1)))
        #expect(!ann.works(at: ["A"], now: noon + .seconds(60)))
        #expect(ann.works(at: ["A"], now: nil))
        #expect(!ann.works(at: ["C"], now: nil))
        #expect(Self.person("Ben").works(at: ["C"], now: noon))
    }
}
