import Testing
import Tickets

@testable import DoorScreen
@testable import StationAPI

struct StaffSessionsTests {
    private let start = ContinuousClock.now
    private let anne = Staff(name: "Anne", role: .steward)
    private let account = OperatorAccount(role: .steward, generation: "first")

    private var sessions: StaffSessions { StaffSessions(idle: .seconds(120)) }

    @Test func `knows who has which cookie`() {
        var sessions = sessions
        sessions.begin(anne, account, token: "a", now: start)
        sessions.begin(Staff(name: "Sue", role: .supervisor), account, token: "b", now: start)
        #expect(sessions.use("a", now: start)?.staff == anne)
        #expect(sessions.use("b", now: start)?.staff.name == "Sue")
        #expect(sessions.use("c", now: start) == nil)
        #expect(sessions.use("", now: start) == nil)
    }

    @Test func `ends when it is not used, and each use begins the time anew`() {
        var sessions = sessions
        sessions.begin(anne, account, token: "a", now: start)
        #expect(sessions.use("a", now: start + .seconds(119))?.staff == anne)
        #expect(sessions.use("a", now: start + .seconds(238))?.staff == anne)
        #expect(sessions.use("a", now: start + .seconds(358)) == nil)
        #expect(sessions.use("a", now: start + .seconds(358)) == nil)
    }

    @Test func `ends when its owner says so`() {
        var sessions = sessions
        sessions.begin(anne, account, token: "a", now: start)
        sessions.end("b")
        #expect(sessions.use("a", now: start)?.staff == anne)
        sessions.end("a")
        #expect(sessions.use("a", now: start) == nil)
    }

    @Test func `of too many the one goes that was used the longest ago`() {
        var sessions = sessions
        for number in 0..<StaffSessions.most {
            sessions.begin(anne, account, token: "\(number)", now: start + .seconds(number))
        }
        _ = sessions.use("0", now: start + .seconds(10))
        sessions.begin(anne, account, token: "new", now: start + .seconds(11))
        #expect(sessions.use("1", now: start + .seconds(12)) == nil)
        for token in ["0", "2", "3", "new"] {
            #expect(sessions.use(token, now: start + .seconds(12))?.staff == anne, "\(token)")
        }
    }

    @Test func `who signs in again and again ends sessions of their own only`() {
        var sessions = sessions
        sessions.begin(Staff(name: "Sue", role: .supervisor), account, token: "sue", now: start)
        for number in 1..<3 * StaffSessions.most {
            sessions.begin(anne, account, token: "\(number)", now: start + .seconds(number))
        }
        #expect(sessions.use("sue", now: start + .seconds(20))?.staff.name == "Sue")
    }
}
