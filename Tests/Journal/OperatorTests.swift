import Foundation
import TestSupport
import Testing
import Tickets

@testable import Journal

@Suite struct OperatorTests {
    @Test func `a PIN opens the role it was given for`() throws {
        let station = try Station()
        try station.journal.addOperator(name: "ann", role: .supervisor, pin: "314159", now: .minute(0))
        try station.journal.addOperator(name: "bob", role: .steward, pin: "271828", now: .minute(1))
        #expect(try station.journal.checkPIN(name: "ann", pin: "314159", now: .minute(2)) == .right(.supervisor))
        #expect(try station.journal.checkPIN(name: "bob", pin: "271828", now: .minute(2)) == .right(.steward))
        let operators = try station.journal.operators()
        #expect(operators.map(\.name) == ["ann", "bob"])
        #expect(operators.map(\.role) == [.supervisor, .steward])
        #expect(operators.map(\.created) == [.minute(0), .minute(1)])
        #expect(try station.journal.removeOperator(name: "ann"))
        #expect(try !station.journal.removeOperator(name: "ann"))
        guard case .wrong = try station.journal.checkPIN(name: "ann", pin: "314159", now: .minute(3)) else {
            Issue.record("a removed operator got in")
            return
        }
    }

    @Test func `a person keeps their language, also with a new PIN`() throws {
        let station = try Station()
        try station.journal.addOperator(name: "ann", role: .steward, pin: "314159", now: .minute(0))
        #expect(try station.journal.operators().map(\.language) == [nil])
        try station.journal.setLanguage("de", ofOperator: "ann")
        try station.journal.addOperator(name: "ann", role: .steward, pin: "271828", now: .minute(1))
        #expect(try station.journal.operators().map(\.language) == ["de"])
    }

    @Test func `the pause doubles with each wrong PIN and survives a restart`() throws {
        let folder = try TemporaryFolder()
        var now = Timestamp.minute(0)
        let journal = try Station(in: folder).journal
        try journal.addOperator(name: "ann", role: .steward, pin: "314159", now: now)
        try journal.close()
        for seconds in [1, 2, 4, 8] {
            let journal = try Station(in: folder).journal
            defer { try? journal.close() }
            let next = now + .seconds(seconds)
            #expect(try journal.checkPIN(name: "ann", pin: "000000", now: now) == .wrong(nextTry: next))
            #expect(
                try journal.checkPIN(name: "ann", pin: "314159", now: next - .milliseconds(1))
                    == .tooSoon(nextTry: next))
            now = next
        }
        let reopened = try Station(in: folder).journal
        #expect(try reopened.checkPIN(name: "ann", pin: "314159", now: now) == .right(.steward))
        #expect(try reopened.checkPIN(name: "ann", pin: "000000", now: now) == .wrong(nextTry: now + .seconds(1)))
    }

    @Test func `a clock that is set back does not lock anybody out`() throws {
        let journal = try Station().journal
        try journal.addOperator(name: "ann", role: .steward, pin: "314159", now: .minute(100))
        _ = try journal.checkPIN(name: "ann", pin: "000000", now: .minute(100))
        let then = Timestamp(milliseconds: 0)
        #expect(try journal.checkPIN(name: "ann", pin: "314159", now: then) == .tooSoon(nextTry: then + .seconds(1)))
        #expect(try journal.checkPIN(name: "ann", pin: "314159", now: then + .seconds(1)) == .right(.steward))
    }

    @Test func `a full disk keeps nobody from signing in, and gives no free guess`() throws {
        let station = try Station()
        let journal = station.journal
        try journal.addOperator(name: "ann", role: .supervisor, pin: "314159", now: .minute(0))
        try station.fill("operator")
        var now = Timestamp.minute(1)
        for seconds in [1, 2, 4] {
            let next = now + .seconds(seconds)
            #expect(try journal.checkPIN(name: "ann", pin: "000000", now: now) == .wrong(nextTry: next))
            #expect(
                try journal.checkPIN(name: "ann", pin: "314159", now: next - .milliseconds(1))
                    == .tooSoon(nextTry: next))
            now = next
        }
        #expect(try journal.checkPIN(name: "ann", pin: "314159", now: now) == .right(.supervisor))
        #expect(journal.health.recordingFailure?.code == .full)
        // Forgiven, although the disk has not taken that either.
        #expect(try journal.checkPIN(name: "ann", pin: "000000", now: now) == .wrong(nextTry: now + .seconds(1)))
    }

    @Test func `wrong PINs that the disk did not take count on, and it has them once there is room`() throws {
        let folder = try TemporaryFolder()
        do {
            let station = try Station(in: folder)
            defer { try? station.journal.close() }
            try station.journal.addOperator(name: "ann", role: .steward, pin: "314159", now: .minute(0))
            try station.fill("operator")
            for minute: Int64 in 1...3 {
                _ = try station.journal.checkPIN(name: "ann", pin: "000000", now: .minute(minute))
            }
            try station.clear("operator")
            #expect(
                try station.journal.checkPIN(name: "ann", pin: "000000", now: .minute(4))
                    == .wrong(nextTry: .minute(4) + .seconds(8)))
        }
        let journal = try Station(in: folder).journal
        #expect(
            try journal.checkPIN(name: "ann", pin: "314159", now: .minute(4) + .seconds(1))
                == .tooSoon(nextTry: .minute(4) + .seconds(8)))
    }

    @Test func `a new PIN begins without wrong tries, on a full disk's count too`() throws {
        let station = try Station()
        try station.journal.addOperator(name: "ann", role: .steward, pin: "314159", now: .minute(0))
        _ = try station.journal.checkPIN(name: "ann", pin: "000000", now: .minute(1))
        try station.journal.addOperator(name: "ann", role: .steward, pin: "271828", now: .minute(1))
        #expect(try station.journal.checkPIN(name: "ann", pin: "271828", now: .minute(1)) == .right(.steward))
    }

    @Test(arguments: [
        ("ann", "12345"), ("ann", String(repeating: "1", count: 65)), ("ann", "12345a"), ("ann", "١٢٣٤٥٦"),
        ("", "314159"), ("a\nb", "314159"), ("ann", "000000"), ("ann", "123456"), ("ann", "456789"), ("ann", "890123"),
        ("ann", "43210987"), ("ann", "121212"), ("ann", "72937293"), ("ann", "472472"), ("ann", "123321"),
        ("ann", "000001"), ("ann", "051288"),
        ("ann", "120588"), ("ann", "881205"), ("ann", "05121988"), ("ann", "12051988"), ("ann", "19881205"),
        ("ann", "654321"), ("ann", "112233"), ("ann", "290200"), ("ann", "19270101"),
    ])
    func `a name or PIN that cannot be is refused`(name: String, pin: String) throws {
        let journal = try Station().journal
        #expect {
            try journal.addOperator(name: name, role: .steward, pin: pin, now: .minute(0))
        } throws: { ($0 as? JournalError)?.code == .badOperator && !"\($0)".contains(pin) }
    }

    @Test(arguments: ["300288", "290299", "19260101", "20270101", "01012030", "314159", "1234568", "113345"])
    func `what is no birthday of the last hundred years, and no pattern, can be a PIN`(pin: String) throws {
        // 5 December 2026.
        try Station().journal.addOperator(name: "ann", role: .steward, pin: pin, now: .minute(0))
    }

    @Test func `a PIN is not in the bytes of the state folder`() throws {
        let station = try Station()
        try station.journal.addOperator(name: "ann", role: .steward, pin: "31415926535", now: .minute(0))
        for (name, bytes) in try station.folder.contents() {
            #expect(bytes.range(of: Data("31415926535".utf8)) == nil, "the PIN is in \(name)")
        }
    }

    @Test func `whoever is added again is somebody else, at the same instant and with the same PIN too`() throws {
        let journal = try Station().journal
        let generations = try (0..<3).map { round in
            if round == 1 { try journal.removeOperator(name: "ann") }
            try journal.addOperator(name: "ann", role: .steward, pin: "314159", now: .minute(0))
            return try #require(try journal.operators().first).generation
        }
        #expect(Set(generations).count == 3)
        _ = try journal.checkPIN(name: "ann", pin: "314159", now: .minute(1))
        #expect(try journal.operators().first?.generation == generations.last)
    }
}
